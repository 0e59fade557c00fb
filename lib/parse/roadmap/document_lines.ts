import { foldedLines } from "../../text/lines.ts";
import type { SourceText } from "../../text/source_text.ts";
import { phaseLines } from "./phase_words.ts";
import { maskComments } from "../../text/mask_comments.ts";

/** The lines of a document for finding headings, items and rows. */
export interface DocumentLines {
  /** The lines, with spaces in place of comments and fenced blocks. */
  readonly lines: readonly string[];
  /** The lines with phases of any language in English; see {@link phaseLines}. */
  readonly phaseLines: readonly string[];
  /** The indexes of the lines inside `<details>`, from 0. */
  readonly folded: ReadonlySet<number>;
}

/** Cache, as the roadmap is searched for phases, items and milestones. */
const KNOWN = new WeakMap<SourceText, DocumentLines>();

export function documentLines(source: SourceText): DocumentLines {
  const known = KNOWN.get(source) ?? linesOf(source.text);
  KNOWN.set(source, known);
  return known;
}

export function linesOf(text: string): DocumentLines {
  const lines = maskComments(text).split("\n");
  return { lines, phaseLines: phaseLines(lines), folded: foldedLines(lines) };
}
