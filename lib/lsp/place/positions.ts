import type { Position, Range } from "../../deps/language_server.ts";
import type { Span } from "../../../schemas/diagnostic.ts";
import { lineAt } from "../../text/source_text.ts";

/** The treatment of a byte order mark at the start of a text, which may take a column of its first line. */
export type ByteOrderMark =
  /** It takes a column: the editor itself sent the text with it. */
  | "counted"
  /** It takes none: the text was read from disk, and editors remove the mark when they open a file. */
  | "hidden";

/**
 * Converts offsets of a text into positions of the protocol and back: lines and UTF-16 columns from 0. A line
 * ends after `\n`, `\r\n` or `\r`, as in the protocol.
 */
export class Positions {
  readonly #starts: readonly number[];

  /**
   * Finds the beginnings of the lines.
   *
   * @param text The text, including its byte order mark, if any.
   * @param mark The treatment of that mark.
   */
  constructor(readonly text: string, mark: ByteOrderMark) {
    const starts = [mark === "hidden" && text.startsWith("\uFEFF") ? 1 : 0];
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length);
    this.#starts = starts;
  }

  /** Returns the position of an offset. An offset outside the text is clamped. */
  at(offset: number): Position {
    const starts = this.#starts;
    const wanted = Math.max(starts[0]!, Math.min(offset, this.text.length));
    const line = lineAt(wanted, starts);
    return { line, character: wanted - starts[line]! };
  }

  /** Returns the offset of a position. A column after the end of its line is clamped, as in the protocol. */
  offset({ line, character }: Position): number {
    const start = this.#starts[Math.max(0, line)];
    if (start === undefined) return this.text.length;
    const next = this.#starts[Math.max(0, line) + 1];
    const end = next === undefined ? this.text.length : this.#endBefore(next);
    return Math.min(start + Math.max(0, character), end);
  }

  range({ start, end }: Span): Range {
    return { start: this.at(start), end: this.at(end) };
  }

  span({ start, end }: Range): Span {
    return { start: this.offset(start), end: this.offset(end) };
  }

  /** Offset of the line ending before the next line. */
  #endBefore(next: number): number {
    return next - (this.text.startsWith("\r\n", next - 2) ? 2 : 1);
  }
}
