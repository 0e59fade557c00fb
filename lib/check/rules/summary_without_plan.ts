import { summaryPath } from "../../parse/ids/plan_names.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { isBroken, isWhole } from "../../parse/project/unknown_content.ts";
import type { Rule } from "../rule.ts";
import { strayedSummaries } from "../text/summaries.ts";

/** A summary lies where its plan expects it; elsewhere the plan stays open. */
export const summaryWithoutPlan: Rule = {
  code: "summary-without-plan",
  severity: "warning",
  summary: "A summary has the name of its plan, with SUMMARY in place of PLAN",
  why: "Whether a plan is complete is read from the name of its summary. `01-01-SUMMARY.md` beside " +
    "`01-PLAN.md` leaves that plan open, and it would be executed again. A summary that belongs to no " +
    "plan at all is a hint.",
  shows: ["files"],
  *phase(phase) {
    if (phase.plans.length === 0) return;
    for (const { path, plan } of strayedSummaries(phase)) {
      if (plan === undefined) {
        if (!isWhole(phase)) continue;
        yield {
          message: "The summary belongs to no plan of its phase",
          hint: "Give it the name of its plan, or remove it if the plan is gone",
          path,
          span: { start: 0, end: 0 },
          severity: "hint",
        };
      } else if (!hasSummary(phase, plan) && !isBroken(plan)) {
        const [file, name] = [plan.source.path, summaryPath(plan.source.path)].map(baseNameOf);
        yield {
          message: `By its number this is the summary of ${file}, which stays open without ${name}`,
          hint: `Rename it to ${name}`,
          path,
          span: { start: 0, end: 0 },
        };
      }
    }
  },
};
