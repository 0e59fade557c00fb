import { plansOf } from "../../parse/project/dependencies.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { phaseFolder } from "../../parse/ids/summary_paths.ts";
import type { Rule } from "../rule.ts";

/** Finds plans that share an ID: dependencies, commits and summaries could not distinguish them. */
export const duplicatePlanId: Rule = {
  code: "duplicate-plan-id",
  severity: "error",
  lasting: "always",
  summary: "Each plan ID is used once",
  why: "Dependencies, commits, branches and answers name a plan by its ID, `<phase number>-<plan number>`. " +
    "Two plans with one ID cannot be distinguished.",
  shows: ["files", "phase", "plan"],
  *project(project) {
    const first = new Map<string, PlanFacts>();
    for (const plan of project.phases.flatMap(plansOf)) {
      const other = first.get(planKey(plan.id));
      if (other === undefined) {
        first.set(planKey(plan.id), plan);
        continue;
      }
      yield {
        code: "duplicate-plan-id",
        severity: "error",
        message: `Plan ID ${plan.id} is also the ID of ${other.source.path}`,
        hint: sameFolder(plan, other)
          ? "Give one of the two another `plan` number"
          : "Give one of the two folders its own phase number",
        span: { path: plan.source.path, ...planSpan(plan) },
        related: [{ message: "the other plan", span: { path: other.source.path, ...planSpan(other) } }],
      };
    }
  },
};

function sameFolder(a: PlanFacts, b: PlanFacts): boolean {
  return phaseFolder(a.source.path) === phaseFolder(b.source.path);
}

function planSpan(plan: PlanFacts): { start: number; end: number } {
  return plan.frontmatter.kind === "parsed" ? spanAt(plan.frontmatter.root, "/plan") : { start: 0, end: 0 };
}
