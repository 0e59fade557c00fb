import type { Rule } from "../rule.ts";

/** Every task ends where its author meant it to end. */
export const unclosedTask: Rule = {
  code: "unclosed-task",
  severity: "error",
  summary: "Each `<task>` has its `</task>`",
  why: "What follows a task that is not closed would count as part of it: two tasks become one, with one " +
    "commit.",
  shows: ["<tasks>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { kind, name, span, task } of plan.body.problems) {
      if (kind !== "unclosed" || name !== "task") continue;
      yield {
        message: `Task ${task} is not closed, so what follows would count as part of it`,
        hint: "Put `</task>` on a line of its own after the task's last element",
        span,
      };
    }
  },
};
