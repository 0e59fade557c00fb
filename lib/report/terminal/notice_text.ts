import { printable, type Style } from "./style.ts";
import { wrapWords } from "./wrap_words.ts";

/** Formats a notice, with its line break. On a terminal its lines break between words. */
export function noticeText(message: string, style: Style): string {
  return `${style.yellow("!")} ${wrappedLines(message, style, 2).join("\n")}\n`;
}

/** Escapes a text that begins in a column, and breaks its lines between words if they end at a terminal. */
export function wrappedLines(text: string, { width }: Style, indent: number): readonly string[] {
  return printable(text).split("\n").map((line) => wrapWords(line, { width, first: indent, indent }));
}
