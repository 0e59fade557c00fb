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
/** Maximum number of padded lines: each requires another attempt to parse. */
const MAX_LINES = 100;
/** Deeper than the indentation of any key. */
const PADDING = " ".repeat(100);
/** A line that looks like the next key or item: before it, a bracket or a quote is missing. */
const NEXT_ENTRY = /^[ \t]*(?:[\w.-]+:(?:\s|$)|-(?:\s|$))/;

/** Returns the last bracket before an offset that is not closed there. */
function openBracket(text: string, offset: number): string | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    if ("]}".includes(text[at]!)) depth++;
    else if ("[{".includes(text[at]!) && depth-- === 0) return text[at];
  }
  return undefined;
}

/** A text with some lines padded. */
export class PaddedYaml {
  /** Offsets at which padding was inserted, each of the text with the padding before it, in order. */
  readonly #pads: readonly number[];

  constructor(readonly text: string, pads: readonly number[] = []) {
    this.#pads = pads;
  }

  /** Returns the offset in the text without padding. */
  original(offset: number): number {
    if (this.#pads.length === 0) return offset;
    let padding = 0;
    for (const pad of this.#pads) {
      if (pad >= offset) break;
      padding += Math.min(PADDING.length, offset - pad);
    }
    return offset - padding;
  }

  /** Returns the text with the line of a problem padded; undefined when that does not solve it. */
  padded({ reason, offset }: YamlProblem): PaddedYaml | undefined {
    if (reason !== REASON || this.#pads.length === MAX_LINES) return undefined;
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    const line = this.text.slice(start, start + 200);
    if (this.#pads.includes(start)) return undefined;
    if (NEXT_ENTRY.test(line) && openBracket(this.text, start) !== "{") return undefined;
    return new PaddedYaml(
      this.text.slice(0, start) + PADDING + this.text.slice(start),
      [...this.#pads, start],
    );
  }
}
