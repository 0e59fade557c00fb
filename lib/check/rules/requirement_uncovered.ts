import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/phase_number.ts";
import { findPhase, type Phase } from "../../parse/project.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements.ts";
import { deliveredRequirements, namesAll } from "../../parse/plan_requirements.ts";
import { isWhole } from "../../parse/unknown_content.ts";
import type { Rule } from "../rule.ts";
import { isUnfinished } from "../unfinished.ts";

/** What the roadmap asks of a phase, one of its plans delivers. */
export const requirementUncovered: Rule = {
  code: "requirement-uncovered",
  severity: "warning",
  summary: "Each requirement of a planned phase is named by one of its plans",
  why: "A requirement that no plan names is forgotten without anybody deciding so: the phase is executed " +
    "to its end and does not deliver it. Phases without plans, and those whose plans name no " +
    "requirements at all, are left alone, as are requirements that are ticked off.",
  shows: ["ROADMAP.md", "requirements"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap, requirements, unread } = project;
    if (unread.has(REQUIREMENTS_PATH)) return;
    for (const { number, requirements: asked } of roadmap?.phases ?? []) {
      const phase = asked === undefined ? undefined : findPhase(project, number);
      const named = phase === undefined ? undefined : namedBy(phase);
      if (roadmap === undefined || asked === undefined || named === undefined) continue;
      for (const { id, span, between } of asked.references) {
        const requirement = requirements?.byId.get(id);
        if (named.has(id) || requirement?.done || (between && requirement === undefined)) continue;
        yield {
          code: "requirement-uncovered",
          severity: "warning",
          message: `No plan of phase ${printPhaseNumber(number)} names the requirement ${id}`,
          hint: "Add it to the `requirements` of the plan that delivers it, or move it to another phase",
          span: { path: roadmap.source.path, ...span },
        };
      }
    }
  },
};

/** The requirements that a phase's plans name; undefined where that is not known, or not their custom. */
function namedBy(phase: Phase): ReadonlySet<string> | undefined {
  if (!isWhole(phase)) return undefined;
  const items = phase.plans.flatMap(({ fields: { requirements } }) =>
    Array.isArray(requirements) ? requirements.map(String) : []
  );
  // A plan whose requirements are `TBD` or all may deliver any.
  if (items.some((item) => namesAll(item) || isUnfinished(item.trim()))) return undefined;
  const named = deliveredRequirements(items);
  return named.length === 0 ? undefined : new Set(named);
}
