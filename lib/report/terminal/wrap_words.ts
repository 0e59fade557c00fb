import { styledColumns, unstyled } from "./display_width.ts";
import type { Style } from "./style.ts";

export interface WrapWords {
  /** The width of a line in columns; undefined for no line breaks. */
  readonly width: number | undefined;
  /** The columns already used on the first line. */
  readonly first: number;
  /** The number of spaces before the other lines, or their beginning. */
  readonly indent: number | string;
}

// deno-lint-ignore no-control-regex -- the sequences of styles begin with a control character
const COMMAND = /^ {2,}(?:\x1b\[[0-9;]*m)*(?:wf|git|npm) (?!.* {2})/;
// deno-lint-ignore no-control-regex -- the same
const COMMAND_AT_END = /^(.*:) ((?:\x1b\[[0-9;]*m)*(?:wf|git|npm) [^,;]*)$/;

/** Wraps a text at spaces; a word that is wider than a line stays whole. */
export function wrapWords(text: string, { width, first, indent }: WrapWords): string {
  const beginning = typeof indent === "string" ? indent : " ".repeat(indent);
  if (width === undefined || first + styledColumns(text) <= width) return text;
  const lines: string[] = [];
  let line = "";
  let taken = first;
  for (const word of text.split(" ")) {
    const more = styledColumns(word) + (line === "" ? 0 : 1);
    if (taken + more > width && line !== "") {
      lines.push(line);
      [line, taken] = [word, beginning.length + styledColumns(word)];
    } else {
      line = line === "" ? word : `${line} ${word}`;
      taken += more;
    }
  }
  return [...lines, line].join(`\n${beginning}`);
}

/**
 * Wraps the lines of a report at a terminal. The further rows of a line are indented by two more columns; those
 * of quoted output continue the quote. Words that are too wide stay whole, such as paths and URLs, and so do
 * commands to copy: one at the end of a sentence, as in `To take this back: git revert 1234567`, gets a row of
 * its own.
 */
export function wrapLines(lines: readonly string[], { width }: Pick<Style, "width">): string[] {
  return lines.flatMap((line) => line.split("\n")).flatMap((line) => {
    if (width === undefined || styledColumns(line) <= width || COMMAND.test(line)) return line;
    const [before, quoted] = /^\s*(│\s*)?/.exec(unstyled(line))!;
    const indent = quoted === undefined ? `${before}  ` : before;
    const [, sentence, command] = COMMAND_AT_END.exec(line) ?? [];
    if (command !== undefined) return [...wrapLines([sentence!], { width }), indent + command];
    // deno-lint-ignore no-control-regex -- the sequences of styles begin with a control character
    const [, start, text] = /^((?:\x1b\[[0-9;]*m)*\s*)(.*)$/s.exec(line)!;
    return `${start}${wrapWords(text!, { width, first: styledColumns(start!), indent })}`.split("\n");
  });
}
