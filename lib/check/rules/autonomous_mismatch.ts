import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import type { Rule } from "../rule.ts";

/** Compares `autonomous` with the tasks: a plan with a checkpoint needs a person. */
export const autonomousMismatch: Rule = {
  code: "autonomous-mismatch",
  severity: "warning",
  strict: true,
  summary: "`autonomous` is true exactly when no task is a checkpoint",
  why: "`autonomous: false` announces that the plan will stop and ask, so that someone is there to answer. " +
    "The tasks decide: one checkpoint is enough. A task of an unknown type may need a person too.",
  shows: ["autonomous", "<tasks>"],
  *plan(plan) {
    const stated = plan.fields["autonomous"];
    if (plan.frontmatter.kind !== "parsed" || typeof stated !== "boolean") return;
    const checkpoint = plan.tasks.find(({ type }) => type !== "auto");
    const actual = checkpoint === undefined;
    if (plan.tasks.length === 0 || stated === actual) return;
    if (!stated && mayNeedPerson(plan)) return;
    const span = spanAt(plan.frontmatter.root, "/autonomous");
    yield {
      message: actual
        ? "The plan is marked as not autonomous, but none of its tasks is a checkpoint"
        : `The plan is marked as autonomous, but task ${checkpoint!.number} is a ${checkpoint!.type}`,
      hint: actual
        ? "Make the task that needs a person a checkpoint, or write `autonomous: true`"
        : "Write `autonomous: false`",
      span,
    };
  },
};

function mayNeedPerson({ tasks }: PlanDocument): boolean {
  const isUnknown = (type: string | undefined) => type !== undefined && type.trim() !== "auto";
  return tasks.some(({ element }) => isUnknown(element.attributes.get("type")?.value));
}
