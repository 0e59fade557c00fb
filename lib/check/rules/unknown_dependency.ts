import { nearest } from "../../text/nearest.ts";
import { dependenciesOf, phaseNamed } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { ProjectFacts } from "../../parse/project/model.ts";
import { namesSeveral } from "../../parse/project/plan_index.ts";
import { mayNameUnknown } from "../../parse/project/unknown_content.ts";
import { phaseMeant, phaseOfFolder } from "../text/phase_meant.ts";
import type { Finding, Rule } from "../rule.ts";

/** Maximum number of plans that a message names, and of plans that are compared for similar names. */
const [MAX_NAMED, MAX_COMPARED] = [12, 100];

/** Words for nothing, which should be an empty list. */
const NOTHING = /^\s*(?:none|nothing|null|n\/a|-)\s*$/i;

/** Finds dependencies on plans or phases that do not exist. */
export const unknownDependency: Rule = {
  code: "unknown-dependency",
  severity: "error",
  summary: "Each item of `depends_on` names a plan of the project, or one of its phases",
  why:
    "An unknown dependency would be dropped silently, and the plan would run too early. An ID (`03-01`), " +
    "a file's stem (`03-01-auth`) and a bare number of the same phase all name a plan; `Phase 2` names all " +
    "plans of that phase.",
  shows: ["depends_on"],
  *planIn(plan, project) {
    for (const dependency of dependenciesOf(plan, project)) {
      const { text, id, phase } = dependency;
      if (id !== undefined || phase !== undefined || mayNameUnknown(text, plan.phase, project)) continue;
      const { span } = dependency;
      if (phaseNamed(text) !== undefined) {
        yield { ...unknownPhase(text, project), span };
        continue;
      }
      const near = idsOf(findPhase(project, plan.phase)?.plans ?? [], plan);
      const expected = near.length === 0
        ? "and the phase has no other plan"
        : `expected one of ${near.slice(0, MAX_NAMED).join(", ")}${
          near.length > MAX_NAMED ? " and others" : ""
        }`;
      if (phaseOfFolder(text, project) !== undefined) {
        yield {
          message: `"${text}" is a phase with several plans, but depends_on names plans`,
          hint: phaseMeant(text, project)!,
          span,
        };
        continue;
      }
      if (namesSeveral(text)) {
        yield { message: `"${text}" names several plans`, hint: "Write each ID as an item of its own", span };
        continue;
      }
      const meant = nearest(text, [...near, ...idsOf(project.plans.all, plan)]);
      yield {
        message: `Unknown plan "${text}", ${expected}`,
        hint: NOTHING.test(text)
          ? "Remove it: an empty list, `depends_on: []`, means no dependencies"
          : meant === undefined
          ? phaseMeant(text, project) ?? "Correct the ID or remove it from depends_on"
          : `Did you mean "${meant}"?`,
        span,
      };
    }
  },
};

function unknownPhase(text: string, { phases, roadmap }: ProjectFacts): Pick<Finding, "message" | "hint"> {
  const numbers = [...phases, ...roadmap?.phases ?? []].map(({ number }) => number).sort(comparePhaseNumbers);
  const known = [...new Set(numbers.map(printPhaseNumber))];
  const others = known.length > MAX_NAMED ? " and others" : "";
  return {
    message: `Unknown phase "${text}", expected one of ${known.slice(0, MAX_NAMED).join(", ")}${others}`,
    hint: "Correct the number or remove it from depends_on",
  };
}

/** The IDs of the first plans, without one plan. */
function idsOf(plans: readonly PlanFacts[], but: PlanFacts): readonly string[] {
  return plans.slice(0, MAX_COMPARED).map(({ id }) => id).filter((id) => id !== but.id);
}
