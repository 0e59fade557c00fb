/**
 * YAML whose brackets and quotes close at the column of their own key, or left of it.
 *
 * Most readers take `files: [` … `]` with the last bracket under the key, and quoted text that continues
 * at the beginning of a line; the library asks for deeper indentation there. Between brackets and quotes
 * indentation has no meaning, so such lines are padded for the library, and all offsets are led back.
 * @module
 */
import type { YamlProblem } from "./problem.ts";

/** The library's reason for refusing such a line; nothing else has it. */
const REASON = "deficient indentation";
/** Lines padded in one text at most: each is one more attempt to parse it. */
const MAX_LINES = 100;
/** Deeper than any key stands. */
const PADDING = " ".repeat(100);
/** A line that looks like the next key or item: before it, a bracket or a quote is missing. */
const NEXT_ENTRY = /^[ \t]*(?:[\w.-]+:(?:\s|$)|-(?:\s|$))/;

/** A text with some lines padded. */
export class PaddedYaml {
  /** Offsets at which padding was inserted, each of the text with the padding before it, in order. */
  readonly #pads: readonly number[];

  constructor(readonly text: string, pads: readonly number[] = []) {
    this.#pads = pads;
  }

  /** The offset in the text without padding. */
  original(offset: number): number {
    let padding = 0;
    for (const pad of this.#pads) {
      if (pad >= offset) break;
      padding += Math.min(PADDING.length, offset - pad);
    }
    return offset - padding;
  }

  /** The text with the line padded that a problem was found on; undefined where that is no cure. */
  padded({ reason, offset }: YamlProblem): PaddedYaml | undefined {
    if (reason !== REASON || this.#pads.length === MAX_LINES) return undefined;
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    const line = this.text.slice(start, start + 200);
    if (this.#pads.includes(start) || NEXT_ENTRY.test(line)) return undefined;
    return new PaddedYaml(
      this.text.slice(0, start) + PADDING + this.text.slice(start),
      [...this.#pads, start],
    );
  }
}
