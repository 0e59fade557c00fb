import type { Span } from "../../../schemas/diagnostic.ts";

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
 *
 * Numbers may have parts and a letter behind: `RF-02.1`, `REQ-1.1-B-4`, `SHIP-03A`. The full stop of a
 * sentence behind an ID is no part of it.
 */
export const REQUIREMENT_ID = String
  .raw`(?<![\p{L}\p{N}_-])[\p{Lu}\p{Lo}][\p{Lu}\p{Lo}\d]*(?:-[\p{Lu}\p{Lo}\d]+(?:\.\d+)*)*-\d+(?:\.\d+)*[A-Za-z]?(?![\p{L}\p{N}_-]|\.\d)`;

/** Made when it is first used: classes of letters take more than a millisecond, and most texts name no ID. */
let idPattern: RegExp | undefined;

/**
 * The IDs that a text names, in its order.
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
