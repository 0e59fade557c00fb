import type { Diagnostic, Span } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded } from "../../parse/roadmap/phase_state.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { PhaseFacts } from "../../parse/project/model.ts";
import type { NamedRequirement } from "../../parse/requirements/requirement_range.ts";
import { type Requirements, REQUIREMENTS_PATH } from "../../parse/requirements/requirements.ts";
import type { RoadmapRequirements } from "../../parse/roadmap/roadmap.ts";
import { deliveredRequirements, namesAll } from "../../parse/plan_file/plan_requirements.ts";
import { isWhole } from "../../parse/project/unknown_content.ts";
import { summariesWithoutPlan } from "../../parse/project/summaries.ts";
import { listText } from "../../text/list_text.ts";
import { plansWithoutFile } from "../text/listed_plans.ts";
import type { Rule } from "../rule.ts";
import { isUnfinished } from "../../parse/documents/placeholders.ts";

/** Finds requirements of a phase that none of its plans delivers. */
export const requirementUncovered: Rule = {
  code: "requirement-uncovered",
  severity: "warning",
  summary: "Each requirement of a planned phase is named by one of its plans",
  why: "A requirement that no plan names is forgotten without a decision: the phase is executed to its end " +
    "and does not deliver it. Phases without plans, phases whose plans name no requirements at all, and " +
    "ticked requirements are not checked. Neither is a phase while the roadmap lists plans for it that are " +
    "not written, or while it has summaries of plans without files.",
  shows: ["ROADMAP.md", "requirements"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap, requirements, unread } = project;
    if (roadmap === undefined || unread.has(REQUIREMENTS_PATH)) return;
    const unwritten = new Set(plansWithoutFile(project).map(({ phase }) => phase));
    for (const { number, requirements: asked } of roadmap.phases) {
      const phase = asked === undefined ? undefined : findPhase(project, number);
      if (asked === undefined || phase === undefined || unwritten.has(phase)) continue;
      if (summariesWithoutPlan(phase).length > 0 || isExcluded(number, roadmap)) continue;
      const named = namedBy(phase);
      const missing = named === undefined ? [] : missingIn(asked, named, requirements);
      const [first, ...others] = missing;
      if (first === undefined) continue;
      const place = (span: Span) => ({ path: roadmap.source.path, ...span });
      yield {
        code: "requirement-uncovered",
        severity: "warning",
        message: `No plan of phase ${printPhaseNumber(number)} names the ${
          others.length === 0 ? "requirement" : "requirements"
        } ${listText(missing.map(({ id }) => id))}`,
        hint: others.length === 0
          ? "Add it to the `requirements` of the plan that delivers it, or move it to another phase"
          : "Add them to the `requirements` of the plans that deliver them, or move them to another phase",
        span: place(first.span),
        ...(others.length === 0 ? {} : {
          related: others.map(({ id, span }) => ({ message: `${id} is required here`, span: place(span) })),
        }),
      };
    }
  },
};

/** Requirements that are asked for but neither named nor done, each once. An ID inside a range need not exist. */
function missingIn(
  { references }: RoadmapRequirements,
  named: ReadonlySet<string>,
  requirements: Requirements | undefined,
): readonly NamedRequirement[] {
  const seen = new Set(named);
  return references.filter(({ id, between }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const requirement = requirements?.byId.get(id);
    return !requirement?.done && !(between && requirement === undefined);
  });
}

/** The requirements that a phase's plans name; undefined if that is unknown, or if they name none at all. */
function namedBy(phase: PhaseFacts): ReadonlySet<string> | undefined {
  if (!isWhole(phase)) return undefined;
  const items = phase.plans.flatMap(({ fields: { requirements } }) =>
    Array.isArray(requirements) ? requirements.map(String) : []
  );
  // A plan whose requirements are `TBD` or all may deliver any.
  if (items.some((item) => namesAll(item) || isUnfinished(item.trim()))) return undefined;
  const named = deliveredRequirements(items);
  return named.length === 0 ? undefined : new Set(named);
}
