import type { Span } from "../../schemas/diagnostic.ts";

/** The ID of a requirement where it is named. */
export interface RequirementReference {
  /** The ID as written, for example `AUTH-01`. */
  readonly id: string;
  /** Where it stands. */
  readonly span: Span;
}

/**
 * Source of a regular expression (flag `u`) for the ID of a requirement: words of capitals and digits
 * with hyphens between, the last one a number: `AUTH-01`, `AA-AA-9`, `I18N-01`, `BIAS-V2-01`.
 */
export const REQUIREMENT_ID = String
  .raw`(?<![\p{L}\p{N}_-])[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}\d]*(?:-[\p{Lu}\p{Lo}\d]+)*-\d+[a-z]?(?![\p{L}\p{N}_-])`;

const ID = new RegExp(REQUIREMENT_ID, "gu");

/**
 * The IDs that a text names, in its order.
 *
 * @param start Offset of the text in its file, for the spans.
 */
export function requirementReferences(text: string, start: number): readonly RequirementReference[] {
  return [...text.matchAll(ID)].map(({ 0: id, index }) => ({
    id,
    span: { start: start + index, end: start + index + id.length },
  }));
}
