import { dependenciesOf } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { phaseMeant } from "../text/phase_meant.ts";
import type { Rule } from "../rule.ts";

/** Finds plans that depend on themselves. */
export const selfDependency: Rule = {
  code: "self-dependency",
  severity: "error",
  summary: "A plan does not depend on itself",
  why: "A plan that waits for itself could never start.",
  shows: ["plan", "depends_on"],
  *planIn(plan, project) {
    for (const dependency of dependenciesOf(plan, project)) {
      const { text, id } = dependency;
      if (id !== plan.id) continue;
      yield {
        message: `Plan ${plan.id} depends on itself ("${text}"), so it could never start`,
        hint: (isOwn(text, plan) ? undefined : phaseMeant(text, project)) ??
          "Remove the item, or name the plan you meant",
        span: dependency.span,
      };
    }
  },
};

/** Reports whether a text begins with the number of the plan's own phase. */
function isOwn(text: string, { phase }: PlanFacts): boolean {
  const number = parsePhaseNumber(text);
  return number !== undefined && comparePhaseNumbers(number, phase) === 0;
}
