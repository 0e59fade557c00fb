import type { SchemaError } from "../../../schemas/validator.ts";
import { nearest } from "../../nearest.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";
import type { Rule } from "../rule.ts";

/** The fields hold values of the types and from the sets that the schema gives. */
export const fieldValue: Rule = {
  code: "field-value",
  severity: "error",
  summary: "Each field of the frontmatter has the type and one of the values the schema allows",
  why: "A value of another type, or none of those allowed, has no meaning: `wave: two` cannot be ordered " +
    "and `type: banana` names nothing. The plan cannot be executed.",
  shows: ["frontmatter"],
  *plan(plan) {
    if (plan.frontmatter.kind !== "parsed") return;
    const { root } = plan.frontmatter;
    for (const error of withoutAlternatives(plan.schemaErrors)) {
      if (error.keyword === "required") continue;
      const span = spanAt(root, error.instancePath);
      const written = plan.source.text.slice(span.start, span.end);
      const field = error.instancePath.slice(1).replaceAll("/", ".");
      const finding = { message: `"${field}" ${expectation(error)}`, hint: hintFor(error, written), span };
      const value = error.params["type"] === "boolean" ? BOOLEANS.get(written.toLowerCase()) : undefined;
      yield value === undefined
        ? finding
        : { ...finding, fix: { title: `Write ${value}`, edits: [{ ...span, text: value }] } };
    }
  },
};

/** What older YAML takes for booleans. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["yes", "true"],
  ["on", "true"],
  ["no", "false"],
  ["off", "false"],
]);

/**
 * The errors without those of the alternatives of a value that may be one thing or another. Where an
 * item of the value is wrong, that says more than that the value is none of them.
 */
function withoutAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  const places = errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath);
  return errors.filter(({ instancePath, keyword }) =>
    !places.includes(instancePath) ||
    (keyword === "anyOf" && !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`)))
  );
}

function expectation({ keyword, params, message }: SchemaError): string {
  switch (keyword) {
    case "enum":
      return `must be ${allowedValues(params).map((value) => `"${value}"`).join(" or ")}`;
    case "type":
      return `must be ${TYPES[String(params["type"])] ?? params["type"]}`;
    case "anyOf":
      return "must be a text or a list of texts";
    case "minItems":
      return "must not be empty";
    case "minimum":
      return `must be at least ${params["limit"]}`;
    default:
      return message ?? "does not fit the schema";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

function allowedValues(params: SchemaError["params"]): readonly string[] {
  const allowed = params["allowedValues"];
  return Array.isArray(allowed) ? allowed.map(String) : [];
}

function hintFor({ keyword, params, instancePath }: SchemaError, written: string): string {
  if (keyword === "enum") {
    const allowed = allowedValues(params);
    const meant = nearest(written, allowed);
    return meant === undefined
      ? `Write ${allowed.map((value) => `\`${value}\``).join(" or ")}`
      : `Did you mean \`${meant}\`?`;
  }
  if (instancePath === "/must_haves/truths") {
    return "Add at least one behaviour that can be observed when the plan is done";
  }
  if (keyword === "anyOf") return HINTS["string"]!;
  return HINTS[String(params["type"])] ?? "Correct the value: `wf schema plan` prints what is allowed";
}

const HINTS: Readonly<Record<string, string>> = {
  string: "Write a text, in quotes if it holds a colon",
  integer: "Write a whole number such as 1",
  number: "Write a number such as 1",
  boolean: "Write `true` or `false`",
  array: "Write a list: `[…]`, or `- …` on a line for each item",
  object: "Write keys and values below it",
};
