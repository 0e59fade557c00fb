import { summaryPath } from "../../parse/ids/plan_names.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { isBroken, isWhole } from "../../parse/project/unknown_content.ts";
import type { Rule } from "../rule.ts";
import { strayedSummaries } from "../text/summaries.ts";

/** Finds summaries under a name that no plan expects. */
export const summaryWithoutPlan: Rule = {
  code: "summary-without-plan",
  severity: "warning",
  summary: "A summary has the name of its plan, with SUMMARY in place of PLAN",
  why: "The name of its summary marks a plan as complete. `01-01-SUMMARY.md` next to `01-PLAN.md` leaves " +
    "that plan open, and it would be executed again. A summary that does not belong to any plan is a hint.",
  shows: ["files"],
  *phase(phase) {
    if (phase.plans.length === 0) return;
    for (const { path, plan } of strayedSummaries(phase)) {
      if (plan === undefined) {
        if (!isWhole(phase)) continue;
        yield {
          message: "The summary does not belong to any plan of its phase",
          hint: "Rename it after its plan, or remove it if the plan no longer exists",
          path,
          span: { start: 0, end: 0 },
          severity: "hint",
        };
      } else if (!hasSummary(phase, plan) && !isBroken(plan)) {
        const [file, name] = [plan.source.path, summaryPath(plan.source.path)].map(baseNameOf);
        yield {
          message:
            `The number of this summary is that of ${file}, but that plan is open until ${name} exists`,
          hint: `Rename it to ${name}`,
          path,
          span: { start: 0, end: 0 },
        };
      }
    }
  },
};
