import { dependenciesOf } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Rule } from "../rule.ts";

/** Finds dependencies on later phases, which are executed after the plan. */
export const laterPhaseDependency: Rule = {
  code: "later-phase-dependency",
  severity: "warning",
  summary: "A plan does not depend on a plan of a later phase",
  why: "Phases are executed in the order of their numbers, and a dependency on another phase is met when " +
    "that plan is complete. A plan that waits for a later phase blocks its own phase.",
  shows: ["depends_on"],
  *planIn(plan, project) {
    const reported = new Set<string>();
    for (const dependency of dependenciesOf(plan, project)) {
      const { id, within, phase, text } = dependency;
      if (phase !== undefined) {
        if (comparePhaseNumbers(phase, plan.phase) <= 0 || reported.has(text)) continue;
        reported.add(text);
        yield {
          message: `Plan ${plan.id} depends on the later phase ${printPhaseNumber(phase)}`,
          hint: "Move the plan to a phase after that one, or remove the dependency",
          span: dependency.span,
        };
        continue;
      }
      const other = id === undefined || within ? undefined : project.plans.byId.get(id);
      if (other === undefined || comparePhaseNumbers(other.phase, plan.phase) <= 0) continue;
      yield {
        message: `Plan ${plan.id} depends on ${other.id} of the later phase ${printPhaseNumber(other.phase)}`,
        hint: "Move one of the two plans to the other phase, or remove the dependency",
        span: dependency.span,
      };
    }
  },
};
