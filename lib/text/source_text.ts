import type { TextPosition } from "../../schemas/results/validate.ts";

/**
 * The text of one file with its path. Converts offsets to lines and columns.
 *
 * The text is kept as read, including a byte order mark, CRLF and a missing final newline. A line ends after
 * `\n`; the `\r` of a CRLF belongs to its line.
 *
 * @example
 * ```ts
 * import { SourceText } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const source = new SourceText("notes.md", "one\ntwo\n");
 * assert.deepEqual(source.position(4), { line: 2, column: 1 });
 * assert.equal(source.line(2), "two");
 * ```
 */
export class SourceText {
  #lineStarts: number[] | undefined;

  /**
   * Creates the source from a text.
   *
   * @param path Path relative to the project root, with forward slashes.
   * @param text The text, as read.
   */
  constructor(readonly path: string, readonly text: string) {}

  /** The number of lines; a final newline does not begin another line. */
  get lineCount(): number {
    const starts = this.#starts();
    return starts.at(-1) === this.text.length && starts.length > 1 ? starts.length - 1 : starts.length;
  }

  /**
   * Returns the line and column of an offset, both counted from 1. A byte order mark takes no column.
   *
   * @param offset UTF-16 offset; an offset outside the text is moved to the nearest end.
   */
  position(offset: number): TextPosition {
    const starts = this.#starts();
    const wanted = Math.max(0, Math.min(offset, this.text.length));
    const line = lineAt(wanted, starts);
    const mark = line === 0 && wanted > 0 && this.text.startsWith("\uFEFF") ? 1 : 0;
    return { line: line + 1, column: wanted - mark - starts[line]! + 1 };
  }

  /**
   * Returns the text of a line without its line ending and without the byte order mark.
   *
   * @param line The number of the line, from 1. The result is empty if the line does not exist.
   */
  line(line: number): string {
    const starts = this.#starts();
    const start = starts[line - 1];
    if (start === undefined) return "";
    const end = starts[line] ?? this.text.length;
    const text = this.text.slice(start, end).replace(/\r?\n$/, "");
    return line === 1 ? text.replace(/^\uFEFF/, "") : text;
  }

  #starts(): number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0];
      for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1)) {
        starts.push(at + 1);
      }
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}

/** Copies a part of a text: engines keep all of a text as long as a part that was cut out of it is used. */
export function detached(part: string): string {
  return ` ${part}`.slice(1);
}

/** Returns the index of the line that contains an offset, by the offsets at which the lines begin. */
export function lineAt(offset: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
