import { summariesWithoutPlan } from "../../parse/project/summaries.ts";
import { isWhole } from "../../parse/project/unknown_content.ts";
import type { Rule } from "../rule.ts";

/** Finds summaries with the numbers of a plan that does not exist. */
export const summaryWithoutPlan: Rule = {
  code: "summary-without-plan",
  severity: "hint",
  summary: "A summary belongs to a plan of its phase",
  why:
    "A summary marks a plan as complete: the one with its name, `01-01-SUMMARY.md` for `01-01-PLAN.md`, or " +
    "the one with its numbers, such as `01-01-auth-PLAN.md`. A summary with other numbers completes nothing.",
  shows: ["files"],
  *phase(phase) {
    if (phase.plans.length === 0 || !isWhole(phase)) return;
    for (const path of summariesWithoutPlan(phase)) {
      yield {
        message: "The summary does not belong to any plan of its phase",
        hint: "Rename it after its plan, or remove it if the plan no longer exists",
        path,
        span: { start: 0, end: 0 },
      };
    }
  },
};
