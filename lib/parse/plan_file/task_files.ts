import type { Span } from "../../../schemas/diagnostic.ts";

/**
 * Returns the paths in a `<files>` element that the task changes: separated by commas, semicolons or lines,
 * without bullets, quotes, enclosing brackets and annotations.
 *
 * Braces are not expanded. A path with a space needs quotes, backticks or a backslash. Sentences and words
 * such as `none` are not paths. A path with an annotation such as `(read-only)` is omitted.
 */
export function readFiles(text: string): readonly string[] {
  return readFileEntries(text).map(({ path }) => path);
}

/** A path in a `<files>` element. */
export interface FileEntry {
  readonly path: string;
  /** The text after it, for example `(new)`; may be empty. */
  readonly annotation: string;
  /** The span of the annotation and the spaces before it, in the element's text. */
  readonly annotationSpan: Span;
}

/** Returns the paths in a `<files>` element as {@link readFiles} reads them, with their annotations. */
export function readFileEntries(text: string): readonly FileEntry[] {
  const entries: FileEntry[] = [];
  // A line that begins with `none` continues as prose: `none — reads a.ts, b.ts`.
  let ignored = 0;
  for (const { start, end } of itemsOf(text)) {
    if (start < ignored) continue;
    const part = text.slice(start, end);
    const entry = readEntry(part);
    if (entry === undefined || isReadOnly(entry.annotation)) continue;
    if (isNothing(entry.path)) {
      if (/\p{L}/u.test(entry.path)) ignored = endOfLine(text, end);
      continue;
    }
    const written = part.trimEnd();
    const before = written.slice(0, written.length - entry.annotation.length).trimEnd();
    entries.push({ ...entry, annotationSpan: { start: start + before.length, end: start + written.length } });
  }
  return entries;
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}

/** Matches the items that most plans have, which consist of a path. */
const PATH = /^[\w./][\w./@+-]*$/;

/**
 * Returns the path at the beginning of an item if only an annotation follows: `(new)`, `— why` or `# why`.
 */
