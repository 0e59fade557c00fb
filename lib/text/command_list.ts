import type { Span } from "../../schemas/diagnostic.ts";

/** A pipeline of a shell script, as it stands outside of quotes, groups and substitutions. */
export interface ListedCommand {
  /** The operator before it; `;` also for a line break, and undefined at the beginning. */
  readonly operator: "&&" | "||" | ";" | "&" | undefined;
  /** Its place, UTF-16 offsets without white space around it. */
  readonly span: Span;
  readonly text: string;
  /** The text of its last stage, after the last `|`; the whole text if it has one stage. */
  readonly lastStage: string;
}

/** Words at the beginning of a command that begin or end a compound command, whose parts are not listed here. */
const RESERVED =
  /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|\{|\})(?=[\s;]|$)/;

/**
 * Splits a shell script at the operators `&&`, `||`, `;`, `&` and line breaks.
 *
 * Leaves comments out. Linear time; never throws.
 *
 * @returns The commands in order, or undefined where the script has compound commands, functions,
 * here-documents, comments inside a pipeline, or quotes that are not closed.
 */
export function commandList(script: string): readonly ListedCommand[] | undefined {
  const found: ListedCommand[] = [];
  let operator: ListedCommand["operator"];
  let start = 0;
  let stage = 0;
  let depth = 0;
  let understood = true;
  const end = (at: number) => {
    const inside = script.slice(start, at);
    const text = inside.trim();
    if (text === "") return false;
    if (RESERVED.test(text) || /^\w+\s*\(\)/.test(text)) understood = false;
    const from = start + inside.length - inside.trimStart().length;
    const lastStage = script.slice(Math.max(stage, from), at).trim();
    if (lastStage === "") understood = false;
    found.push({ operator, span: { start: from, end: from + text.length }, text, lastStage });
    return true;
  };
  for (let at = 0; at < script.length;) {
    const char = script[at]!;
    const next = script[at + 1];
    if (char === "\\") {
      at += 2;
    } else if (char === "'" || char === '"' || char === "`") {
      const close = closingQuote(script, at);
      if (close === -1) return undefined;
      at = close + 1;
    } else if (char === "(") {
      depth++;
      at++;
    } else if (char === ")") {
      if (--depth < 0) return undefined;
      at++;
    } else if (char === "<" && next === "<" && script[at + 2] !== "<") {
      return undefined;
    } else if (char === "#" && (at === 0 || /[\s;&|()]/.test(script[at - 1]!))) {
      const lineBreak = script.indexOf("\n", at);
      const lineEnd = lineBreak === -1 ? script.length : lineBreak;
      if (depth === 0) {
        if (end(at)) operator = ";";
        start = lineEnd;
      }
      at = lineEnd;
    } else if (depth > 0) {
      at++;
    } else if (char === "&" && next === "&" || char === "|" && next === "|") {
      if (!end(at)) return undefined;
      operator = char === "&" ? "&&" : "||";
      at += 2;
      start = at;
    } else if (char === "|" && script[at - 1] !== ">") {
      at += next === "&" ? 2 : 1;
      stage = at;
    } else if (char === "&" && (next === ">" || /[<>]/.test(script[at - 1] ?? ""))) {
      at++;
    } else if (char === ";" || char === "\n" || char === "&") {
      // After an operator a line break has no meaning.
      if (end(at)) operator = char === "&" ? "&" : ";";
      else if (char !== "\n") return undefined;
      at++;
      start = at;
    } else {
      at++;
    }
  }
  if (depth !== 0) return undefined;
  const complete = end(script.length) || operator === ";" || operator === "&";
  return understood && complete ? found : undefined;
}

/** Returns the index of the quotation mark that closes the one at `open`, or -1. */
function closingQuote(script: string, open: number): number {
  const quote = script[open]!;
  for (let at = open + 1; at < script.length; at++) {
    if (script[at] === "\\" && quote !== "'") at++;
    else if (script[at] === quote) return at;
  }
  return -1;
}
