import type { Rule } from "../rule.ts";

/** A closing tag closes something. */
export const strayTag: Rule = {
  code: "stray-tag",
  severity: "warning",
  strict: true,
  summary: "Each closing tag of the body closes an element",
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { kind, name, span } of plan.body.problems) {
      if (kind !== "stray") continue;
      yield {
        message: `</${name}> closes nothing`,
        hint: "Remove it",
        span,
        fix: { title: `Remove the stray </${name}>`, edits: [{ ...span, text: "" }] },
      };
    }
  },
};
