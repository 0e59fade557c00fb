import type { Span } from "../../../schemas/diagnostic.ts";
import { lineAt } from "./document.ts";

/** A place in YAML, by what surrounds it. */
export interface YamlPlace {
  /**
   * Keys from the outside to the inside, {@link ITEM} for an item of a list. For a key those of the
   * mapping it is in, for anything else those of the value.
   */
  readonly path: readonly string[];
  /** True for a key, which a colon follows; else it is a value, or will be a key once it has its colon. */
  readonly isKey: boolean;
  /** Whether it is in brackets or braces. */
  readonly inFlow: boolean;
  /** The word at the place, without quotes; empty where there is none. */
  readonly span: Span;
  /** The other keys of the mapping that the place is in, where they stand in lines of their own. */
  readonly siblings: ReadonlySet<string>;
}

/** Stands for an item of a list in a path. */
export const ITEM = "[]";

/** A key or the dash of an item, on a line. */
interface Token {
  readonly name: string;
  /** UTF-16 units before it on its line. */
  readonly column: number;
  /** The key without quotes, or the dash. */
  readonly span: Span;
  /** Offset after it and the blanks behind it. */
  readonly rest: number;
  /** What it is in. */
  readonly parent: Token | undefined;
}

const DASH = /-(?:[ \t]+|(?=\r?\n|(?![\s\S])))/y;
const KEY = /("[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},:-][^\n:#]*?)[ \t]*:(?:[ \t]+|(?=\r?\n|(?![\s\S])))/y;
/** Characters of a line in which a key is looked for. */
const KEY_LIMIT = 200;

/**
 * What a place in YAML is, read from the text alone: it need not parse, as while it is being written.
 * In time linear in the YAML.
 *
 * @param text The whole text.
 * @param offset The place.
 * @param yaml Where the YAML stands in the text.
 */
export function yamlPlace(text: string, offset: number, yaml: Span): YamlPlace {
  const line = lineAt(text, offset);
  const tokens = readTokens(text, yaml);
  const above = tokens.filter(({ span }) => span.start < line.start);
  const here = tokens.filter(({ span }) => span.start >= line.start && span.start <= line.end);
  const nearest = here.findLast(({ span }) => span.start <= offset) ?? above.at(-1);
  const levels = nearest === undefined ? [] : scanFlow(text, nearest.rest, offset);
  if (levels.length > 0) return flowPlace(text, offset, levels, pathOf(nearest));
  const key = here.find(({ name, span }) => name !== ITEM && offset >= span.start && offset <= span.end);
  if (key !== undefined) {
    const siblings = keysIn(key.parent, tokens, key.span.start);
    return { path: pathOf(key.parent), isKey: true, inFlow: false, span: key.span, siblings };
  }
  const before = here.findLast(({ span }) => span.end <= offset);
  const from = before?.rest ?? afterSpaces(text, line.start);
  const span = offset < from ? { start: offset, end: offset } : wordAt(text, from, line.end, offset);
  const around = before ?? parentAt(above, span.start - line.start, false);
  const siblings = keysIn(around, tokens, span.start);
  return { path: pathOf(around), isKey: false, inFlow: false, span, siblings };
}

function pathOf(token: Token | undefined): readonly string[] {
  const path: string[] = [];
  for (let at = token; at !== undefined; at = at.parent) path.push(at.name);
  return path.reverse();
}

function keysIn(parent: Token | undefined, tokens: readonly Token[], besides: number): ReadonlySet<string> {
  const inside = tokens.filter((token) =>
    token.parent === parent && token.name !== ITEM && token.span.start !== besides
  );
  return new Set(inside.map(({ name }) => name));
}

/** The dashes and keys that lines begin with, each with what it is in. */
function readTokens(text: string, yaml: Span): readonly Token[] {
  const tokens: Token[] = [];
  for (let start = yaml.start; start < yaml.end; start = nextLine(text, start)) {
    let at = afterSpaces(text, start);
    const add = (name: string, from: number, to: number, rest: number) => {
      const column = at - start;
      const parent = parentAt(tokens, column, name === ITEM && at === afterSpaces(text, start));
      tokens.push({ name, column, span: { start: from, end: to }, rest, parent });
      at = rest;
    };
    for (DASH.lastIndex = at; DASH.test(text); DASH.lastIndex = at) add(ITEM, at, at + 1, DASH.lastIndex);
    const key = readKey(text, at);
    if (key !== undefined) add(key.name, key.start, key.start + key.name.length, key.rest);
  }
  return tokens;
}

function readKey(text: string, at: number) {
  KEY.lastIndex = 0;
  const key = KEY.exec(text.slice(at, at + KEY_LIMIT));
  if (key === null) return undefined;
  const quoted = /^["']/.test(key[1]!) ? 1 : 0;
  const name = key[1]!.slice(quoted, key[1]!.length - quoted);
  return { name, start: at + quoted, rest: at + key[0].length };
}

/**
 * What a column of the next line is in: the last token with a lesser column, among those that the last
 * one is in. The dashes of a list may stand right below its key.
 */
function parentAt(tokens: readonly Token[], column: number, isDash: boolean): Token | undefined {
  let token = tokens.at(-1);
  const isAround = (candidate: Token) =>
    candidate.column < column || (isDash && candidate.column === column && candidate.name !== ITEM);
  while (token !== undefined && !isAround(token)) token = token.parent;
  return token;
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end + 1;
}

function afterSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** A collection in brackets or braces that is open at a place. */
interface Level {
  readonly bracket: "[" | "{";
  /** Where the item or the value begins that is being read. */
  from: number;
  /** The key before the colon. */
  key: string | undefined;
}

/** The collections that are open at a place, when a value that begins before it is one. */
function scanFlow(text: string, start: number, offset: number): readonly Level[] {
  if (!/[[{]/.test(text[start] ?? "")) return [];
  const levels: Level[] = [];
  for (let at = start; at < offset; at++) {
    const character = text[at]!;
    const level = levels.at(-1);
    if (character === "[" || character === "{") {
      levels.push({ bracket: character, from: at + 1, key: undefined });
    } else if (character === "]" || character === "}") {
      levels.pop();
      if (levels.length === 0) return [];
    } else if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      if (close === -1 || close >= offset) break;
      at = close;
    } else if (level !== undefined && character === ",") {
      level.from = at + 1;
      level.key = undefined;
    } else if (level?.bracket === "{" && character === ":" && level.key === undefined) {
      level.key = text.slice(level.from, at).trim().replace(/^["']|["']$/g, "");
      level.from = at + 1;
    }
  }
  return levels;
}

function flowPlace(
  text: string,
  offset: number,
  levels: readonly Level[],
  outer: readonly string[],
): YamlPlace {
  const path = [...outer];
  for (const { bracket, key } of levels) {
    if (bracket === "[") path.push(ITEM);
    else if (key !== undefined) path.push(key);
  }
  const { bracket, from, key } = levels.at(-1)!;
  const line = lineAt(text, offset);
  const behind = text.slice(offset, line.end);
  const rest = /[,\]}]/.exec(behind)?.index ?? behind.length;
  const colon = behind.slice(0, rest).indexOf(":");
  const isKey = bracket === "{" && key === undefined && colon !== -1;
  const span = wordAt(text, Math.max(from, line.start), offset + (isKey ? colon : rest), offset);
  return { path, isKey, inFlow: true, span, siblings: new Set() };
}

/** What stands between two offsets, without blanks, quotes and a comment; a place in blanks is empty. */
function wordAt(text: string, from: number, to: number, offset: number): Span {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const word = text.slice(start, to).replace(/(?:^|[ \t])#.*$/, "").trimEnd();
  const end = start + word.length;
  if (offset < start || offset > end) return { start: offset, end: offset };
  const open = /^["']/.test(word) ? 1 : 0;
  const close = open === 1 && word.length > 1 && word.endsWith(word[0]!) ? 1 : 0;
  return { start: start + open, end: end - close };
}
