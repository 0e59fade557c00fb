import { defined } from "../../collections/defined.ts";
import { visibleText } from "../../text/terminal_text.ts";

/** Marks text for a terminal; without colour every mark gives the text back as it is. */
export interface Style {
  /** Columns of the terminal; undefined where the text goes somewhere else. */
  readonly width?: number;
  /** Heavy. */
  bold(text: string): string;
  /** Less bright. */
  dim(text: string): string;
  /** For errors. */
  red(text: string): string;
  /** For success. */
  green(text: string): string;
  /** For warnings. */
  yellow(text: string): string;
  /** For names and places. */
  cyan(text: string): string;
}

/**
 * Marks with ANSI escape sequences, or nothing.
 *
 * @param colour Whether there is colour.
 * @param width Columns of the terminal, where it is one.
 */
export function makeStyle(colour: boolean, width?: number): Style {
  const mark = (on: number, off: number) => (text: string) =>
    colour ? `\x1b[${on}m${text}\x1b[${off}m` : text;
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

/** A number and its noun: `1 error`, `3 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Text from outside, as {@link visibleText} shows it. */
export const printable: (text: string) => string = visibleText;

/** A name as {@link printable} gives it, with `\n` and `\t` for what would not stay on one line. */
export function printableName(text: string): string {
  return printable(text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}
