import type { Span } from "../../schemas/diagnostic.ts";
import type { YamlProblem } from "../parse/yaml.ts";
import type { SourceText } from "../source.ts";

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
 * Says why YAML cannot be read, and how to mend it. Spec: FIELD, YAML that does not parse.
 *
 * @param source The file.
 * @param problem What the parser reports, with an offset of the file.
 */
export function explainYaml(source: SourceText, problem: YamlProblem): YamlExplanation {
  const offset = Math.min(problem.offset, source.text.length);
  const { line, column } = source.position(offset);
  const text = source.line(line);
  const rest = text.slice(column - 1);
  const end = offset + Math.max(rest.trimEnd().length, rest.length > 0 ? 1 : 0);
  const span = { start: offset, end };
  if (/escape/.test(problem.reason)) {
    const start = Math.max(0, offset - 1);
    return {
      message: `"\\${source.text[offset] ?? ""}" is no escape of YAML's double quotes`,
      hint: "Use single quotes, in which a backslash is a backslash, or write \\\\",
      span: { start, end: start + 2 },
    };
  }
  const duplicate = /^key "(.*)" is given twice$/.exec(problem.reason);
  if (duplicate) {
    const hint = "Keep one of the two and remove the other";
    return {
      message: `The key "${duplicate[1]}" is given twice`,
      hint,
      span: { start: offset, end: offset + duplicate[1]!.length },
    };
  }
  if (/^(?:anchors|aliases)/.test(problem.reason)) {
    const hint = "Write the value out; a text that begins with & or * needs quotes";
    return { message: `In frontmatter ${problem.reason}`, hint, span };
  }
  if (/^tab characters/.test(problem.reason)) {
    return {
      message: "A tab indents this line, which YAML does not allow",
      hint: "Indent with spaces",
      span,
    };
  }
  if (/^[`@%]/.test(rest)) {
    const message = `A plain value cannot begin with ${rest[0]}`;
    return { message, hint: "Put the value in double quotes", span };
  }
  const before = text.slice(0, column - 1);
  if (/(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/.test(before) && /\S/.test(rest)) {
    return afterQuotes(before, rest, span);
  }
  if (/deficient indentation/.test(problem.reason)) {
    const hint = "Look for a quote, [ or { on the lines above that is not closed";
    return { message: "The value that began above is not closed", hint, span };
  }
  if (/:\s/.test(rest) || rest.trimEnd().endsWith(":")) {
    const message = "A plain value holds a colon, so YAML takes it for a key";
    return { message, hint: "Put the value in double quotes", span };
  }
  return { message: `Not YAML: ${problem.reason}`, hint: "Check the indentation and the quotes here", span };
}

function afterQuotes(before: string, rest: string, span: Span): YamlExplanation {
  if (rest.startsWith(",")) {
    return {
      message: "Text follows a value in quotes",
      hint: `Make it a list: \`["…", "…"]\``,
      span,
    };
  }
  const glued = /^[\w-]+:/.test(rest);
  return {
    message: glued ? "A key is glued to the value before it" : "Text follows a value in quotes",
    hint: glued
      ? "Put the key on a line of its own"
      : `Put the whole value in quotes: ${/^\s*- /.test(before) ? "- " : ""}'…'`,
    span,
  };
}
