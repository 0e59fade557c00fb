import type { Span } from "../../../schemas/diagnostic.ts";
import { lineAt } from "./document.ts";

export interface YamlPlace {
  /** The keys around it, outermost first, with {@link ITEM} for a list item. For a key the path of its mapping,
   * otherwise the path of the value.
   */
  readonly path: readonly string[];
  /** True for a key with a colon. Otherwise it is a value, or a key that has no colon yet. */
  readonly isKey: boolean;
  /** True inside brackets or braces. */
  readonly inFlow: boolean;
  /** The word at the place, without quotes; empty if there is none. */
  readonly span: Span;
  /** The other keys of the same mapping that have their own lines. */
  readonly siblings: ReadonlySet<string>;
}

/** Represents a list item in a path. */
export const ITEM = "[]";

/** A key or the dash of an item, on a line. */
interface Token {
  readonly name: string;
  /** Column, in UTF-16 code units from 0. */
  readonly column: number;
  /** The key without quotes, or the dash. */
  readonly span: Span;
  /** Offset after it and its trailing spaces. */
  readonly rest: number;
  /** The token that contains it. */
  readonly parent: Token | undefined;
}

const DASH = /-(?:[ \t]+|(?=\r?\n|(?![\s\S])))/y;
const KEY = /("[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},:-][^\n:#]*?)[ \t]*:(?:[ \t]+|(?=\r?\n|(?![\s\S])))/y;
/** Length of the part of a line that is searched for a key, in UTF-16 code units. */
const KEY_LIMIT = 200;

/** Determines a place in YAML from the text alone: it need not parse, for it may be incomplete. Runs in time linear
 * in the YAML.
 *
 * @param yaml The span of the YAML in the text.
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

function keysIn(parent: Token | undefined, tokens: readonly Token[], except: number): ReadonlySet<string> {
  const inside = tokens.filter((token) =>
    token.parent === parent && token.name !== ITEM && token.span.start !== except
  );
  return new Set(inside.map(({ name }) => name));
}

/** Returns the dashes and keys at the beginning of lines, each with the token that contains it. */
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

/** Finds the token that contains a column of the next line: the innermost one with a smaller column. The dashes of a
 * list may be in the same column as its key.
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
  /** Offset at which the current item or value begins. */
  from: number;
  /** The key before the colon. */
  key: string | undefined;
}

/** Returns the collections that are open at a place, if the value before it is a collection. */
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

/** Returns the text between two offsets, without spaces, quotes and comments; empty for a place between spaces. */
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
