import type { Rule } from "../rule.ts";

/** Finds elements that are not closed. `<task>` has its own rule. */
export const unclosedElement: Rule = {
  code: "unclosed-element",
  severity: "error",
  summary: "Each element of the body is closed",
  why: "The content of an element ends at its closing tag. Without it the end is a guess, and the next " +
    "element may be swallowed.",
  shows: ["<objective>", "<tasks>"],
  *plan(plan) {
    for (const { kind, name, endedBy, span, task } of plan.body.problems) {
      if (kind !== "unclosed" || name === "task") continue;
      const where = task === undefined ? "" : ` of task ${task}`;
      yield {
        message: endedBy === undefined
          ? `<${name}>${where} is not closed, so its end is a guess`
          : `<${name}>${where} ends at <${endedBy}>, before its </${name}>`,
        hint: endedBy === undefined
          ? `Add \`</${name}>\` where it ends`
          : `Move \`</${name}>\` before \`<${endedBy}>\``,
        span,
      };
    }
  },
};
