import { quotedText, quoteYaml, yamlText } from "./quote_yaml.ts";

/** A column that lists in brackets do not exceed. */
const MAX_COLUMN = 100;

/**
 * Writes a mapping as block YAML that every reader reads alike, whether of YAML 1.1 or 1.2: strings that one of
 * them takes for something else are quoted.
 *
 * @param fields Values of JSON, by key.
 * @returns The lines, each with a line ending.
 */
export function writeYaml(fields: Readonly<Record<string, unknown>>): string {
  return mapLines(fields, "").map((line) => `${line}\n`).join("");
}

function mapLines(fields: object, indent: string): readonly string[] {
  return Object.entries(fields).filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => valueLines(`${indent}${scalarText(key)}:`, value, indent));
}

/** Returns a value after its key: on the same line, or on the lines below it. */
function valueLines(key: string, value: unknown, indent: string): readonly string[] {
  if (isMap(value) && Object.keys(value).length > 0) return [key, ...mapLines(value, `${indent}  `)];
  if (!Array.isArray(value) || isShort(value, key)) return [`${key} ${flowText(value)}`];
  return [key, ...value.flatMap((item) => itemLines(item, `${indent}  `))];
}

/** Returns an item of a list; a mapping begins on the line of its hyphen. */
function itemLines(item: unknown, indent: string): readonly string[] {
  if (!isMap(item) || Object.keys(item).length === 0) return [`${indent}- ${flowText(item)}`];
  const [first, ...others] = mapLines(item, `${indent}  `);
  return [`${indent}- ${first!.trimStart()}`, ...others];
}

/** Reports whether a list is written in brackets: its items are single words, and fit on the line. */
function isShort(items: readonly unknown[], key: string): boolean {
  return items.every((item) => typeof item !== "object" && !/\s/.test(String(item))) &&
    key.length + flowText(items).length < MAX_COLUMN;
}

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (!isMap(value)) return scalarText(value);
  const entries = Object.entries(value).map(([key, inner]) => `${scalarText(key)}: ${flowText(inner)}`);
  return `{${entries.join(", ")}}`;
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value !== "number") return String(value ?? null);
  // YAML's own name of infinity is a string to some readers, and so is a power without a dot.
  return String(value).replace("Infinity", "1e+999").replace(/^(-?\d+)e/, "$1.0e");
}

/** Matches words that a reader may take for a boolean or nothing. */
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** Matches strings that cannot be numbers or dates: `a`, `./a`, `03-accounts`. */
const WORD = /^(?:[A-Za-z_]|\.{0,2}[\w-]*\/|\d+-[A-Za-z])/;
// deno-lint-ignore no-control-regex -- YAML allows them only as escapes
const ESCAPED = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

function stringText(text: string): string {
  if (ESCAPED.test(text) || !text.isWellFormed()) return quoteYaml(text);
  if (WORD.test(text) && !RESERVED.test(text) && yamlText(text) === text) return text;
  return /["\\]/.test(text) ? quotedText(text) : `"${text}"`;
}
