import { innerText, sectionOf } from "../elements.ts";
import type { Rule } from "../rule.ts";

/** What may stand before and behind the word: marks of Markdown, no letters of any script. */
const MARKS = String.raw`[^\p{L}\p{N}:：]*`;
const LINES = ["Purpose", "Output"].map((word) =>
  [word, new RegExp(`^${MARKS}${word}${MARKS}[:：]`, "imu")] as const
);
const HEADLESS = new RegExp(`^${MARKS}(?:Purpose|Output)${MARKS}[:：]`, "iu");

/** The objective says what is built, then why and what comes of it. */
export const objectiveLines: Rule = {
  code: "objective-lines",
  severity: "hint",
  summary: "`<objective>` has a line on what is built, a line `Purpose:` and a line `Output:`",
  why: "The first line becomes the headline of the plan in overviews and of its summary. `Purpose:` lets " +
    "the agent choose well where the plan leaves a choice, and `Output:` names what has to be there in " +
    "the end.",
  shows: ["<objective>"],
  *plan(plan) {
    const element = sectionOf(plan, "objective");
    if (plan.frontmatter.kind === "missing" || element === undefined) return;
    const text = innerText(plan, element);
    if (text.trim() === "") return;
    const missing = LINES.filter(([, line]) => !line.test(text)).map(([word]) => word);
    const headless = HEADLESS.test(text.trim());
    if (missing.length === 0 && !headless) return;
    const lines = missing.map((word) => `\`${word}:\``).join(" and ");
    yield {
      message: headless
        ? "The objective does not begin with what is built"
        : `The objective has no line ${missing.map((word) => `${word}:`).join(" and no line ")}`,
      hint: headless ? "Put a line before it that says what is built" : `Add ${lines} below the first line`,
      span: element.tag,
    };
  },
};
