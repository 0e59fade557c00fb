import type { Rule } from "../rule.ts";

/** Every element but `<task>`, which has a rule of its own, is closed. */
export const unclosedElement: Rule = {
  code: "unclosed-element",
  severity: "error",
  summary: "Each element of the body is closed",
  why: "Text runs to its closing tag. Where that is missing the end is a guess, and the next element may " +
    "be swallowed.",
  shows: ["<objective>", "<tasks>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { kind, name, span, task } of plan.body.problems) {
      if (kind !== "unclosed" || name === "task") continue;
      const where = task === undefined ? "" : ` of task ${task}`;
      yield {
        message: `<${name}>${where} is not closed, so where it ends is a guess`,
        hint: `Put \`</${name}>\` where it ends`,
        span,
      };
    }
  },
};
