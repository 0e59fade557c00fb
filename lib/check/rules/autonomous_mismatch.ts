import { spanAt } from "../../parse/plan_frontmatter.ts";
import type { Rule } from "../rule.ts";

/** `autonomous` says whether a person is needed; the tasks show it. */
export const autonomousMismatch: Rule = {
  code: "autonomous-mismatch",
  severity: "warning",
  strict: true,
  summary: "`autonomous` is true exactly when no task is a checkpoint",
  why: "`autonomous: false` tells everybody that the plan will stop and ask, so that nobody waits for it " +
    "in vain. The tasks decide: one checkpoint is enough.",
  shows: ["autonomous", "<tasks>"],
  *plan(plan) {
    const stated = plan.fields["autonomous"];
    if (plan.frontmatter.kind !== "parsed" || typeof stated !== "boolean") return;
    const checkpoint = plan.tasks.find(({ task }) => task.type !== "auto");
    const actual = checkpoint === undefined;
    if (plan.tasks.length === 0 || stated === actual) return;
    const span = spanAt(plan.frontmatter.root, "/autonomous");
    yield {
      message: actual
        ? "The plan says it needs a person, but none of its tasks is a checkpoint"
        : `The plan says it needs nobody, but task ${checkpoint!.task.number} is a ${checkpoint!.task.type}`,
      hint: `Write \`autonomous: ${actual}\``,
      span,
      fix: { title: `Set autonomous to ${actual}`, edits: [{ ...span, text: String(actual) }] },
    };
  },
};
