/**
 * Writes the reference of plan files.
 * @module
 */
import type { JsonSchema } from "./json_schemas.ts";
import { MARK } from "./mark.ts";

/** An object of the schema, and its form in the reference. */
interface Section {
  readonly type: string;
  readonly heading: string;
  readonly form: "yaml" | "body" | "task";
}

const SECTIONS: readonly Section[] = [
  { type: "PlanFrontmatter", heading: "Frontmatter", form: "yaml" },
  { type: "MustHaves", heading: "`must_haves`", form: "yaml" },
  { type: "Artifact", heading: "An item of `must_haves.artifacts`", form: "yaml" },
  { type: "KeyLink", heading: "An item of `must_haves.key_links`", form: "yaml" },
  { type: "PlanBody", heading: "Body", form: "body" },
  { type: "AutoTask", heading: '`<task type="auto">`', form: "task" },
  { type: "HumanVerifyTask", heading: '`<task type="checkpoint:human-verify">`', form: "task" },
  { type: "DecisionTask", heading: '`<task type="checkpoint:decision">`', form: "task" },
  { type: "DecisionOption", heading: "`<option>` inside of `<options>`", form: "task" },
  { type: "HumanActionTask", heading: '`<task type="checkpoint:human-action">`', form: "task" },
];

/** Properties of tasks that are attributes of the element. */
const ATTRIBUTES: ReadonlySet<string> = new Set(["gate", "id", "tdd"]);
/**
 * Properties of tasks that are not written as elements: the heading contains the one, the order defines the
 * other.
 */
const UNWRITTEN: ReadonlySet<string> = new Set(["type", "number"]);

/**
 * Returns the text of `plan-file.md`: a table for each part of a plan file.
 *
 * @param schema The schema of `PlanFile`, as published.
 * @throws {Error} When the schema lacks a part of the reference.
 */
export function planReference(schema: JsonSchema): string {
  const sections = SECTIONS.map((section) => {
    const object = schema.definitions?.[section.type];
    if (object?.properties === undefined) {
      throw new Error(`Cannot describe ${section.type}: it is not an object`);
    }
    return [`## ${section.heading}`, "", ...sentence(object), ...table(object, section.form)].join("\n");
  });
  const head = `<!-- ${MARK} -->

# Plan files

\`.planning/phases/<NN>-<name>/<phase>-<plan>-PLAN.md\`: YAML between two lines of \`---\`, then elements. The
elements here are structure where they begin a line or follow another one; everything else is text and needs no
escaping. Tasks count from 1 in the order of the file.`;
  return [head, ...sections].join("\n\n") + "\n";
}

function sentence({ description = "" }: JsonSchema): readonly string[] {
  return description === "" ? [] : [description, ""];
}

function table(object: JsonSchema, form: Section["form"]): readonly string[] {
  const written = Object.entries(object.properties ?? {})
    .filter(([name]) => form !== "task" || !UNWRITTEN.has(name));
  if (form !== "yaml") {
    return [
      "| Element | Meaning |",
      "| --- | --- |",
      ...written.map(([name, { description = "" }]) => row([elementOf(name, form), description])),
    ];
  }
  return [
    "| Key | Type | Required | Meaning |",
    "| --- | --- | --- | --- |",
    ...written.map(([name, property]) => {
      const required = object.required?.includes(name) ? "yes" : "";
      return row([`\`${name}\``, typeOf(property), required, property.description ?? ""]);
    }),
  ];
}

function elementOf(name: string, form: Section["form"]): string {
  if (name === "further") return "other elements";
  if (name === "attributes") return "other attributes";
  if (form === "body") return `\`<${name}>\``;
  if (ATTRIBUTES.has(name)) return `attribute \`${name}\``;
  if (name === "checks") return "`<automated>` inside of `<verify>`";
  return `\`<${name.replaceAll("_", "-")}>\``;
}

function typeOf({ type, enum: allowed, items, $ref, minimum, anyOf }: JsonSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (allowed !== undefined) return allowed.map((value) => `\`${value}\``).join(" or ");
  if (type === "array") return items?.type === "string" ? "list of strings" : "list of objects";
  if ($ref !== undefined) return "object";
  if (type === "integer" && minimum !== undefined) return `integer, ${minimum} or more`;
  return String(type ?? "any");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
