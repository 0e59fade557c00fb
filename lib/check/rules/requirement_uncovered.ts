import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/phase_number.ts";
import { findPhase, type Phase } from "../../parse/project.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements.ts";
import { isWhole } from "../../parse/unknown_content.ts";
import type { Rule } from "../rule.ts";

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
      for (const { id, span } of asked.references) {
        if (named.has(id) || requirements?.byId.get(id)?.done) continue;
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
  const named = new Set<string>();
  for (const { fields: { requirements } } of phase.plans) {
    for (const id of Array.isArray(requirements) ? requirements : []) named.add(String(id).trim());
  }
  return named.size === 0 ? undefined : named;
}
