import type { Span } from "../../../schemas/diagnostic.ts";
import { NO_MAPPING } from "../../parse/plan_file/frontmatter.ts";
import type { YamlProblem } from "../../parse/yaml/yaml.ts";
import type { SourceText } from "../../text/source_text.ts";
import { type ValueCause, valueCause } from "./explain_value.ts";

/** An explanation of a YAML mistake that users can act on. */
export interface YamlExplanation {
  readonly message: string;
  readonly hint: string;
  /** The place of the mistake, in the file. */
  readonly span: Span;
}

/**
 * Explains why YAML cannot be read and how to fix it. See docs/decisions/field-data.md.
 * The parser reports where a mistake became visible. The mistake itself is searched on that line, then on the
 * line before, and for an open quote or bracket on all lines before.
 *
 * @param source The file.
 * @param problem The parser's report, with an offset of the file.
 */
export function explainYaml(source: SourceText, problem: YamlProblem): YamlExplanation {
  return conflictMarker(source.text, problem) ?? byReason(source.text, problem) ??
    byLines(source.text, problem) ?? unexplained(source.text, problem);
}

/** Finds a conflict marker of git in the frontmatter. */
function conflictMarker(text: string, { offset }: YamlProblem): YamlExplanation | undefined {
  const fence = text.indexOf("\n---", offset);
  const marker = /^(?:<{7}|={7}|>{7})(?=[ \r\n])/m.exec(
    text.slice(0, fence === -1 ? text.length : fence + 1),
  );
  if (marker === null) return undefined;
  return {
    message: "A merge conflict was left unresolved here",
    hint: "Keep one of the two sides, and remove the lines <<<<<<<, ======= and >>>>>>>",
    span: restOfLine(text, marker.index),
  };
}

/** Keys of must-haves whose value may be a list. */
const LISTS: ReadonlySet<string> = new Set(["contains", "not_contains", "exports"]);

function byReason(text: string, { reason, offset }: YamlProblem): YamlExplanation | undefined {
  if (/escape sequence|hexadecimal/.test(reason)) {
    const start = Math.max(0, text.lastIndexOf("\\", offset));
    return {
      message: `"\\${text[start + 1] ?? ""}" is not an escape sequence in YAML's double quotes`,
      hint: "Use single quotes, in which a backslash is literal, or write \\\\",
      span: { start, end: Math.min(start + 2, text.length) },
    };
  }
  const duplicate = /^key "([^]*)" is given twice$/.exec(reason)?.[1];
  if (duplicate !== undefined) {
    return {
      message: `The key "${duplicate}" is given twice`,
      hint: LISTS.has(duplicate)
        ? `Write all values as one list: \`${duplicate}: ["…", "…"]\``
        : "Keep one of the two and remove the other",
      span: { start: offset, end: offset + duplicate.length },
    };
  }
  const refused = /^(anchors|aliases|tags) /.exec(reason)?.[1];
  if (refused !== undefined) {
    return {
      message: `A value that begins with ${text[offset]} uses YAML's ${refused}, which are not allowed here`,
      hint: "Put the value in quotes if it is text, otherwise write it in full",
      span: restOfLine(text, offset),
    };
  }
  if (reason.startsWith("tab characters")) {
    return {
      message: "A tab indents this line, which YAML does not allow",
      hint: "Indent with spaces",
      span: restOfLine(text, offset),
    };
  }
  if (/^null byte|non-printable|valid JSON character/.test(reason)) {
    const code = (text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return {
      message: `This character cannot be printed: U+${code}`,
      hint: `Remove it, or write \`"\\u${code}"\` in double quotes`,
      span: { start: offset, end: Math.min(offset + 1, text.length) },
    };
  }
  if (reason === "a key must be a word" && text.startsWith("{{", offset)) {
    return {
      message: "A value that begins with { is a mapping to YAML",
      hint: "Put the value in quotes",
      span: restOfLine(text, offset),
    };
  }
  if (reason === NO_MAPPING) {
    return {
      message: "The frontmatter does not consist of keys and values",
      hint: "Write a field on each line, for example `phase: 01-base`",
      span: restOfLine(text, offset),
    };
  }
  return undefined;
}

function byLines(text: string, { reason, offset }: YamlProblem): YamlExplanation | undefined {
  const own = lineAt(text, offset);
  const indent = /^[ \t]*([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff])/.exec(own.text);
  if (indent !== null) {
    const code = indent[1]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const start = indent[0].length - 1;
    const message = `This line is indented with U+${code}, which only looks like a space`;
    return at(own, { message, hint: "Indent with spaces", start, end: start + 1, open: false });
  }
  const cause = valueCause(own.text);
  const continues = reason.startsWith("missed comma") && /^\s*["'][^"']*["']\s*[\]},]/.test(own.text);
  if (continues) return undefined;
  if (cause !== undefined) return at(own, cause);
  const leftOpen = /deficient indentation|unexpected end|missed comma/.test(reason);
  for (let line = lineBefore(text, own); line !== undefined; line = lineBefore(text, line)) {
    const before = valueCause(line.text);
    if (before !== undefined && (!leftOpen || before.open)) return at(line, before);
    if (!leftOpen && line.text.trim() !== "") return undefined;
  }
  return undefined;
}

