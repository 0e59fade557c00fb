import { comparePhaseNumbers, printPhaseNumber } from "../parse/phase_number.ts";
import { isAside } from "../parse/phase_standing.ts";
import { planPart, planReferences } from "../parse/plan_id.ts";
import { stemOf } from "../parse/plan_names.ts";
import { findPhase, type Phase, type Project } from "../parse/project.ts";
import { roadmapItems, type RoadmapPlan } from "../parse/roadmap_items.ts";
import { mayNameUnknown } from "../parse/unknown_content.ts";
import { strayedSummaries } from "./summaries.ts";

/** A plan that the roadmap lists and that has no file. */
export interface ListedPlan {
  /** The item of the roadmap. */
  readonly item: RoadmapPlan;
  /** Its phase, which has a folder. */
  readonly phase: Phase;
  /**
   * Whether that may be as it should: it is still to be written, as people plan one after the other, or
   * its summary alone was kept.
   */
  readonly explained: boolean;
}

/** The plans without a file that the roadmap lists for phases with a folder, in its order; not those set aside. */
export function plansWithoutFile(project: Project): readonly ListedPlan[] {
  const { roadmap } = project;
  if (roadmap === undefined) return [];
  const items = roadmapItems(roadmap);
  const ticked = new Set(
    items.ticks.filter(({ done }) => done).map(({ number }) => printPhaseNumber(number)),
  );
  return items.plans.flatMap((item) => {
    const phase = phaseOf(item, project);
    if (phase === undefined || isAside(phase.number, roadmap) || isThere(item, phase, project)) return [];
    const isOpen = !item.done && !ticked.has(printPhaseNumber(phase.number)) && !hasLaterPlan(item, phase);
    return [{ item, phase, explained: isOpen || hasSummaryAlone(item, phase) }];
  });
}

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

/** Whether the phase has a plan that comes behind this one, so that this one was left out. */
function hasLaterPlan({ text }: RoadmapPlan, { plans }: Phase): boolean {
  const number = numberOf(planReferences(text)[0]?.plan);
  return plans.some(({ id }) => numberOf(planPart(id)) > number);
}

function numberOf(plan: string | undefined): number {
  return Number.parseFloat(plan ?? "");
}

function hasSummaryAlone({ text }: RoadmapPlan, phase: Phase): boolean {
  const wanted = planReferences(text)[0]?.plan;
  return wanted !== undefined && summariesWithoutPlan(phase).some((path) => {
    return planReferences(path.replace(/SUMMARY(\.md)$/i, "PLAN$1"))[0]?.plan === wanted;
  });
}

/** Paths of the summaries of a phase whose plans have no files. */
export function summariesWithoutPlan(phase: Phase): readonly string[] {
  return strayedSummaries(phase).filter(({ plan }) => plan === undefined).map(({ path }) => path);
}
