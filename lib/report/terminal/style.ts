import { defined } from "../../collections/defined.ts";
import { visibleText } from "../../text/terminal_text.ts";

/** Styles text for a terminal. Without color every function returns the text unchanged. */
export interface Style {
  /** The width of the terminal in columns; undefined if the output is not a terminal. */
  readonly width?: number;
  bold(text: string): string;
  /** Dimmed text. */
  dim(text: string): string;
  /** Red text, for errors. */
  red(text: string): string;
  /** Green text, for success. */
  green(text: string): string;
  /** Yellow text, for warnings. */
  yellow(text: string): string;
  /** Cyan text, for names and positions. */
  cyan(text: string): string;
}

/**
 * Creates a style with ANSI escape sequences, or without any.
 *
 * @param width The width of the terminal in columns, if there is one.
 */
export function makeStyle(color: boolean, width?: number): Style {
  const mark = (on: number, off: number) => (text: string) => color ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    ...defined({ width }),
    bold: mark(1, 22),
    dim: mark(2, 22),
    red: mark(31, 39),
    green: mark(32, 39),
    yellow: mark(33, 39),
    cyan: mark(36, 39),
  };
}

/** The width of reports in columns, if they do not end at a narrower terminal. */
const MAX_WIDTH = 80;

/** Returns the width of a report in columns. */
export function reportWidth({ width = MAX_WIDTH }: Style): number {
  return Math.min(MAX_WIDTH, width);
}

/** Escapes external text, see {@link visibleText}. */
export const printable: (text: string) => string = visibleText;

/** Escapes a name like {@link printable}, with `\n` and `\t` for line breaks and tabs. */
export function printableName(text: string): string {
  return printable(text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}
