/** Fixes of frontmatter that does not parse because quotes are missing. A line is fixed only if it has one
 * possible meaning, and only if the whole frontmatter parses afterwards.
 * @module
 */
import type { Fix, Span, TextEdit } from "../../../schemas/diagnostic.ts";
import { ARTIFACT_KEYS, LINK_KEYS } from "../../parse/yaml/known_keys.ts";
import { parseYaml, type YamlNode, type YamlProblem } from "../../parse/yaml/yaml.ts";
import { quotedText } from "../../text/quote_yaml.ts";

/** Maximum number of lines fixed in one frontmatter; more are not a typo. */
const MAX_LINES = 100;

/**
 * Fixes frontmatter that does not parse; undefined unless it parses afterwards.
 *
 * Each line is fixed on its own, and its value must read back as the text that was written.
 *
 * @param text The file.
 * @param span The frontmatter.
 * @param first The parser's report, with an offset of the file.
 */
export function yamlFix(text: string, span: Span, first: YamlProblem): Fix | undefined {
  const original = text.slice(span.start, span.end).split("\n");
  const lines = [...original];
  const fixed = new Set<number>();
  let problem = { ...first, offset: first.offset - span.start };
  for (let left = MAX_LINES; left > 0; left--) {
    const index = candidates(lines, problem).find((line) => !fixed.has(line) && fixLine(lines, line));
    if (index === undefined) return undefined;
    fixed.add(index);
    const result = parseYaml(lines.join("\n"));
    if (result.kind !== "failed") {
      const isMapping = result.kind === "parsed" && result.root.kind === "map";
      return isMapping ? fixOf(original, lines, span.start) : undefined;
    }
    problem = result.problem;
  }
  return undefined;
}

/** The line on which a problem became visible, and the last line with text before it. */
function candidates(lines: readonly string[], { reason, offset }: YamlProblem): readonly number[] {
  const text = lines.join("\n");
  const at = /escape sequence|hexadecimal/.test(reason) ? text.lastIndexOf("\\", offset) : offset;
  const own = text.slice(0, Math.max(0, at)).split("\n").length - 1;
  let before = own - 1;
  while (before >= 0 && lines[before]!.trim() === "") before--;
  return before >= 0 ? [own, before] : [own];
}

/** Fixes a line in place; false if the fix is not certain. */
function fixLine(lines: string[], index: number): boolean {
  const line = lines[index]!;
  const { start, value, key, column, item } = valueOf(line);
  const next = lines.slice(index + 1).find((other) => other.trim() !== "");
  if (value === "" || (next !== undefined && next.search(/\S/) > column)) return false;
  const field = item ? "" : key;
  const prose = PROSE.has(field === "" ? listKey(lines, index, column) : field);
  const fix = quoteFixOf(item ? line.slice(item).trimEnd() : value, field, prose);
  if (fix === undefined) return false;
  const at = item ?? start;
  const before = line.slice(0, at) + fix.written;
  const result = parseYaml([...lines.slice(0, index), before].join("\n"));
  if (result.kind !== "parsed" || lastText(result.root) !== fix.text) return false;
  lines[index] = before + line.slice(at + line.slice(at).trimEnd().length);
  return true;
}

interface Value {
  /** Column at which the value begins. */
  readonly start: number;
  /** The value, without surrounding spaces. */
  readonly value: string;
  /** The key before it; empty for a list item. */
  readonly key: string;
  /** Column of the key, or of the dash of an item. */
  readonly column: number;
  /** Column of the text of a list item that only looks like a key with a value. */
  readonly item: number | undefined;
}

const BEFORE_VALUE = /^([ \t]*(?:-[ \t]+)*)(?:([\w.-]+):(?:[ \t]+|$))?/;

/** Keys that items of must-haves begin with; another word before a colon is part of a sentence. */
const ITEM_KEYS: ReadonlySet<string> = new Set([...ARTIFACT_KEYS, ...LINK_KEYS]);

function valueOf(line: string): Value {
  const [all, indent = "", key = ""] = BEFORE_VALUE.exec(line)!;
  const dash = indent.lastIndexOf("-");
  return {
    start: all.length,
    value: line.slice(all.length).trimEnd(),
    key,
    column: key === "" ? Math.max(dash, 0) : indent.length,
    item: dash !== -1 && key !== "" && !ITEM_KEYS.has(key) ? indent.length : undefined,
  };
}

/** Keys whose values or items are prose: the whole rest of the line is text. */
const PROSE: ReadonlySet<string> = new Set([
  "must_haves",
  "truths",
  "provides",
  "via",
  "description",
  "objective",
  "goal",
  "summary",
  "notes",
  "note",
]);

/** The key of the list that an item belongs to; empty if it is not found. */
function listKey(lines: readonly string[], index: number, dash: number): string {
  for (let at = index - 1; at >= 0; at--) {
    const [, indent = "", key] = /^([ \t]*(?:-[ \t]+)*)([\w.-]+):[ \t]*$/.exec(lines[at]!) ?? [];
    if (key !== undefined && indent.length <= dash) return key;
  }
  return "";
}

interface QuoteFix {
  /** The fixed value as it is written. */
  readonly written: string;
  /** The text that it parses to; for a list that of the last item. */
  readonly text: string;
}

