import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded } from "../../parse/roadmap/phase_state.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { Roadmap, RoadmapPhase } from "../../parse/roadmap/roadmap.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { documentLines } from "../../parse/roadmap/document_lines.ts";

/** A plan, as the documents report it. */
export interface PlanProgress {
  /** Plan ID. */
  readonly id: string;
  /** The file's name without `-PLAN.md`. */
  readonly stem: string;
  /** Whether it is complete. */
  readonly complete: boolean;
}

/** How far a project is, as STATE and ROADMAP tell it. Counted from plans, never from those. */
export interface Progress {
  /** The phase under way. */
  readonly phase: PhaseReference;
  /** Its plans. */
  readonly plans: readonly PlanProgress[];
  /** Number of phases, listed in the roadmap or with a folder; those of shipped milestones, and those set aside, do not count. */
  readonly phases: number;
  /** The greatest number among them. */
  readonly lastPhase: PhaseNumber;
  /** Number of phases whose plans are all complete. */
  readonly completedPhases: number;
  /** Number of plans. */
  readonly allPlans: number;
  /** Number of complete plans. */
  readonly completedPlans: number;
  /** When this is told. */
  readonly time: Date;
  /** What was done last, in a few words. */
  readonly activity: string;
  /** The verdict on the phase, where it is known; it counts once all plans are complete. */
  readonly verdict?: PhaseVerdict;
  /** Whether the phase is to be ticked with it: it is verified, or nothing is to verify it. */
  readonly accepted?: boolean;
}

/** What {@link measureProgress} needs beside the project. */
export interface ProgressInput {
  /** The phase under way. */
  readonly phase: Phase;
  /** A plan that is complete although its summary may not be committed yet. */
  readonly completed: string;
  /** Whether a plan is complete. */
  readonly isComplete: (plan: PlanDocument, phase: Phase) => boolean;
  /** Now. */
  readonly time: Date;
}

/** Counts what is complete. */
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
  const counts = ({ number }: Pick<Phase, "number">) => !isExcluded(number, project.roadmap);
  const folders = project.phases.filter(counts).map((candidate) => ({
    number: candidate.number,
    plans: plansIn(candidate),
  }));
  const listed = openPhases(project.roadmap).filter(counts).filter(({ number }) => {
    return !folders.some((folder) => comparePhaseNumbers(folder.number, number) === 0);
  });
  const numbers = [...folders, ...listed].map(({ number }) => number).sort(comparePhaseNumbers);
  const all = folders.flatMap(({ plans }) => plans);
  return {
    phase: phaseReference(phase),
    plans: plansIn(phase),
    phases: numbers.length,
    lastPhase: numbers.at(-1) ?? phase.number,
    completedPhases:
      folders.filter(({ plans }) => plans.length > 0 && plans.every((plan) => plan.complete)).length,
    allPlans: all.length,
    completedPlans: all.filter((plan) => plan.complete).length,
    time,
    activity: `Completed ${completed}`,
  };
}

/** The phases a roadmap lists outside of what it folds away. */
export function openPhases(roadmap: Roadmap | undefined): readonly RoadmapPhase[] {
  if (roadmap === undefined) return [];
  const { folded } = documentLines(roadmap.source);
  return roadmap.phases.filter(({ span }) => !folded.has(roadmap.source.position(span.start).line - 1));
}

/** A date as the documents write it: `2026-11-21`, in UTC. */
export function isoDate(time: Date): string {
  return time.toISOString().slice(0, 10);
}
