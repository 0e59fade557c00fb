/**
 * Turns the schemas of the data that files mean into schemas of the files: they accept what `wf validate`
 * accepts without an error, whichever YAML or JSON reader reads the file.
 *
 * The specification's form comes first, then what is read like it. `not` admits values that JSON does not have,
 * such as the dates of YAML 1.1.
 * @module
 */
import { defined } from "../../lib/collections/defined.ts";
import { templateVariables } from "../../lib/text/template.ts";
import type { JsonSchema } from "./json_schemas.ts";

const LISTS: JsonSchema = { type: ["array", "object"] };
const NO_TEXT: JsonSchema = { type: ["array", "object", "null"] };

/** The forms that are read like those of the specification, by the names of their definitions. */
const FORMS = {
  Scalar: { description: "A scalar; `null` is an omitted value.", not: LISTS },
  Text: { description: "A string, or what a YAML reader makes of one: a number, a date.", not: NO_TEXT },
  Digits: { description: "A whole number in quotes.", type: "string", pattern: "^[0-9]+$" },
  TrueOrFalse: {
    description: "A boolean in any case, or in quotes.",
    type: "string",
    pattern: "^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$",
  },
  Truth: { description: "A string; with a colon it is a mapping in YAML.", not: { type: "null" } },
  Truths: { type: "array", minItems: 1, items: { $ref: "#/definitions/Truth" } },
  SingleTruth: {
    description: "A truth that is not in a list.",
    not: { anyOf: [NO_TEXT, { type: "string", pattern: "^\\s*$" }] },
  },
  Several: {
    description: "Several strings.",
    type: "array",
    minItems: 1,
    items: { not: { anyOf: [NO_TEXT, { const: "" }] } },
  },
  NamedRequirement: {
    description: "`REQ-02: text`, which is a mapping in YAML.",
    type: "object",
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: { $ref: "#/definitions/Scalar" },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Fields in which a list of texts is read too. */
const LISTABLE: ReadonlySet<string> = new Set(["provides", "via", "from", "to", "pattern"]);
/** Required fields that are read as empty if they are missing. */
const OMISSIBLE: ReadonlySet<string> = new Set(["provides", "via", "pattern"]);

/** Returns the schema of a plan's frontmatter as any YAML reader reads it. */
export function readablePlan(schema: JsonSchema): JsonSchema {
  const { definitions = {}, ...root } = schema;
  return {
    ...readableFields(root),
    definitions: { ...mapValues(definitions, readableFields), ...FORMS },
  };
}

function form(name: keyof typeof FORMS): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

function readableFields(object: JsonSchema): JsonSchema {
  return {
    ...object,
    properties: mapValues(object.properties ?? {}, (field, name) => {
      const { description, default: initial, examples, ...written } = field;
      return {
        ...defined({ description, default: initial, examples }),
        anyOf: [...(written.anyOf ?? [written]).map(withReadableItems(name)), ...alternatives(name, written)],
      };
    }),
    required: object.required?.filter((name) => !OMISSIBLE.has(name)) ?? [],
  };
}

function withReadableItems(name: string): (schema: JsonSchema) => JsonSchema {
  return ({ items, ...list }) => {
    if (items === undefined) return list;
    if (name === "truths") return form("Truths");
    if (items.$ref !== undefined) return { ...list, items: { anyOf: [items, form("Scalar")] } };
    const also = name === "requirements" ? [form("NamedRequirement")] : [];
    return { ...list, items: { anyOf: [items, form("Text"), ...also] } };
  };
}

/** Returns the forms that are read like the form of a field. */
function alternatives(name: string, { type, $ref, anyOf }: JsonSchema): readonly JsonSchema[] {
  if ($ref !== undefined) return [form("Truths")];
  if (anyOf !== undefined) return [form("Text")];
  switch (type) {
    case "integer":
      return [form("Digits")];
    case "boolean":
      return [form("TrueOrFalse")];
    case "array":
      return [name === "truths" ? form("SingleTruth") : form("Scalar")];
    default:
      return LISTABLE.has(name) ? [form("Text"), form("Several")] : [form("Text")];
  }
}

/** Returns the schema of a configuration file, with the forms that are read with a warning. */
export function readableConfig(schema: JsonSchema): JsonSchema {
  const { definitions = {}, ...root } = schema;
  return {
    ...readableObject(root),
    allOf: Object.keys(definitions["PlanningConfig"]?.properties ?? {}).map(booleanAtTop),
    definitions: mapValues(definitions, readableObject),
  };
}

/** Unknown keys are kept. */
function readableObject(object: JsonSchema): JsonSchema {
  const { required: _, properties = {}, ...rest } = object;
  return { ...rest, properties: mapValues(properties, readableKey), additionalProperties: true };
}

function readableKey(key: JsonSchema, name: string): JsonSchema {
  const { description, default: initial, ...form } = key;
  if (name === "$schema") return defined({ description });
  const known = templateVariables(`git.${name}`);
  if (known !== undefined) return { ...key, pattern: templatePattern(known) };
  const other = otherForm(name, form);
  return other === undefined ? key : { ...defined({ description, default: initial }), anyOf: [form, other] };
}

function otherForm(name: string, { type, enum: allowed }: JsonSchema): JsonSchema | undefined {
  if (name === "parallelization") return { type: ["boolean", "string"] };
  if (name === "model_profile" || type === "array") return { type: "string" };
  if (allowed === undefined) return undefined;
  return { type: "string", pattern: `^(?:${allowed.map(inAnyCase).join("|")})$` };
}

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/** Returns the pattern of templates with known variables that make a name git accepts for a branch. */
function templatePattern(known: readonly string[]): string {
  const other = `\\{(?!(?:${known.join("|")})\\})`;
  const bad = [`${other}[^{}]*\\}`, `@${other}`, "//", "/\\.", "\\.\\.", "\\.lock(?:/|$)", "[/.]$"];
  return `^(?!(?:HEAD|@)$)(?![-/.])(?!.*(?:${bad.join("|")}|[\\x00- \\x7f~^:?*\\[\\\\]))`;
}

/** A key of `planning` that is only at the top is read there, and must be a boolean. */
function booleanAtTop(name: string): JsonSchema {
  const having = (type: string | readonly string[]) => ({ properties: { [name]: { type } } });
  const planning: JsonSchema = { type: "object", ...having("boolean"), required: [name] };
  return {
    anyOf: [having(["boolean", "null", "object"]), { properties: { planning }, required: ["planning"] }],
  };
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, name: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