function unexplained(text: string, { reason, offset }: YamlProblem): YamlExplanation {
  if (reason.startsWith("bad indentation")) {
    const line = lineAt(text, offset);
    const filled = filledAbove(text, line);
    if (filled !== undefined) return filled;
    return {
      message: "The indentation of this line does not match any line above",
      hint: "Align it with the entries it belongs to",
      span: restOfLine(text, line.start + line.text.search(/\S|$/)),
    };
  }
  if (reason.startsWith("missed comma")) {
    return {
      message: "A comma is missing between two items",
      hint: "Add a comma here, or put the whole text in quotes",
      span: restOfLine(text, offset),
    };
  }
  if (/^name of an (?:alias|anchor)/.test(reason) && offset > 0) {
    return {
      message: `A plain value cannot begin with ${text[offset - 1]}`,
      hint: "Put the value in quotes",
      span: { start: offset - 1, end: offset },
    };
  }
  if (reason.startsWith("end of the stream")) {
    const line = lineAt(text, offset);
    const item = /^[ \t]*-(?:[ \t]|$)/.test(line.text);
    return {
      message: item
        ? "A list item is in a place where a key is expected"
        : "This line does not continue the lines above",
      hint: item
        ? "Write the list's key on the line above it, with nothing after the colon"
        : "Write `key: value`, at the beginning of the line",
      span: restOfLine(text, line.start + line.text.search(/\S|$/)),
    };
  }
  const before = lineBefore(text, lineAt(text, offset));
  if (/multiline key/.test(reason) && before !== undefined) {
    return {
      message: "This line is neither a key with a value nor a list item",
      hint: "Write `key: value`, or indent the line below the value it continues",
      span: restOfLine(text, before.start + before.text.search(/\S|$/)),
    };
  }
  return {
    message: `Not YAML: ${reason}`,
    hint: "Check the colons, quotes and indentation here and on the line above",
    span: restOfLine(text, offset),
  };
}

/** Finds a key that has both a value after its colon and content below it. */
function filledAbove(text: string, line: Line): YamlExplanation | undefined {
  const above = lineBefore(text, line);
  const key = /^([ \t]*(?:- +)?)([A-Za-z_][\w-]*):[ \t]+([^ \t#].*)$/.exec(above?.text ?? "");
  if (above === undefined || key === null || line.text.search(/\S/) <= key[1]!.length) return undefined;
  const value = key[3]!.trimEnd();
  const isEmpty = /^(?:\[\]|\{\})$/.test(value);
  if (!isEmpty && !/^\s*-(?:\s|$)/.test(line.text)) return undefined;
  const start = above.start + above.text.length - key[3]!.length;
  return {
    message: `"${key[2]}" has a value after its colon, so it cannot have content below it`,
    hint: isEmpty
      ? `Remove the ${value}`
      : "Keep one of the two: the value after the colon, or the content below",
    span: { start, end: start + value.length },
  };
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", start);
  return { start, text: text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "") };
}

/** The line before, or undefined if that is the opening fence. */
function lineBefore(text: string, line: Line): Line | undefined {
  if (line.start === 0) return undefined;
  const before = lineAt(text, line.start - 1);
  return /^\uFEFF?---[ \t]*$/.test(before.text) ? undefined : before;
}

function at(line: Line, { message, hint, start, end }: ValueCause): YamlExplanation {
  return { message, hint, span: { start: line.start + start, end: line.start + end } };
}

/** The span from an offset to the end of its line, without trailing spaces; at least one character, if there is one. */
function restOfLine(text: string, offset: number): Span {
  const line = lineAt(text, offset);
  const end = line.start + line.text.trimEnd().length;
  return { start: offset, end: Math.max(end, Math.min(offset + 1, line.start + line.text.length), offset) };
}
