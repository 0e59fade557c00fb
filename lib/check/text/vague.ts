/**
 * Patterns for checks and criteria that any result would satisfy.
 * @module
 */
import type { BodyElement } from "../../parse/plan_file/scan_body.ts";

const SUBJECT =
  "(?:it|this|that|everything|all|things|(?:the )?(?:code|feature|task|changes?|app|application|implementation))";
const GOOD =
  "(?:works?|is working|are working|functions?|runs?|(?:is|are) (?:ok|okay|fine|good|correct|right|done))";
const HOW = "(?: (?:correctly|properly|fine|well|as (?:expected|intended|designed)))?";

/** A sentence such as `everything works as expected`, as the source of a pattern. */
export const IT_WORKS = `${SUBJECT} ${GOOD}${HOW}|works?${HOW}`;
/** `to work properly` without its subject. */
export const SUBJECT_AND_GOOD = `(?: ${SUBJECT})?(?: ${GOOD})?${HOW}`;
/** Words in place of an answer. Words for text that is still to be written are placeholders. */
export const NO_ANSWER = "looks? (?:good|right|ok|fine)|n/?a|none|yes|ok(?:ay)?|done";

/** Maximum length of a text that is checked: vague texts are short. */
const MAX_LENGTH = 200;

export function isShort({ inner }: BodyElement): boolean {
  return inner.end - inner.start <= MAX_LENGTH;
}

/** Removes tags and punctuation from a text, and repeated spaces. */
export function plainWords(text: string): string {
  return text.replace(/<[^<>]*>/g, " ").replace(/[.!;,]+(?=\s|$)/g, "").replace(/\s+/g, " ").trim();
}