/** Keys whose values are lists or mappings: brackets begin one. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  "depends_on",
  "files_modified",
  "requirements",
  "exports",
  "tags",
  "must_haves",
  "truths",
  "artifacts",
  "key_links",
]);
const PATHS: ReadonlySet<string> = new Set(["path", "from", "to", "files_modified"]);
const QUOTED = String.raw`"[^"\\]*"|'[^']*'`;
const QUOTED_LIST = new RegExp(`^(?:${QUOTED})(?:[ \\t]*,[ \\t]*(?:${QUOTED}))+$`);

/** @param prose True if the whole value is text. */
function quoteFixOf(value: string, key: string, prose: boolean): QuoteFix | undefined {
  const first = value.charAt(0);
  if (first === '"' && value.includes("\\")) return escapes(value, key);
  if (/[ \t]#/.test(value)) return undefined;
  if (QUOTED_LIST.test(value)) {
    const last = new RegExp(`(?:${QUOTED})$`).exec(value)![0].slice(1, -1);
    return COLLECTIONS.has(key) || key.endsWith("contains")
      ? { written: `[${value}]`, text: last }
      : undefined;
  }
  if (first === '"' || first === "'") return prose ? afterQuotes(value, first) : undefined;
  if (isClosedOnly(value)) return undefined;
  // Words after a path are an annotation, which belongs elsewhere.
  if (PATHS.has(key) && /\s/.test(value)) return undefined;
  const whole = { written: quotedText(value), text: value };
  if (first === "[" || first === "{") {
    return !COLLECTIONS.has(key) && /[\]}][ \t]*[^\s\]},:]/.test(value) ? whole : undefined;
  }
  if (first === "*") return /^\*[\w-]*$/.test(value) ? undefined : whole;
  // In prose these are operators; anchors and tags have a name, and two exclamation marks begin one of YAML's own.
  if (prose && /^(?:&&|![A-Za-z(])/.test(value)) return whole;
  if ("`@%".includes(first)) return whole;
  return /:[ \t]/.test(value) && !/^[&!|>#?-]/.test(value) && !value.endsWith(":") ? whole : undefined;
}

/** Reports whether a value ends with a quote that has lost the one that opened it. */
function isClosedOnly(value: string): boolean {
  const quotes = value.endsWith('"') ? /"/g : value.endsWith("'") ? /(?<!\w)'|'(?!\w)/g : undefined;
  return quotes !== undefined && (value.match(quotes) ?? []).length % 2 === 1;
}

/** Fixes text after quotes: an apostrophe that ended the value, or quotes that are part of the text. */
function afterQuotes(value: string, quote: string): QuoteFix | undefined {
  const close = value.indexOf(quote, 1);
  const rest = value.slice(close + 1);
  if (close === -1 || rest === "" || /^[ \t]*(?:[:,]|[\w-]+:(?:[ \t]|$))/.test(rest)) return undefined;
  if (quote === "'" && /^\w/.test(rest)) {
    if (!value.endsWith("'")) return undefined;
    const text = value.slice(1, -1).replaceAll("''", "'");
    return { written: quotedText(text), text };
  }
  if (quote === "'" && value.includes("''")) return undefined;
  const isInner = /\s/.test(value[close - 1]!) && /^\w/.test(rest) && value.endsWith(quote);
  // Quotes at both ends may enclose the whole value, or only words at its beginning and end.
  if (!isInner && value.endsWith(quote)) return undefined;
  const text = isInner ? value.slice(1, -1) : value;
  return { written: quotedText(text), text };
}

/** Keys whose values are patterns, in which a backslash is always literal. */
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "contains", "not_contains"]);

/** Replaces double quotes with single ones if the backslashes in them are not escapes. */
function escapes(value: string, key: string): QuoteFix | undefined {
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1];
  if (inner === undefined) return undefined;
  const written = [...inner.matchAll(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|.)/g)].map((match) =>
    match[1]!
  );
  const valid = (escape: string) => escape.length > 1 || '0abtnvfe "/\\N_LP'.includes(escape);
  if (written.some((escape) => escape === "\\" || escape === '"')) {
    if (!written.every((escape) => !valid(escape) || escape === "\\" || escape === '"')) return undefined;
    const doubled = inner.replace(/\\(.)/g, (all, escape: string) => valid(escape) ? all : `\\${all}`);
    return { written: `"${doubled}"`, text: inner.replace(/\\(["\\])/g, "$1") };
  }
  return PATTERNS.has(key) || !written.some(valid) ? { written: quotedText(inner), text: inner } : undefined;
}

/** The text of the last scalar of a document. */
function lastText(node: YamlNode): string | undefined {
  if (node.kind === "scalar") return node.text;
  const last = node.kind === "list" ? node.items.at(-1) : node.entries.at(-1)?.value;
  return last && lastText(last);
}

/** Creates one edit for each changed line, of only the characters that differ. */
function fixOf(before: readonly string[], after: readonly string[], base: number): Fix {
  const edits: TextEdit[] = [];
  let at = base;
  for (const [index, old] of before.entries()) {
    const line = after[index]!;
    if (line !== old) {
      let start = 0;
      while (old[start] === line[start]) start++;
      let end = 0;
      const shared = Math.min(old.length, line.length) - start;
      while (end < shared && old.at(-1 - end) === line.at(-1 - end)) end++;
      edits.push({
        start: at + start,
        end: at + old.length - end,
        text: line.slice(start, line.length - end),
      });
    }
    at += old.length + 1;
  }
  return {
    title: edits.length === 1 ? "Fix the quotes" : `Fix the quotes on ${edits.length} lines`,
    edits,
  };
}
