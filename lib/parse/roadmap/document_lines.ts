import { foldedLines } from "../../text/lines.ts";
import type { SourceText } from "../../text/source_text.ts";
import { phaseLines } from "./phase_words.ts";
import { maskComments } from "../../text/mask_comments.ts";

/** A document as those see it who look for headings, items and rows in it. */
export interface DocumentLines {
  /** Its lines, with blanks in place of comments and fenced blocks. */
  readonly lines: readonly string[];
  /** The lines as those read them who look for phases, whatever their language; see {@link phaseLines}. */
  readonly phaseLines: readonly string[];
  /** Which of them are folded away, by index from 0. */
  readonly folded: ReadonlySet<number>;
}

/** What was split before; the roadmap is looked through for phases, for items and for milestones. */
const KNOWN = new WeakMap<SourceText, DocumentLines>();

/** Splits a document into lines. */
export function documentLines(source: SourceText): DocumentLines {
  const known = KNOWN.get(source) ?? linesOf(source.text);
  KNOWN.set(source, known);
  return known;
}

/** Splits the text of a document into lines. */
export function linesOf(text: string): DocumentLines {
  const lines = maskComments(text).split("\n");
  return { lines, phaseLines: phaseLines(lines), folded: foldedLines(lines) };
}
