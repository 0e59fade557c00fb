import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded } from "../../parse/roadmap/phase_state.ts";
import { planPart, planReferences } from "../../parse/ids/plan_id.ts";
import { stemOf } from "../../parse/ids/plan_names.ts";
import { findPhase } from "../../parse/project/project.ts";
import { summariesWithoutPlan } from "../../parse/project/summaries.ts";
import type { PhaseFacts, ProjectFacts } from "../../parse/project/model.ts";
import { roadmapItems, type RoadmapPlan } from "../../parse/roadmap/checklist.ts";
import { mayNameUnknown } from "../../parse/project/unknown_content.ts";

export interface ListedPlan {
  readonly item: RoadmapPlan;
  /** Its phase, which has a folder. */
  readonly phase: PhaseFacts;
  /** True if the missing file is expected: the plan is still to be written, as plans are written one after the
   * other, or only its summary was kept.
   */
  readonly explained: boolean;
}

/** The plans without a file that the roadmap lists for phases with a folder, in its order, without shelved phases. */
export function plansWithoutFile(project: ProjectFacts): readonly ListedPlan[] {
  const { roadmap } = project;
  if (roadmap === undefined) return [];
  const items = roadmapItems(roadmap);
  const ticked = new Set(
    items.ticks.filter(({ done }) => done).map(({ number }) => printPhaseNumber(number)),
  );
  const known = new Map<PhaseFacts, KnownPlans>();
  return items.plans.flatMap((item) => {
    const phase = phaseOf(item, project);
    if (phase === undefined || isExcluded(phase.number, roadmap)) return [];
    const facts = known.get(phase) ?? factsOf(phase);
    known.set(phase, facts);
    if (facts.stems.has(stemOf(item.text)) || isKnown(item, phase, project)) return [];
    const plan = planReferences(item.text)[0]?.plan;
    const isLast = !(facts.last > numberOf(plan));
    const isOpen = !item.done && !ticked.has(printPhaseNumber(phase.number)) && isLast;
    return [{ item, phase, explained: isOpen || (plan !== undefined && facts.summarized.has(plan)) }];
  });
}

/** Facts about a phase that are needed for each plan that the roadmap lists. */
interface KnownPlans {
  /** Names of its plans' files. */
  readonly stems: ReadonlySet<string>;
  /** The greatest number of its plans; 0 for none. */
  readonly last: number;
  /** Numbers of the plans of which only the summary exists. */
  readonly summarized: ReadonlySet<string>;
}

function factsOf(phase: PhaseFacts): KnownPlans {
  const numbers = phase.plans.map(({ id }) => numberOf(planPart(id))).filter((number) =>
    !Number.isNaN(number)
  );
  const plans = summariesWithoutPlan(phase).map((path) => {
    return planReferences(path.replace(/SUMMARY(\.md)$/i, "PLAN$1"))[0]?.plan;
  });
  return {
    stems: new Set([...phase.plans.map(({ stem }) => stem), ...phase.unread.map(stemOf)]),
    last: numbers.reduce((most, number) => Math.max(most, number), 0),
    summarized: new Set(plans.flatMap((plan) => plan ?? [])),
  };
}

function phaseOf({ text, section }: RoadmapPlan, project: ProjectFacts): PhaseFacts | undefined {
  const named = planReferences(text).find(({ phase }) => phase !== undefined)?.phase;
  const number = section ?? named;
  if (named !== undefined && number !== undefined && comparePhaseNumbers(named, number) !== 0) {
    return undefined;
  }
  return number === undefined ? undefined : findPhase(project, number);
}

function isKnown({ text }: RoadmapPlan, phase: PhaseFacts, project: ProjectFacts): boolean {
  return project.plans.resolve(text, phase.number) !== undefined ||
    mayNameUnknown(text, phase.number, project);
}

function numberOf(plan: string | undefined): number {
  return Number.parseFloat(plan ?? "");
}
