import type { ShellWord } from "./ast.ts";
import type { ShellCursor } from "./cursor.ts";

/** The characters that end a word. */
const ENDS = new Set([" ", "\t", "\r", "\n", ";", "&", "|", "<", ">", "(", ")", ""]);
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
};

/** Marks an unknown value in {@link ShellWord.expands}. */
const UNKNOWN = "()";

interface Draft {
  text: string;
  readonly expands: Set<string>;
  glob: boolean;
  /** 1 after an unquoted `{`, 2 after a comma or dots in it, 3 when it is closed. */
  braces: number;
}

/**
 * Reads a word, including the commands of its substitutions.
 *
 * @param cursor At the first character of the word.
 */
export function readWord(cursor: ShellCursor): ShellWord {
  const start = cursor.at;
  const draft: Draft = { text: "", expands: new Set(), glob: false, braces: 0 };
  while (!ENDS.has(cursor.char)) readPiece(cursor, draft);
  // An array, or a pattern in parentheses: its words are read as commands for safety.
  if (cursor.char === "(" && /[=?*+@!]$/.test(draft.text)) {
    cursor.at++;
    cursor.nested();
    draft.expands.add(UNKNOWN);
    while (!ENDS.has(cursor.char)) readPiece(cursor, draft);
  }
  const raw = cursor.text.slice(start, cursor.at);
  return {
    text: draft.text,
    raw,
    expands: [...draft.expands],
    // `[` alone is the test program.
    pattern: (draft.glob && raw !== "[") || draft.braces === 3,
    tilde: raw.startsWith("~"),
  };
}

/** Reads the expansions of a here-document, including the commands of its substitutions. */
export function readHereDocument(cursor: ShellCursor): void {
  const draft: Draft = { text: "", expands: new Set(), glob: false, braces: 0 };
  while (!cursor.ended) readQuotedPiece(cursor, draft);
}

function readPiece(cursor: ShellCursor, draft: Draft): void {
  const { char } = cursor;
  switch (char) {
    case "\\":
      return readEscape(cursor, draft);
    case "'":
      return readSingle(cursor, draft);
    case '"':
      return readDouble(cursor, draft);
    case "$":
      return readDollar(cursor, draft);
    case "`":
      return readBackticks(cursor, draft);
  }
  if (char === "*" || char === "?" || char === "[") draft.glob = true;
  else if (char === "{") draft.braces = Math.max(draft.braces, 1);
  else if (draft.braces === 1 && (char === "," || cursor.startsWith(".."))) draft.braces = 2;
  else if (draft.braces === 2 && char === "}") draft.braces = 3;
  draft.text += char;
  cursor.at++;
}

function readEscape(cursor: ShellCursor, draft: Draft): void {
  const next = cursor.text[cursor.at + 1];
  if (next !== "\n") draft.text += next ?? "\\";
  cursor.at += 2;
}

function readSingle(cursor: ShellCursor, draft: Draft): void {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end === -1) cursor.problem("a quote is not closed");
  const close = end === -1 ? cursor.text.length : end;
  draft.text += cursor.text.slice(cursor.at + 1, close);
  cursor.at = close + 1;
}

function readDouble(cursor: ShellCursor, draft: Draft): void {
  cursor.at++;
  while (cursor.char !== '"') {
    if (cursor.ended) return cursor.problem("a quote is not closed");
    readQuotedPiece(cursor, draft);
  }
  cursor.at++;
}

