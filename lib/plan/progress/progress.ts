import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { defined } from "../../collections/defined.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded, isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { Roadmap, RoadmapPhase } from "../../parse/roadmap/roadmap.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { documentLines } from "../../parse/roadmap/document_lines.ts";

export interface PlanProgress {
  readonly id: string;
  /** The name of the file without `-PLAN.md`. */
  readonly stem: string;
  readonly complete: boolean;
}

/** The progress of a project for STATE and ROADMAP, counted from plans and never from these documents. */
export interface Progress {
  readonly phase: PhaseReference;
  readonly plans: readonly PlanProgress[];
  /**
   * The number of phases in the roadmap or with a folder, without those of shipped milestones and those set
   * aside.
   */
  readonly phases: number;
  /** The number of those that have plans. */
  readonly plannedPhases: number;
  readonly lastPhase: PhaseNumber;
  /** The number of phases whose plans are all complete, and of those without plans that the roadmap ticks. */
  readonly completedPhases: number;
  readonly allPlans: number;
  readonly completedPlans: number;
  readonly time: Date;
  /** The last activity, in a few words. */
  readonly activity: string;
  /** The verdict on the phase, if known; it counts once all plans are complete. */
  readonly verdict?: PhaseVerdict;
  /** True if the phase can be ticked: it is verified, or nothing verifies it. */
  readonly accepted?: boolean;
  /** True if tasks of the phase were undone, so that it loses its tick. */
  readonly reopened?: boolean;
}

export interface ProgressInput {
  readonly phase: Phase;
  /** A plan that is complete although its summary may not be committed yet. */
  readonly completed: string;
  readonly isComplete: (plan: PlanDocument, phase: Phase) => boolean;
  readonly time: Date;
}

export function measureProgress(
  project: Project,
  { phase, completed, isComplete, time }: ProgressInput,
): Progress {
  const plansIn = (candidate: Phase): PlanProgress[] =>
    plansOf(candidate).map((plan) => ({
      id: plan.id,
      stem: plan.stem,
      complete: isComplete(plan, candidate) || (candidate === phase && plan.id === completed),
    }));
  const { lastPhase = phase.number, ...counts } = countProgress(
    project,
    (plan, candidate) => isComplete(plan, candidate) || (candidate === phase && plan.id === completed),
  );
  return {
    phase: phaseReference(phase),
    plans: plansIn(phase),
    ...counts,
    lastPhase,
    time,
    activity: `Completed ${completed}`,
  };
}

/** The counts of a {@link Progress}. */
export type ProgressCounts =
  & Pick<Progress, "phases" | "plannedPhases" | "completedPhases" | "allPlans" | "completedPlans">
  & Partial<Pick<Progress, "lastPhase">>;

/** Counts the phases and plans of a project, and those that are complete. */
export function countProgress(
  project: Project,
  isComplete: (plan: PlanDocument, phase: Phase) => boolean,
): ProgressCounts {
  const { folders, numbers } = countedPhases(project);
  const planned = folders.map((phase) => ({
    phase,
    plans: plansOf(phase).map((plan) => isComplete(plan, phase)),
  })).filter(({ plans }) => plans.length > 0);
  const withPlans = new Set(planned.map(({ phase }) => printPhaseNumber(phase.number)));
  const ticked = numbers.filter((number) =>
    !withPlans.has(printPhaseNumber(number)) && isTicked(phaseStanding(number, project.roadmap))
  );
  const all = planned.flatMap(({ plans }) => plans);
  return {
    phases: numbers.length,
    plannedPhases: planned.length,
    completedPhases: planned.filter(({ plans }) => plans.every(Boolean)).length + ticked.length,
    allPlans: all.length,
    completedPlans: all.filter(Boolean).length,
    ...defined({ lastPhase: numbers.at(-1) }),
  };
}

/** The phases in the roadmap or with a folder, without those of shipped milestones and excluded ones. */
export function countedPhases(
  { phases, roadmap }: Project,
): { readonly folders: readonly Phase[]; readonly numbers: readonly PhaseNumber[] } {
  const counts = ({ number }: Pick<Phase, "number">) => !isExcluded(number, roadmap);
  const folders = phases.filter(counts);
  const listed = openPhases(roadmap).filter(counts).filter(({ number }) => {
    return !folders.some((folder) => comparePhaseNumbers(folder.number, number) === 0);
  });
  return { folders, numbers: [...folders, ...listed].map(({ number }) => number).sort(comparePhaseNumbers) };
}

/** Returns the phases that a roadmap lists outside of folded sections. */
export function openPhases(roadmap: Roadmap | undefined): readonly RoadmapPhase[] {
  if (roadmap === undefined) return [];
  const { folded } = documentLines(roadmap.source);
  return roadmap.phases.filter(({ span }) => !folded.has(roadmap.source.position(span.start).line - 1));
}

/** Formats a date for the documents: `2026-11-21`, in UTC. */
export function isoDate(time: Date): string {
  return time.toISOString().slice(0, 10);
}
