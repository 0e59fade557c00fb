import { innerText, sectionOf } from "../text/elements.ts";
import type { Rule } from "../rule.ts";

/** Markdown marks around the word: anything but letters and digits of any script. */
const MARKS = String.raw`[^\p{L}\p{N}:：]*`;

/** The usual forms of the lines. They are tried first, because patterns for all scripts take milliseconds to compile. */
const USUAL = {
  Purpose: /^[ \t*_]*Purpose[ \t*_]*:/im,
  Output: /^[ \t*_]*Output[ \t*_]*:/im,
};
const MAY_BE_HEADLESS = /^[^A-Za-z]*(?:Purpose|Output)/i;

function hasLine(text: string, word: keyof typeof USUAL): boolean {
  return USUAL[word].test(text) || new RegExp(`^${MARKS}${word}${MARKS}[:：]`, "imu").test(text);
}

function isHeadless(text: string): boolean {
  return MAY_BE_HEADLESS.test(text) &&
    new RegExp(`^${MARKS}(?:Purpose|Output)${MARKS}[:：]`, "iu").test(text);
}

/** Checks that the objective states what is built, its purpose and its output. */
export const objectiveLines: Rule = {
  code: "objective-lines",
  severity: "hint",
  summary: "`<objective>` has a line on what is built, a line `Purpose:` and a line `Output:`",
  why:
    "The first line becomes the headline of the plan in overviews and of its summary. `Purpose:` lets the " +
    "agent choose well where the plan leaves a choice, and `Output:` names what must exist at the end.",
  shows: ["<objective>"],
  *plan(plan) {
    const element = sectionOf(plan, "objective");
    if (element === undefined) return;
    const text = innerText(plan, element);
    if (text.trim() === "") return;
    const missing = (["Purpose", "Output"] as const).filter((word) => !hasLine(text, word));
    const headless = isHeadless(text.trim());
    if (missing.length === 0 && !headless) return;
    const lines = missing.map((word) => `\`${word}:\``).join(" and ");
    yield {
      message: headless
        ? "The objective does not begin with a line on what is built"
        : `The objective has no line ${missing.map((word) => `${word}:`).join(" and no line ")}`,
      hint: headless ? "Add a first line that states what is built" : `Add ${lines} below the first line`,
      span: element.tag,
    };
  },
};