function readQuotedPiece(cursor: ShellCursor, draft: Draft): void {
  if (cursor.char === "$") return readDollar(cursor, draft, true);
  if (cursor.char === "`") return readBackticks(cursor, draft);
  if (cursor.char === "\\" && /[$`"\\\n]/.test(cursor.text[cursor.at + 1] ?? "")) {
    return readEscape(cursor, draft);
  }
  draft.text += cursor.char;
  cursor.at++;
}

function readDollar(cursor: ShellCursor, draft: Draft, quoted = false): void {
  const next = cursor.text[cursor.at + 1] ?? "";
  if (next === "(") return readSubstitution(cursor, draft);
  if (next === "{") return readBraced(cursor, draft, quoted);
  if (!quoted && next === "'") return readAnsi(cursor, draft);
  if (!quoted && next === '"') {
    cursor.at++;
    return readDouble(cursor, draft);
  }
  if (next === "[") readOldSum(cursor);
  const name = nameAt(cursor.text, cursor.at + 1);
  if (name === "") {
    draft.text += "$";
    cursor.at++;
    return;
  }
  draft.text += `$${name}`;
  draft.expands.add(name);
  cursor.at += 1 + name.length;
}

const NAME = /[A-Za-z_]\w*|[0-9?!$#@*-]/y;

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? "";
}

function readSubstitution(cursor: ShellCursor, draft: Draft): void {
  cursor.at += 2;
  draft.text += "$()";
  draft.expands.add(UNKNOWN);
  if (cursor.char === "(") {
    if (skipArithmetic(cursor)) return;
    cursor.problem(UNSAFE_ARITHMETIC);
  }
  cursor.nested();
}

/** Matches plain arithmetic only: anything that could be a command is read as one. */
const ARITHMETIC = /^\([\s\w+\-*/%<>=!&|^~?:,.()]*?\)\)/;

/**
 * Consumes `(1 + 2))`, the rest of an arithmetic expansion.
 *
 * @returns False if it may be something else; nothing is consumed then.
 */
export function skipArithmetic(cursor: ShellCursor): boolean {
  const match = ARITHMETIC.exec(cursor.text.slice(cursor.at, cursor.at + MAX_ARITHMETIC));
  if (match === null || /[A-Za-z_]\w*\s+[-\w]/.test(match[0])) return false;
  cursor.computes(match[0]);
  cursor.at += match[0].length;
  return true;
}

const MAX_ARITHMETIC = 200;
/**
 * The problem of arithmetic that may contain commands, even quoted ones: the shell runs commands in array
 * subscripts.
 */
const UNSAFE_ARITHMETIC = "it uses arithmetic that may run commands";
/** Matches names, numbers, operators, and plain variables. */
const SUM = String.raw`(?:[\s\w+\-*/%<>=!&|^~?:,.()]|\$[A-Za-z_]\w*|\$\{#?[A-Za-z_]\w*(?:\[[@*]\])?\})*`;
const SUBSCRIPT = String.raw`\[(?:[@*]|${SUM})\]`;
const OLD_SUM = new RegExp(String.raw`^\$\[${SUM}\]`);
/**
 * Matches the beginning of `${…}` with a plain subscript and a plain part of the value; other forms use no
 * arithmetic.
 */
const EXPANSION = new RegExp(
  String.raw`^[!#]?(?:[A-Za-z_]\w*|\d+|[@*?$!#-])(?:${SUBSCRIPT})?(?:[-=?+#%^,/@*}]|:[-=?+]|:${SUM}\})`,
);
/** Matches the beginning of an assignment to an array element. */
const ELEMENT = new RegExp(String.raw`^(?:[A-Za-z_]\w*)?${SUBSCRIPT}\+?=`);

/** Adds a problem if a word assigns to an array element whose subscript is not plain: `a[…]=`, `[…]=`. */
export function checkSubscript(cursor: ShellCursor, raw: string): void {
  if (/^(?:[A-Za-z_]\w*)?\[/.test(raw) && raw.includes("]") && raw.includes("=") && !ELEMENT.test(raw)) {
    cursor.problem(UNSAFE_ARITHMETIC);
  }
}

/** Adds a problem for arithmetic that {@link skipArithmetic} does not consume. */
export function refuseArithmetic(cursor: ShellCursor): void {
  cursor.problem(UNSAFE_ARITHMETIC);
}

/** Reads `$[…]`, an old form of `$((…))`. */
function readOldSum(cursor: ShellCursor): void {
  const sum = OLD_SUM.exec(cursor.text.slice(cursor.at, cursor.at + MAX_ARITHMETIC));
  if (sum === null) cursor.problem(UNSAFE_ARITHMETIC);
  else cursor.computes(sum[0]);
}

/** Reads `${name}` and the forms that transform the value. */
function readBraced(cursor: ShellCursor, draft: Draft, quoted: boolean): void {
  const name = nameAt(cursor.text, cursor.at + 2);
  const end = cursor.at + 2 + name.length;
  if (name !== "" && cursor.text[end] === "}") {
    draft.text += `$${name}`;
    draft.expands.add(name);
    cursor.at = end + 1;
    return;
  }
  const length = /^#[A-Za-z_]\w*\}/.exec(cursor.text.slice(cursor.at + 2, cursor.at + 200));
  if (length !== null) {
    // The length is a number, like `$#`.
    draft.text += "$#";
    draft.expands.add("#");
    cursor.at += 2 + length[0].length;
    return;
  }
  draft.text += "$()";
  draft.expands.add(UNKNOWN);
  // Array elements, substrings and indirect values use arithmetic.
  const rest = cursor.text.slice(cursor.at + 2, cursor.at + MAX_ARITHMETIC);
  if (!EXPANSION.test(rest)) cursor.problem(UNSAFE_ARITHMETIC);
  const computed = /^(?:[!#]\w|\w*[[@]|\w+:[^-=?+])[^}]*/.exec(rest);
  if (computed !== null) cursor.computes(computed[0]);
  if (/^[!#]?(?:\w+|[@*])(?:\[[^\]]*\])?@P/.test(rest)) cursor.problem("a value is expanded a second time");
  cursor.at += 2;
  const inside: Draft = { text: "", expands: draft.expands, glob: false, braces: 0 };
  cursor.deeper(() => readDefault(cursor, inside, quoted));
}

function readDefault(cursor: ShellCursor, inside: Draft, quoted: boolean): void {
  while (cursor.char !== "}") {
    if (cursor.ended) return cursor.problem("a brace is not closed");
    // In double quotes, single quotes are special in some forms only.
    if (quoted && cursor.char === "'") cursor.problem("its quotes are ambiguous");
    if (cursor.char === "'") readSingle(cursor, inside);
    else if (cursor.char === '"') readDouble(cursor, inside);
    else readQuotedPiece(cursor, inside);
  }
  cursor.at++;
}

/** Reads `$'…'`, in which backslashes encode characters. */
function readAnsi(cursor: ShellCursor, draft: Draft): void {
  cursor.at += 2;
  while (cursor.char !== "'") {
    if (cursor.ended) return cursor.problem("a quote is not closed");
    if (cursor.char !== "\\") {
      draft.text += cursor.char;
      cursor.at++;
      continue;
    }
    const code = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|([^]))/y;
    code.lastIndex = cursor.at;
    const match = code.exec(cursor.text);
    if (match === null) {
      cursor.at++;
      continue;
    }
    const hex = match[1] ?? match[2] ?? match[3];
    const number = hex !== undefined ? parseInt(hex, 16) : match[4] ? parseInt(match[4], 8) : undefined;
    if (number !== undefined) draft.text += number <= 0x10ffff ? String.fromCodePoint(number) : "";
    else draft.text += ESCAPES[match[5]!] ?? match[5]!;
    cursor.at += match[0].length;
  }
  cursor.at++;
}

function readBackticks(cursor: ShellCursor, draft: Draft): void {
  let inside = "";
  cursor.at++;
  while (cursor.char !== "`") {
    if (cursor.ended) return cursor.problem("a backtick is not closed");
    if (cursor.char === "\\" && /[`\\$]/.test(cursor.text[cursor.at + 1] ?? "")) cursor.at++;
    inside += cursor.char;
    cursor.at++;
  }
  cursor.at++;
  draft.text += "$()";
  draft.expands.add(UNKNOWN);
  cursor.apart(inside);
}
