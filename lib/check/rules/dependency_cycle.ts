import { dependenciesOf, dependencyCycles, plansOf } from "../../parse/project/dependencies.ts";
import type { PhaseFacts, ProjectFacts } from "../../parse/project/model.ts";
import type { Rule } from "../rule.ts";

/** Finds plans that depend on one another in a cycle. */
export const dependencyCycle: Rule = {
  code: "dependency-cycle",
  severity: "error",
  summary: "Dependencies form no cycle",
  why:
    "Each plan of a cycle waits for the next one, so none of them could ever start, and neither could the " +
    "plans that depend on them.",
  shows: ["depends_on"],
  *phase(phase, project) {
    for (const cycle of dependencyCycles(phase, project)) {
      const steps = cycle.map((id, index) => step(id, cycle[(index + 1) % cycle.length]!, phase, project));
      const first = steps[0];
      if (first === undefined) continue;
      const path = [...cycle, cycle[0]!].join(" → ");
      yield {
        message: `The plans depend on one another in a cycle: ${path}`,
        hint: "Remove one of these dependencies",
        path: first.plan.source.path,
        span: first.span,
        related: steps.slice(1).map(({ plan, span, on }) => ({
          message: `${plan.id} depends on ${on}`,
          span: { path: plan.source.path, ...span },
        })),
      };
    }
  },
};

function step(id: string, on: string, phase: PhaseFacts, project: ProjectFacts) {
  const plan = plansOf(phase).find((candidate) => candidate.id === id)!;
  const { span } = dependenciesOf(plan, project).find((dependency) => dependency.id === on)!;
  return { plan, span, on };
}
