import type { Position, Range } from "../../deps/language_server.ts";
import type { Span } from "../../../schemas/diagnostic.ts";

/** Whether a byte order mark at the start of a text takes a column of its first line. */
export type ByteOrderMark =
  /** It does: the editor itself sent the text with it. */
  | "counted"
  /** It does not: the text was read from disk, and editors take the mark off when they open it. */
  | "hidden";

/**
 * Turns offsets of a text into the protocol's positions and back: lines and UTF-16 columns from 0. A
 * line ends after `\n`, `\r\n` or `\r`, as the protocol has it.
 */
export class Positions {
  readonly #text: string;
  readonly #starts: readonly number[];

  /**
   * Reads where the lines begin.
   *
   * @param text The text, its byte order mark included where it has one.
   * @param mark What that mark is to the editor.
   */
  constructor(text: string, mark: ByteOrderMark) {
    this.#text = text;
    const starts = [mark === "hidden" && text.startsWith("\uFEFF") ? 1 : 0];
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length);
    this.#starts = starts;
  }

  /** The position of an offset; outside the text the nearest end is taken. */
  at(offset: number): Position {
    const starts = this.#starts;
    const wanted = Math.max(starts[0]!, Math.min(offset, this.#text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: wanted - starts[low]! };
  }

  /** The offset of a position; a column behind the end of its line is that end, as the protocol has it. */
  offset({ line, character }: Position): number {
    const start = this.#starts[Math.max(0, line)];
    if (start === undefined) return this.#text.length;
    const next = this.#starts[Math.max(0, line) + 1];
    const end = next === undefined ? this.#text.length : this.#endBefore(next);
    return Math.min(start + Math.max(0, character), end);
  }

  /** The range of a span. */
  range({ start, end }: Span): Range {
    return { start: this.at(start), end: this.at(end) };
  }

  /** The span of a range. */
  span({ start, end }: Range): Span {
    return { start: this.offset(start), end: this.offset(end) };
  }

  /** Offset of the line ending that another line begins behind. */
  #endBefore(next: number): number {
    return next - (this.#text.startsWith("\r\n", next - 2) ? 2 : 1);
  }
}
