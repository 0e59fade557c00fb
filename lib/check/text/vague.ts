/**
 * The words of checks and criteria that fit whatever was done.
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
/** Words in place of an answer; those for what is still to be written are placeholders. */
export const NO_ANSWER = "looks? (?:good|right|ok|fine)|n/?a|none|yes|ok(?:ay)?|done";

/** Characters of the longest text that is looked at: vague ones are short. */
const MAX_LENGTH = 200;

/** Whether an element holds so little that it may be vague. */
export function isShort({ inner }: BodyElement): boolean {
  return inner.end - inner.start <= MAX_LENGTH;
}

/** A text without tags, stops and more than one blank between words. */
export function plainWords(text: string): string {
  return text.replace(/<[^<>]*>/g, " ").replace(/[.!;,]+(?=\s|$)/g, "").replace(/\s+/g, " ").trim();
}
