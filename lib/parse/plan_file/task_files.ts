import type { Span } from "../../../schemas/diagnostic.ts";

/**
 * The paths in a `<files>` element that the task changes: by commas, semicolons or lines, without
 * bullets, quotes, brackets around all, and remarks.
 *
 * Braces stay as they are. A path with a blank in it needs quotes, backticks or a backslash; a sentence
 * is no path, nor is a word for nothing. A path whose remark says that it is only read is left out.
 */
export function readFiles(text: string): readonly string[] {
  return readFileEntries(text).map(({ path }) => path);
}

/** A path in a `<files>` element. */
export interface FileEntry {
  /** The path. */
  readonly path: string;
  /** What follows it, for example `(new)`; empty for nothing. */
  readonly remark: string;
  /** Where the remark stands, the blanks before it included; an offset of the element's text. */
  readonly annotationSpan: Span;
}

/** The paths in a `<files>` element as {@link readFiles} reads them, with the remarks behind them. */
export function readFileEntries(text: string): readonly FileEntry[] {
  const entries: FileEntry[] = [];
  // A line that begins with a word for nothing goes on in words: `none — reads a.ts, b.ts`.
  let ignored = 0;
  for (const { start, end } of itemsOf(text)) {
    if (start < ignored) continue;
    const part = text.slice(start, end);
    const entry = readEntry(part);
    if (entry === undefined || saysUnchanged(entry.remark)) continue;
    if (isNothing(entry.path)) {
      if (/\p{L}/u.test(entry.path)) ignored = endOfLine(text, end);
      continue;
    }
    const written = part.trimEnd();
    const before = written.slice(0, written.length - entry.remark.length).trimEnd();
    entries.push({ ...entry, annotationSpan: { start: start + before.length, end: start + written.length } });
  }
  return entries;
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}

/** The path an item begins with, when nothing but a remark follows: `(new)`, `— why` or `# why`. */
function readEntry(part: string): Omit<FileEntry, "annotationSpan"> | undefined {
  const item = part.trim().replace(/^[-*]\s+/, "");
  const quoted = /^([`"'])([^`"']+)\1/.exec(item);
  if (quoted !== null) {
    const path = quoted[2]!.trim();
    return path === "" ? undefined : { path, remark: item.slice(quoted[0].length).trim() };
  }
  const pairs = bracketPairs(item);
  if (pairs.get(0) === item.length - 1) return undefined;
  const pathEnd = endOfPath(item, pairs);
  const [path, remark] = [item.slice(0, pathEnd), item.slice(pathEnd).trim()];
  if (!/^(?:[(（].*[)）])?\s*(?:$|[—–-](?:\s|$)|#)/.test(remark)) return undefined;
  if (isUnbalanced(item, pathEnd, pairs) || isProse(path) || /^[(（][^/]*$/.test(path)) return undefined;
  return { path: path.replaceAll("\\ ", " "), remark };
}

/** The ending of a file's name, in its last twelve characters. */
const ENDING = /[^/]\.\w+$/;

/** Where the path of an item ends: at a blank, or at a bracket behind it that ends the word. */
function endOfPath(item: string, pairs: Pairs): number {
  const blank = item.search(/(?<!\\)\s/);
  const end = blank === -1 ? item.length : blank;
  for (const [open, close] of pairs) {
    if (open >= end || (close + 1 < end && !/[(（]/.test(item[close + 1]!))) continue;
    if (item[open] === "（" || ENDING.test(item.slice(Math.max(0, open - 12), open))) return open;
  }
  return end;
}

/** Whether what stands before an offset holds a bracket without its other half. */
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

/** Length of the longest of these words with a full stop; most paths are longer, which is told sooner. */
const MAX_NOTHING = 8;

/** Whether an item stands for no file: a dash, or a word for nothing. Such words of other scripts are prose. */
function isNothing(path: string): boolean {
  const text = path.trim();
  return text.length <= MAX_NOTHING && NOTHING.test(text);
}

/** Whether a word is none that names a file: it is in another script, and has neither a slash nor an ending. */
function isProse(path: string): boolean {
  return !/[/\\]|\.\w+$/.test(path) && /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(path);
}

/** What says that a file is read and stays as it is, and what may follow that. */
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

/** What takes such a remark back: `(read-only unless it fails)`. */
const CONDITION = /\b(?:unless|except|but|otherwise|if)\b|除非|除了/iu;

/** Whether a remark says that the file stays as it is. */
function saysUnchanged(remark: string): boolean {
  return remark !== "" && UNCHANGED.test(remark) && !CONDITION.test(remark);
}

/** Where the items of the text stand: between separators that are in no brackets. */
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

/** Where the text stands without one pair of square brackets around all of it. */
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

/** A character as XML writes it, for example `&lt;`: its semicolon parts no items. */
const ENTITY = /&(?:lt|gt|amp|quot|apos|#\d{1,5});$/;

function itemsOfLine(line: string): readonly Span[] {
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
      braces === 0 && /[,;、，；]/.test(character) &&
      !ENTITY.test(line.slice(Math.max(start, at - 8), at + 1))
    ) {
      items.push({ start, end: at });
      start = at + 1;
    }
  }
  items.push({ start, end: line.length });
  return items;
}

/** The place at which each round bracket is closed, by that of its opening; in the order of the openings. */
type Pairs = ReadonlyMap<number, number>;
const NO_PAIRS: Pairs = new Map();

/** The round brackets of a line that are closed on it. */
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
