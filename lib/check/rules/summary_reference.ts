import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { hasSummary, summaryOf } from "../../parse/project/project.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import type { ProjectFacts } from "../../parse/project/model.ts";
import { isBroken } from "../../parse/project/unknown_content.ts";
import type { Rule } from "../rule.ts";

/** Finds plans that read a summary without depending on its plan. */
export const summaryReference: Rule = {
  code: "summary-reference",
  severity: "hint",
  summary: "Summaries of the same phase in `<context>` belong to plans that the plan depends on",
  why:
    "A summary exists only when its plan is complete. Without the dependency the two plans may run at the " +
    "same time, and the summary is missing. Name a summary only if the types, decisions or output of its " +
    "plan are used.",
  shows: ["depends_on", "<context>"],
  *phase(phase, project) {
    let bySummary: ReadonlyMap<string, PlanFacts> | undefined;
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind !== "parsed" || hasSummary(phase, plan)) continue;
      let needed: ReadonlySet<string> | "unknown" | undefined;
      for (const { place, span } of plan.references) {
        if (place.kind !== "inside" || !isSummaryPath(place.path)) continue;
        bySummary ??= new Map(phase.plans.map((plan) => [summaryOf(phase, plan.source.path), plan]));
        const other = bySummary.get(place.path);
        if (other === undefined || other === plan) continue;
        if (isBroken(other)) continue;
        needed ??= allDependencies(plan, project);
        if (needed === "unknown" || needed.has(other.id)) continue;
        yield {
          message: `The plan reads the summary of ${other.id}, but does not depend on ${other.id}`,
          hint: `Add "${other.id}" to depends_on if its results are used here, otherwise remove the line`,
          path: plan.source.path,
          span,
        };
      }
    }
  },
};

/** The plans that a plan depends on, directly or not; unknown if one of them could not be read. */
function allDependencies(plan: PlanFacts, project: ProjectFacts): ReadonlySet<string> | "unknown" {
  const found = new Set<string>();
  const open = [plan];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { id, within, phase } of dependenciesOf(next, project)) {
      if (id === undefined && phase !== undefined) continue;
      if (id === undefined) return "unknown";
      if (found.has(id)) continue;
      found.add(id);
      const other = project.plans.byId.get(id);
      if (within && (other === undefined || isBroken(other))) return "unknown";
      if (other !== undefined) open.push(other);
    }
  }
  return found;
}
