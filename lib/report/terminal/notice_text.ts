import { printable, type Style } from "./style.ts";
import { wrapWords } from "./wrap_words.ts";

/**
 * Formats a notice, with its line break. Its lines are aligned, and on a terminal they break between words.
 *
 * @param column The column in which it begins.
 */
export function noticeText(message: string, style: Style, column = 0): string {
  const start = column + 2;
  return `${style.yellow("!")} ${wrappedLines(message, style, start).join(`\n${" ".repeat(start)}`)}\n`;
}

/**
 * Escapes a text that begins in a column, and breaks its lines between words if they end at a terminal. The rows of a
 * list item are aligned.
 */
export function wrappedLines(text: string, { width }: Style, column: number): readonly string[] {
  return printable(text).split("\n").map((line) => {
    const mark = /^\s*- +/.exec(line)?.[0].length ?? 0;
    return wrapWords(line, { width, first: column, indent: column + mark });
  });
}
