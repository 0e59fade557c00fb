import type { SchemaError } from "../../../schemas/validator.ts";
import { nearest } from "../../text/nearest.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { isGapClosureType, PLAN_TYPES, planTypeMeant } from "../../parse/plan_file/plan_type.ts";
import { entryOf, type YamlMap } from "../../parse/yaml/yaml.ts";
import type { Finding, Rule } from "../rule.ts";

/** Checks the types and values of the fields against the schema. */
export const fieldValue: Rule = {
  code: "field-value",
  severity: "error",
  strict: true,
  summary: "Each field of the frontmatter has the type and one of the values the schema allows",
  why: "A value of another type has no meaning: `wave: two` cannot be ordered, and the plan cannot be " +
    "executed. An unknown `type` is a warning; it is read as `tdd` if it begins with that, otherwise as " +
    "`execute`.",
  shows: ["frontmatter"],
  *plan(plan) {
    if (plan.frontmatter.kind !== "parsed") return;
    const { root } = plan.frontmatter;
    yield* unknownType(root);
    if (plan.schemaErrors.length === 0) return;
    for (const error of preciseErrors(plan.schemaErrors)) {
      if (error.keyword === "required") continue;
      const span = spanAt(root, error.instancePath);
      const written = plan.source.text.slice(span.start, span.end);
      const field = error.instancePath.slice(1).replaceAll("/", ".");
      const finding = { message: `"${field}" ${expectation(error)}`, hint: hintFor(error), span };
      const value = error.params["type"] === "boolean" ? BOOLEANS.get(written.toLowerCase()) : undefined;
      yield value === undefined
        ? finding
        : { ...finding, fix: { title: `Write ${value}`, edits: [{ ...span, text: value }] } };
    }
  },
};

function* unknownType(root: YamlMap): Iterable<Finding> {
  const node = entryOf(root, "type")?.value;
  if (node?.kind !== "scalar" || node.text === "") return;
  const { text, span } = node;
  const meant = planTypeMeant(text);
  if (text === meant) return;
  const near = nearest(text, PLAN_TYPES);
  const finding = {
    message: `The type "${text}" is unknown and is read as ${meant}`,
    hint: near !== undefined
      ? `Did you mean \`${near}\`?`
      : isGapClosureType(text) && entryOf(root, "gap_closure") === undefined
      ? `Write \`type: ${meant}\` and \`gap_closure: true\``
      : `Write \`type: ${meant}\``,
    severity: "warning",
    span,
  } as const;
  yield text.toLowerCase() === meant
    ? { ...finding, fix: { title: `Write ${meant}`, edits: [{ ...span, text: meant }] } }
    : finding;
}

/** Values that older YAML versions read as booleans. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["yes", "true"],
  ["on", "true"],
  ["no", "false"],
  ["off", "false"],
]);

/** The errors without those that another error at the same place makes redundant. A value that must be one of
 * some strings need not be reported as not being a string, nor a value with alternatives as failing each of
 * them. An error in an item of such a value is more precise than the error of the value.
 */
function preciseErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const placesOf = (wanted: string) =>
    new Set(
      errors.filter(({ keyword }) => keyword === wanted).map(({ instancePath }) => instancePath),
    );
  const [alternatives, enums] = [placesOf("anyOf"), placesOf("enum")];
  return errors.filter(({ instancePath, keyword }) => {
    if (enums.has(instancePath)) return keyword === "enum";
    if (!alternatives.has(instancePath)) return true;
    return keyword === "anyOf" && !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`));
  });
}

function expectation({ keyword, params, message }: SchemaError): string {
  switch (keyword) {
    case "enum":
      return `must be ${allowedValues(params).map((value) => `"${value}"`).join(" or ")}`;
    case "type":
      return `must be ${TYPES[String(params["type"])] ?? params["type"]}`;
    case "anyOf":
      return "must be a string or a list of strings";
    case "minItems":
      return "must not be empty";
    case "minimum":
      return `must be at least ${params["limit"]}`;
    default:
      return message ?? "does not fit the schema";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
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

function hintFor({ keyword, params, instancePath }: SchemaError): string {
  if (keyword === "enum") return `Write ${allowedValues(params).map((value) => `\`${value}\``).join(" or ")}`;
  if (instancePath === "/must_haves/truths") {
    return "Add at least one behavior that can be observed when the plan is done";
  }
  if (keyword === "anyOf") return HINTS["string"]!;
  return HINTS[String(params["type"])] ?? "Correct the value: `wf schema plan` prints what is allowed";
}

const HINTS: Readonly<Record<string, string>> = {
  string: "Write a string, in quotes if it contains a colon",
  integer: "Write a whole number such as 1",
  number: "Write a number such as 1",
  boolean: "Write `true` or `false`",
  array: "Write a list: `[…]`, or `- …` on a line for each item",
  object: "Write keys and values below it",
};
