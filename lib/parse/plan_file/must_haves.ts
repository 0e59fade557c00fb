import type { Span, TextEdit } from "../../../schemas/diagnostic.ts";
import { define, plainValue, type ShapeReader } from "../yaml/shape_reader.ts";
import { coreValue, entryOf, type YamlEntry, type YamlMap, type YamlNode } from "../yaml/yaml.ts";
import { quotedText, yamlText } from "../../text/quote_yaml.ts";

/**
 * Reads must-haves leniently. See docs/decisions/field-data.md and docs/plan-file.md.
 * A key link that contains lists becomes one link for each of their items. The additional links come after
 * all others, so that the n-th link is the n-th of the file.
 *
 * @param node The value of `must_haves`.
 * @param reader Reads the values, and records unusual forms.
 * @returns The value in the specification's shape, as far as it could be read so.
 */
export function readMustHaves(node: YamlNode, reader: ShapeReader): unknown {
  if (node.kind === "list") {
    reader.note(
      node.span,
      `"must_haves" is a list and is read as its truths`,
      "Write the list under must_haves: truths:",
      node.items.every(({ kind }) => kind === "scalar")
        ? { title: "Put the list under truths", edits: underTruths(node.span, reader.source) }
        : undefined,
    );
    noteStatements(node, reader);
    return { truths: node.items.map((item) => readTruth(item, reader)) };
  }
  if (node.kind !== "map") return plainValue(node);
  const value: Record<string, unknown> = {};
  for (const entry of node.entries) define(value, entry.key, readMustHave(entry, reader));
  return value;
}

function readMustHave(entry: YamlEntry, reader: ShapeReader): unknown {
  switch (entry.key) {
    case "truths":
      noteStatements(entry.value, reader);
      return reader.list(entry, (item) => readTruth(item, reader));
    case "artifacts":
      notePlain(entry.value, PLAIN_ARTIFACT, reader);
      return reader.list(entry, (item) => readArtifact(item, reader));
    case "key_links": {
      notePlain(entry.value, PLAIN_LINK, reader);
      const links = reader.list(entry, (item) => readKeyLink(item, reader));
      return Array.isArray(links) ? inFileOrder(links) : links;
    }
    default:
      return plainValue(entry.value);
  }
}

/** The messages about plain strings in place of mappings. */
interface PlainMessages {
  readonly one: string;
  readonly many: (count: number) => string;
  readonly hint: string;
}

const PLAIN_ARTIFACT: PlainMessages = {
  one: "An artifact is a plain string and is read as its path",
  many: (count) => `${count} artifacts are plain strings and are read as their paths`,
  hint: "Write `- path: …` and `provides: …`",
};
const PLAIN_LINK: PlainMessages = {
  one: "A key link is a plain string, which a person has to check",
  many: (count) => `${count} key links are plain strings, which a person has to check`,
  hint: "Write `- from: …`, `to: …`, `via: …` and `pattern: …`, or put it under truths",
};

/** Maximum number of plain strings in a list that are reported one by one; more are reported in one note. */
const MAX_SINGLE_NOTES = 3;

function notePlain(node: YamlNode, { one, many, hint }: PlainMessages, reader: ShapeReader): void {
  const items = node.kind === "list" ? node.items : [node];
  const plain = items.filter((item) => item.kind === "scalar" && (item !== node || coreValue(item) !== null));
  const isHabit = plain.length > MAX_SINGLE_NOTES;
  const message = isHabit ? many(plain.length) : one;
  for (const { span } of isHabit ? plain.slice(0, 1) : plain) reader.note(span, message, hint);
}

/** The keys of the statement in truths that are mappings, next to an ID or a status. */
const STATEMENTS = ["truth", "statement", "description", "text"];

/** The statement of a truth that is a mapping with an ID and the like. */
function statementIn(node: YamlNode): { readonly key: string; readonly text: string } | undefined {
  if (node.kind !== "map") return undefined;
  for (const key of STATEMENTS) {
    const value = entryOf(node, key)?.value;
    const text = value?.kind === "scalar" ? value.text.trim() : "";
    if (text !== "") return { key, text };
  }
  return undefined;
}

/** Records once that the truths of a list are mappings. */
function noteStatements(node: YamlNode, reader: ShapeReader): void {
  const truths = node.kind === "list" ? node.items.filter(statementIn) : [];
  const first = truths[0];
  if (first === undefined) return;
  const { key } = statementIn(first)!;
  const message = truths.length === 1
    ? `A truth is a mapping, and its "${key}" is read as the truth`
    : `${truths.length} truths are mappings, and their "${key}" is read as the truth`;
  reader.note(first.span, message, "Write each truth as a string");
}

