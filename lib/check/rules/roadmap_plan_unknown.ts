import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { comparePhaseNumbers, printPhaseNumber } from "../../parse/phase_number.ts";
import { stemOf } from "../../parse/plan_file.ts";
import { planReferences } from "../../parse/plan_id.ts";
import { findPhase, type Phase, type Project } from "../../parse/project.ts";
import { roadmapItems, type RoadmapPlan } from "../../parse/roadmap_items.ts";
import { mayNameUnknown } from "../../parse/unknown_content.ts";
import type { Rule } from "../rule.ts";

/** The plans that the roadmap lists are there, once their phase is planned. */
export const roadmapPlanUnknown: Rule = {
  code: "roadmap-plan-unknown",
  severity: "hint",
  summary: "The plans that the roadmap lists have files, once their phase has any",
  why: "A plan that only the roadmap knows is never executed, and its phase looks unfinished for ever. " +
    "Phases whose folder holds no plans yet are still to be planned, and left alone.",
  shows: ["ROADMAP.md", "files"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap } = project;
    if (roadmap === undefined) return;
    for (const item of roadmapItems(roadmap).plans) {
      const phase = phaseOf(item, project);
      if (phase === undefined || phase.plans.length === 0 || isThere(item, phase, project)) continue;
      yield {
        code: "roadmap-plan-unknown",
        severity: "hint",
        message: `The roadmap lists ${item.text}, and phase ${
          printPhaseNumber(phase.number)
        } has no such plan`,
        hint: "Write the plan, or take it out of the roadmap",
        span: { path: roadmap.source.path, ...item.span },
      };
    }
  },
};

function phaseOf({ text, section }: RoadmapPlan, project: Project): Phase | undefined {
  const named = planReferences(text).find(({ phase }) => phase !== undefined)?.phase;
  const number = section ?? named;
  if (named !== undefined && number !== undefined && comparePhaseNumbers(named, number) !== 0) {
    return undefined;
  }
  return number === undefined ? undefined : findPhase(project, number);
}

function isThere({ text }: RoadmapPlan, phase: Phase, project: Project): boolean {
  const stem = stemOf(text);
  if (phase.plans.some((plan) => plan.stem === stem) || phase.unread.map(stemOf).includes(stem)) return true;
  return project.plans.resolve(text, phase.number) !== undefined ||
    mayNameUnknown(text, phase.number, project);
}
