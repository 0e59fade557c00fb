import type { Span } from "../../../schemas/diagnostic.ts";

/** A reference to a requirement. */
export interface RequirementReference {
  /** The ID as written, for example `AUTH-01`. */
  readonly id: string;
  /** The span of the ID. */
  readonly span: Span;
}

/**
 * Source of a regular expression (flag `u`) for the ID of a requirement: hyphenated words of capitals and
 * digits, the last one a number: `AUTH-01`, `AA-AA-9`, `I18N-01`, `BIAS-V2-01`.
 *
 * Numbers may have parts and a letter behind: `RF-02.1`, `REQ-1.1-B-4`, `SHIP-03A`. The full stop of a
 * sentence behind an ID is no part of it.
 */
export const REQUIREMENT_ID = String
  .raw`(?<![\p{L}\p{N}_-])[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}\d]*(?:-[\p{Lu}\p{Lo}\d]+(?:\.\d+)*)*-\d+(?:\.\d+)*[A-Za-z]?(?![\p{L}\p{N}_-]|\.\d)`;

/** Compiled on first use: Unicode classes take more than a millisecond, and most texts contain no ID. */
let idPattern: RegExp | undefined;

/**
 * Returns the IDs in a text, in order.
 *
 * @param start Offset of the text in its file, for the spans.
 */
export function requirementReferences(text: string, start: number): readonly RequirementReference[] {
  if (!/-\d/.test(text)) return [];
  idPattern ??= new RegExp(REQUIREMENT_ID, "gu");
  return [...text.matchAll(idPattern)].map(({ 0: id, index }) => ({
    id,
    span: { start: start + index, end: start + index + id.length },
  }));
}