/** Words before a colon, and text after it: a single word may be a key, and quotes may enclose only a part. */
const SENTENCE = /^[^\s"'[{:]+[ \t][^"':\n]*:[ \t]+[^\s"'[{][^\n]*$/;

function readTruth(node: YamlNode, reader: ShapeReader): unknown {
  if (node.kind === "scalar") return reader.text(node);
  const statement = statementIn(node);
  if (statement !== undefined) return statement.text;
  const written = reader.source.slice(node.span.start, node.span.end);
  const message = node.kind === "map"
    ? "A truth with a colon is a mapping in YAML, and is read as text"
    : "A truth in brackets is a list in YAML, and is read as text";
  const fix = SENTENCE.test(written)
    ? { title: "Put the truth in quotes", edits: [{ ...node.span, text: quotedText(written) }] }
    : undefined;
  reader.note(node.span, message, "Put the truth in quotes", fix);
  return written.trim().replace(/\s+/g, " ");
}

/** Returns the paths of the artifacts in must-haves as {@link readMustHaves} reads them. */
export function artifactPaths(mustHaves: unknown): readonly string[] {
  const { artifacts } = (mustHaves ?? {}) as { readonly artifacts?: unknown };
  if (!Array.isArray(artifacts)) return [];
  return artifacts.map((item) => item?.path).filter((path) => typeof path === "string");
}

function readArtifact(node: YamlNode, reader: ShapeReader): unknown {
  if (node.kind === "scalar") return { path: node.text, provides: "" };
  if (node.kind !== "map") return plainValue(node);
  return withEmpty(
    node,
    ["provides"],
    readEntries(node, (entry) => readArtifactField(entry, reader)),
    reader,
  );
}

function readArtifactField(entry: YamlEntry, reader: ShapeReader): unknown {
  switch (entry.key) {
    case "path":
      return reader.text(entry.value);
    case "provides":
      return readProse(entry, reader);
    case "contains":
    case "not_contains":
      return entry.value.kind === "list"
        ? entry.value.items.map((item) => reader.text(item))
        : reader.text(entry.value);
    case "exports":
      return reader.texts(entry);
    case "min_lines":
    case "min_tests":
      return reader.number(entry.value);
    default:
      return plainValue(entry.value);
  }
}

/** The fields of a link in which a list stands for several links. */
const EACH = ["from", "to", "pattern"];

function readKeyLink(node: YamlNode, reader: ShapeReader): unknown {
  if (node.kind === "scalar") return { from: node.text, to: "", via: "", pattern: "" };
  if (node.kind !== "map") return plainValue(node);
  const lists = new Map<string, readonly string[]>();
  const link = readEntries(node, (entry) => {
    const { key, keySpan, value } = entry;
    if (key === "via") return readProse(entry, reader);
    if (!EACH.includes(key)) return plainValue(value);
    const texts = textsOf(value);
    if (texts === undefined) return reader.text(value);
    lists.set(key, texts);
    const message = `"${key}" is a list and is read as a key link for each item`;
    reader.note(keySpan, message, "Write a key link for each item");
    return texts[0];
  });
  const read = withEmpty(node, ["via", "pattern"], link, reader);
  const count = Math.max(1, ...[...lists.values()].map((texts) => texts.length));
  const isWhole = ["from", "to"].every((key) => typeof read[key] === "string");
  if (count === 1 || !isWhole) return read;
  return new SeveralLinks(Array.from({ length: count }, (_, index) => {
    const fields = [...lists].map(([key, texts]) => [key, texts[index] ?? texts.at(-1)]);
    return { ...read, ...Object.fromEntries(fields) };
  }));
}

/** The links of one item of `key_links`. */
class SeveralLinks {
  constructor(readonly links: readonly unknown[]) {}
}

/** Orders links: the first link of each item in the item's place, the additional ones at the end. */
function inFileOrder(read: readonly unknown[]): readonly unknown[] {
  const first = read.map((item) => item instanceof SeveralLinks ? item.links[0] : item);
  const more = read.flatMap((item) => item instanceof SeveralLinks ? item.links.slice(1) : []);
  return [...first, ...more];
}

/** Reads prose; joins a list of strings. */
function readProse({ key, value }: YamlEntry, reader: ShapeReader): unknown {
  const texts = textsOf(value);
  if (texts === undefined) return reader.text(value);
  const joined = texts.join(", ");
  const written = reader.source.slice(value.span.start, value.span.end);
  const fix = /[\r\n]/.test(written) || texts.some((text) => text.includes(","))
    ? undefined
    : { title: "Write one string", edits: [{ ...value.span, text: yamlText(joined) }] };
  reader.note(value.span, `"${key}" is a list and is read as one string`, "Write one string", fix);
  return joined;
}

/** The strings of a list that is not empty and contains nothing else. */
function textsOf(node: YamlNode): readonly string[] | undefined {
  if (node.kind !== "list" || node.items.length === 0) return undefined;
  const texts = node.items.map((item) => item.kind === "scalar" ? item.text : "");
  return texts.every((text) => text !== "") ? texts : undefined;
}

function readEntries(node: YamlMap, read: (entry: YamlEntry) => unknown): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const entry of node.entries) define(value, entry.key, read(entry));
  return value;
}

/** Notes those of the keys that are missing, which are read as empty. */
function withEmpty(
  node: YamlMap,
  keys: readonly string[],
  value: Record<string, unknown>,
  reader: ShapeReader,
): Record<string, unknown> {
  for (const key of keys) {
    if (Object.hasOwn(value, key)) continue;
    reader.note(node.span, `"${key}" is missing here`, `Add \`${key}: …\``);
    value[key] = "";
  }
  return value;
}

/** Edits that put a list under the key `truths`. */
function underTruths({ start, end }: Span, text: string): readonly TextEdit[] {
  const insert = (at: number, inserted: string) => ({ start: at, end: at, text: inserted });
  if (text[start] === "[") return [insert(start, "{ truths: "), insert(end, " }")];
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (indent !== "") return [insert(start, `truths:${newline}${indent}`)];
  const edits = [insert(start, `  truths:${newline}  `)];
  for (let at = text.indexOf("\n", start) + 1; at > 0 && at < end; at = text.indexOf("\n", at) + 1) {
    edits.push(insert(at, "  "));
  }
  return edits;
}
