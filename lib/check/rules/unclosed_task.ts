import type { Rule } from "../rule.ts";

export const unclosedTask: Rule = {
  code: "unclosed-task",
  severity: "error",
  summary: "Each `<task>` has its `</task>`",
  why:
    "Everything after a task that is not closed would count as part of it: two tasks become one, with one " +
    "commit.",
  shows: ["<tasks>"],
  *plan(plan) {
    for (const { kind, name, endedBy, span, task } of plan.body.problems) {
      if (kind !== "unclosed" || name !== "task") continue;
      yield {
        message: endedBy === undefined
          ? `Task ${task} is not closed, so the text after it would count as part of it`
          : `Task ${task} ends at <${endedBy}>, before its </task>`,
        hint: endedBy === undefined
          ? "Add a line `</task>` after the task's last element"
          : `Move \`</task>\` before \`<${endedBy}>\``,
        span,
      };
    }
  },
};