function readEntry(part: string): Omit<FileEntry, "annotationSpan"> | undefined {
  const item = part.trim().replace(/^[-*]\s+/, "");
  if (PATH.test(item)) return { path: item, annotation: "" };
  const quoted = /^([`"'])([^`"']+)\1/.exec(item);
  if (quoted !== null) {
    const path = quoted[2]!.trim();
    return path === "" ? undefined : { path, annotation: item.slice(quoted[0].length).trim() };
  }
  const pairs = bracketPairs(item);
  if (pairs.get(0) === item.length - 1) return undefined;
  const pathEnd = endOfPath(item, pairs);
  const [path, annotation] = [item.slice(0, pathEnd), item.slice(pathEnd).trim()];
  if (!/^(?:[(（].*[)）])?\s*(?:$|[—–-](?:\s|$)|#)/.test(annotation)) return undefined;
  if (isUnbalanced(item, pathEnd, pairs) || isProse(path) || /^[(（][^/]*$/.test(path)) return undefined;
  return { path: path.replaceAll("\\ ", " "), annotation };
}

/** Matches a file extension; applied to the last twelve characters. */
const ENDING = /[^/]\.\w+$/;

/** Returns the offset at which the path of an item ends: at a space, or at a bracketed annotation. */
function endOfPath(item: string, pairs: Pairs): number {
  const blank = item.search(/(?<!\\)\s/);
  const end = blank === -1 ? item.length : blank;
  for (const [open, close] of pairs) {
    if (open >= end || (close + 1 < end && !/[(（]/.test(item[close + 1]!))) continue;
    if (item[open] === "（" || ENDING.test(item.slice(Math.max(0, open - 12), open))) return open;
  }
  return end;
}

/** Returns true when the text before an offset contains an unbalanced bracket. */
function isUnbalanced(item: string, end: number, pairs: Pairs): boolean {
  let paired = 0;
  for (const [open, close] of pairs) {
    if (open < end && close < end) paired += 2;
  }
  return (item.slice(0, end).match(/[()（）]/g)?.length ?? 0) !== paired;
}

const NOTHING = new RegExp(
  `^(?:|[-—–*]|n/a|(?:${
    [
      ...["none", "nothing", "nil", "ninguno", "ninguna", "nenhum", "nenhuma", "nada", "keine", "keiner"],
      ...["nichts", "aucun", "aucune", "rien", "nessuno", "nessuna", "niente", "brak", "geen", "ingen"],
      ...["inga", "inget", "yok", "nincs", "žádné", "žádný", "không"],
    ].join("|")
  })\\.?)$`,
  "iu",
);

/**
 * Length of the longest of these words with a full stop. Most paths are longer, so that checking the length
 * is faster.
 */
const MAX_NOTHING = 8;

/**
 * Returns true for an item that means "no file": a dash, or a word such as `none`. Words in other scripts are
 * prose.
 */
function isNothing(path: string): boolean {
  const text = path.trim();
  return text.length <= MAX_NOTHING && NOTHING.test(text);
}

/**
 * Returns true for a word that is not a path: it is in another script, and has neither a slash nor an
 * extension.
 */
function isProse(path: string): boolean {
  return !/[/\\]|\.\w+$/.test(path) && /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(path);
}

/** Matches annotations of files that are only read. */
const UNCHANGED = new RegExp(
  `^[\\s(（:#—–-]*(?:existing[,;]?\\s+)?(?:(?:${
    [
      ...[
        "(?:read|reference|verify|verification|review|context)[- ]only",
        "(?:read|(?:for )?reference)(?=\\W?$)",
      ],
      ...["(?:unchanged|unmodified|not (?:changed|modified|edited|touched))"],
      ...["no (?:code |source |file )?(?:change|modification|edit)s?(?: (?:needed|required|expected|made))?"],
      ...["do not (?:change|modify|edit|touch)", "solo lectura", "somente leitura", "lecture seule"],
      ...["nur lesen", "только чтение", "без изменений"],
    ].join("|")
  })(?=\\s*$|\\s*[)）.,:;—–]|\\s+-\\s|\\s+(?:in|for|here|from|by|during|as|at|verification|check|reference)\\b)|` +
    `(?:只读|僅讀|仅读|唯读|唯讀|仅参考|僅參考|仅验证|僅驗證|不修改|不变|不變|无修改|无改动|読み取り専用|読取専用|` +
    `参照のみ|確認のみ|変更なし|읽기 전용|변경 없음))`,
  "iu",
);

/** Matches conditions that cancel such an annotation: `(read-only unless it fails)`. */
const CONDITION = /\b(?:unless|except|but|otherwise|if)\b|除非|除了/iu;

/** Returns true for an annotation of a file that is only read. */
function isReadOnly(annotation: string): boolean {
  return annotation !== "" && UNCHANGED.test(annotation) && !CONDITION.test(annotation);
}

/** Returns the spans of the items in the text, which separators outside of brackets divide. */
function itemsOf(text: string): readonly Span[] {
  const all = withoutFrame(text);
  const items: Span[] = [];
  for (let start = all.start; start <= all.end;) {
    const end = Math.min(endOfLine(text, start), all.end);
    for (const item of itemsOfLine(text.slice(start, end))) {
      items.push({ start: start + item.start, end: start + item.end });
    }
    start = end + 1;
  }
  return items;
}

/** Returns the span of the text without one pair of enclosing square brackets. */
function withoutFrame(text: string): Span {
  const whole = { start: 0, end: text.length };
  const start = text.search(/\S/);
  if (text[start] !== "[") return whole;
  const end = text.trimEnd().length - 1;
  let depth = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return whole;
  }
  return depth === 1 && text[end] === "]" ? { start: start + 1, end } : whole;
}

/** Matches an XML entity such as `&lt;`: its semicolon does not separate items. */
const ENTITY = /&(?:lt|gt|amp|quot|apos|#\d{1,5});$/;

/** Matches what separates items outside of brackets. */
const SEPARATOR = /[,;、，；]/;

function itemsOfLine(line: string): readonly Span[] {
  if (!SEPARATOR.test(line)) return [{ start: 0, end: line.length }];
  const pairs = bracketPairs(line);
  const items: Span[] = [];
  let braces = 0;
  let start = 0;
  for (let at = 0; at < line.length; at++) {
    at = pairs.get(at) ?? at;
    const character = line[at]!;
    if (character === "{") braces++;
    else if (character === "}") braces = Math.max(0, braces - 1);
    else if (
      braces === 0 && SEPARATOR.test(character) &&
      !ENTITY.test(line.slice(Math.max(start, at - 8), at + 1))
    ) {
      items.push({ start, end: at });
      start = at + 1;
    }
  }
  items.push({ start, end: line.length });
  return items;
}

/** The offsets of closing parentheses, by those of their opening ones, in that order. */
type Pairs = ReadonlyMap<number, number>;
const NO_PAIRS: Pairs = new Map();

/** Returns the pairs of parentheses of a line. */
function bracketPairs(line: string): Pairs {
  if (!/[(（]/.test(line)) return NO_PAIRS;
  const pairs: [open: number, close: number][] = [];
  const open: number[] = [];
  for (const { 0: bracket, index } of line.matchAll(/[()（）]/g)) {
    if (bracket === "(" || bracket === "（") open.push(index);
    else if (open.length > 0) pairs.push([open.pop()!, index]);
  }
  return new Map(pairs.sort(([a], [b]) => a - b));
}
