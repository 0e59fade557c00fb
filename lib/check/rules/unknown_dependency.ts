import { nearest } from "../../text/nearest.ts";
import { dependenciesOf, phaseNamed } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { mayNameUnknown } from "../../parse/project/unknown_content.ts";
import { phaseMeant, phaseOfFolder } from "../text/phase_meant.ts";
import type { Finding, Rule } from "../rule.ts";

/** How many of the plans of a phase are named at most, and how many of all plans are compared. */
const [NAMED, COMPARED] = [12, 100];

/** Words for nothing, which a list says by being empty. */
const NOTHING = /^\s*(?:none|nothing|null|n\/a|-)\s*$/i;

/** Every dependency names a plan or a phase that is there; one that does not would be dropped in silence. */
export const unknownDependency: Rule = {
  code: "unknown-dependency",
  severity: "error",
  summary: "Each item of `depends_on` names a plan of the project, or one of its phases",
  why: "A dependency that names nothing would be dropped in silence, and the plan would run too early. An " +
    "ID (`03-01`), a file's stem (`03-01-auth`) and a bare number of the same phase all name a plan; " +
    "`Phase 2` names all plans of that phase.",
  shows: ["depends_on"],
  *planIn(plan, project) {
    for (const { text, id, phase, span } of dependenciesOf(plan, project)) {
      if (id !== undefined || phase !== undefined || mayNameUnknown(text, plan.phase, project)) continue;
      if (phaseNamed(text) !== undefined) {
        yield { ...unknownPhase(text, project), span };
        continue;
      }
      const near = idsOf(findPhase(project, plan.phase)?.plans ?? [], plan);
      const expected = near.length === 0
        ? "and the phase has no other plan"
        : `expected one of ${near.slice(0, NAMED).join(", ")}${near.length > NAMED ? " and others" : ""}`;
      if (phaseOfFolder(text, project) !== undefined) {
        yield {
          message: `"${text}" is a phase with several plans, and depends_on names plans`,
          hint: phaseMeant(text, project)!,
          span,
        };
        continue;
      }
      const meant = nearest(text, [...near, ...idsOf(project.plans.all, plan)]);
      yield {
        message: `Unknown plan "${text}", ${expected}`,
        hint: NOTHING.test(text)
          ? "Remove it: an empty list, `depends_on: []`, means that there are none"
          : meant === undefined
          ? phaseMeant(text, project) ?? "Correct the ID or remove it from depends_on"
          : `Did you mean "${meant}"?`,
        span,
      };
    }
  },
};

function unknownPhase(text: string, { phases, roadmap }: Project): Pick<Finding, "message" | "hint"> {
  const numbers = [...phases, ...roadmap?.phases ?? []].map(({ number }) => number).sort(comparePhaseNumbers);
  const known = [...new Set(numbers.map(printPhaseNumber))];
  const others = known.length > NAMED ? " and others" : "";
  return {
    message: `Unknown phase "${text}", expected one of ${known.slice(0, NAMED).join(", ")}${others}`,
    hint: "Correct the number or remove it from depends_on",
  };
}

/** The IDs of the first plans but one. */
function idsOf(plans: readonly PlanDocument[], but: PlanDocument): readonly string[] {
  return plans.slice(0, COMPARED).map(({ id }) => id).filter((id) => id !== but.id);
}
