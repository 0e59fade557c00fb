import type { Span } from "../../../schemas/diagnostic.ts";
import { NO_MAPPING } from "../../parse/plan_file/frontmatter.ts";
import type { YamlProblem } from "../../parse/yaml/yaml.ts";
import type { SourceText } from "../../text/source_text.ts";
import { type ValueCause, valueCause } from "./explain_value.ts";

/** A YAML mistake in words a person can act on. */
export interface YamlExplanation {
  /** What is wrong and why. */
  readonly message: string;
  /** The mend. */
  readonly hint: string;
  /** Where. */
  readonly span: Span;
}

/**
 * Says why YAML cannot be read, and how to mend it. See docs/decisions/field-data.md.
 *
 * The parser reports where a mistake became visible. The mistake itself is looked for on that line,
 * then on the line before, and for a quote or bracket left open on all lines before.
 *
 * @param source The file.
 * @param problem What the parser reports, with an offset of the file.
 */
export function explainYaml(source: SourceText, problem: YamlProblem): YamlExplanation {
  return conflictMarker(source.text, problem) ?? byReason(source.text, problem) ??
    byLines(source.text, problem) ?? unexplained(source.text, problem);
}

/** A mark that git leaves where a merge was not resolved, in the frontmatter. */
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

function byReason(text: string, { reason, offset }: YamlProblem): YamlExplanation | undefined {
  if (/escape sequence|hexadecimal/.test(reason)) {
    const start = Math.max(0, text.lastIndexOf("\\", offset));
    return {
      message: `"\\${text[start + 1] ?? ""}" is no escape of YAML's double quotes`,
      hint: "Use single quotes, in which a backslash is a backslash, or write \\\\",
      span: { start, end: Math.min(start + 2, text.length) },
    };
  }
  const duplicate = /^key "([^]*)" is given twice$/.exec(reason)?.[1];
  if (duplicate !== undefined) {
    return {
      message: `The key "${duplicate}" is given twice`,
      hint: "Keep one of the two and remove the other",
      span: { start: offset, end: offset + duplicate.length },
    };
  }
  const refused = /^(anchors|aliases|tags) /.exec(reason)?.[1];
  if (refused !== undefined) {
    return {
      message: `A value that begins with ${text[offset]} uses YAML's ${refused}, which are not allowed here`,
      hint: "Put the value in quotes if it is text, else write it out",
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
      message: `A character that cannot be printed stands here: U+${code}`,
      hint: "Remove it",
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
  const blank = /^[ \t]*([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff])/.exec(own.text);
  if (blank !== null) {
    const code = blank[1]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const start = blank[0].length - 1;
    const message = `This line is indented with U+${code}, which only looks like a blank`;
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
      message: "The indentation of this line fits none of the lines above",
      hint: "Align it with the entries it belongs to",
      span: restOfLine(text, line.start + line.text.search(/\S|$/)),
    };
  }
  if (reason.startsWith("missed comma")) {
    return {
      message: "A comma is missing between two items",
      hint: "Put a comma here, or quotes around the whole text",
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
        ? "An item of a list stands where a key is expected"
        : "This line does not go on with what is above",
      hint: item
        ? "Write the list's key on the line above it, with nothing behind its colon"
        : "Write `key: value`, at the beginning of the line",
      span: restOfLine(text, line.start + line.text.search(/\S|$/)),
    };
  }
  const before = lineBefore(text, lineAt(text, offset));
  if (/multiline key/.test(reason) && before !== undefined) {
    return {
      message: "This line is neither a key with its value nor an item of a list",
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

/** A key with a value behind its colon and items below it, or with an empty one and anything below it. */
function filledAbove(text: string, line: Line): YamlExplanation | undefined {
  const above = lineBefore(text, line);
  const key = /^([ \t]*(?:- +)?)([A-Za-z_][\w-]*):[ \t]+([^ \t#].*)$/.exec(above?.text ?? "");
  if (above === undefined || key === null || line.text.search(/\S/) <= key[1]!.length) return undefined;
  const value = key[3]!.trimEnd();
  const isEmpty = /^(?:\[\]|\{\})$/.test(value);
  if (!isEmpty && !/^\s*-(?:\s|$)/.test(line.text)) return undefined;
  const start = above.start + above.text.length - key[3]!.length;
  return {
    message: `"${key[2]}" has a value behind its colon, so nothing can stand below it`,
    hint: isEmpty
      ? `Remove the ${value}`
      : "Keep one of the two: what is behind the colon, or what stands below",
    span: { start, end: start + value.length },
  };
}

interface Line {
  readonly start: number;
  readonly text: string;
}

/** The line an offset is in. */
function lineAt(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", start);
  return { start, text: text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "") };
}

/** The line before, or undefined when that is the opening fence. */
function lineBefore(text: string, line: Line): Line | undefined {
  if (line.start === 0) return undefined;
  const before = lineAt(text, line.start - 1);
  return /^\uFEFF?---[ \t]*$/.test(before.text) ? undefined : before;
}

function at(line: Line, { message, hint, start, end }: ValueCause): YamlExplanation {
  return { message, hint, span: { start: line.start + start, end: line.start + end } };
}

/** From an offset to the end of its line, without blanks; at least one character where there is one. */
function restOfLine(text: string, offset: number): Span {
  const line = lineAt(text, offset);
  const end = line.start + line.text.trimEnd().length;
  return { start: offset, end: Math.max(end, Math.min(offset + 1, line.start + line.text.length), offset) };
}
