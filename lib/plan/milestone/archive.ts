import type { MilestonePhase, MovedFolder } from "../../../schemas/milestone.ts";
import type { DoneOf } from "../../../schemas/results/status.ts";
import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded, isSettled } from "../../parse/roadmap/phase_state.ts";
import type { Project } from "../../parse/project/model.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { CompletionInput } from "./input.ts";
import { milestonePhases } from "../progress/milestone_phases.ts";
import type { DocumentChanges, FileChange } from "../documents/document_changes.ts";
import { addMilestone } from "../documents/milestones_entry.ts";
import { openPhases } from "../progress/progress.ts";
import { shipRequirements } from "../documents/requirements_archive.ts";
import { shipRoadmap } from "../documents/roadmap_archive.ts";
import { shipState } from "../documents/state_archive.ts";
import { phaseStatus } from "../status/status.ts";
import { baseName } from "../../path/paths.ts";

/** Returns the path of the document that lists the milestones, relative to the project root. */
export function milestonesPath({ base }: Pick<Project, "base">): string {
  return `${base}/MILESTONES.md`;
}

/** Returns the folder of the archives, relative to the project root. */
export function archiveFolder({ base }: Pick<Project, "base">): string {
  return `${base}/milestones`;
}

export type ArchiveResult = { readonly kind: "changes"; readonly changes: DocumentChanges } | Refused;

/**
 * Returns the changes of archiving a milestone: exact copies of the roadmap and the requirements, the folders
 * of its phases, and the updated documents. Refused if the place of an archive is taken.
 *
 * @param phases The phases of the milestone.
 */
export function archiveChanges(phases: readonly MilestonePhase[], input: CompletionInput): ArchiveResult {
  const { project, milestone, time } = input;
  const { version } = milestone;
  const archive = archiveFolder(project);
  const { roadmap, requirements, state } = project;
  const files: FileChange[] = [];
  const change = (path: string, before: string | undefined, after: string) => {
    if (before !== after) files.push({ path, before, after });
  };
  const numbers = phases.map(({ number }) => parsePhaseNumber(number)!);
  const complete = phases.filter(({ problems }) => problems.length === 0)
    .map(({ number }) => parsePhaseNumber(number)!);
  if (roadmap !== undefined) {
    change(`${archive}/${version}-ROADMAP.md`, undefined, roadmap.source.text);
  }
  if (requirements !== undefined) {
    change(`${archive}/${version}-REQUIREMENTS.md`, undefined, requirements.source.text);
  }
  change(
    milestonesPath(project),
    input.milestones,
    addMilestone(input.milestones, { milestone, phases, time }),
  );
  if (requirements !== undefined) {
    const { path, text } = requirements.source;
    change(path, text, shipRequirements(requirements, { version, complete, roadmap }));
  }
  if (roadmap !== undefined) {
    const { path, text } = roadmap.source;
    change(path, text, shipRoadmap(text, { ...milestone, phases: numbers, time }));
  }
  if (state !== undefined) {
    change(state.path, state.text, shipState(state.text, { milestone, time, ...remainingWork(input) }));
  }
  const moves = milestonePhases(project, version).folders.map(({ directory }): MovedFolder => {
    return { from: directory, to: `${archive}/${version}-phases/${baseName(directory)}` };
  });
  const made = files.filter(({ before }) => before === undefined).map(({ path }) => path);
  const taken = [...made, ...moves.map(({ to }) => to)].filter((path) => input.archive.has(path));
  if (taken.length > 0) {
    return refuse(
      `Cannot archive milestone ${version}: ${taken.join(", ")} exist${
        taken.length === 1 ? "s" : ""
      } already`,
      "Move it away, or give the milestone another version",
    );
  }
  return { kind: "changes", changes: { files, moves } };
}

/** Counts the phases and plans of later milestones. */
function remainingWork(input: CompletionInput): { readonly phases: DoneOf; readonly plans: DoneOf } {
  const { folders, listed } = milestonePhases(input.project, input.milestone.version);
  const { roadmap } = input.project;
  const left = input.project.phases.filter((phase) =>
    !folders.includes(phase) && !isExcluded(phase.number, roadmap)
  )
    .map((phase) => phaseStatus(phase, input));
  const unplanned = openPhases(roadmap).filter(({ number }) => {
    return !isSettled(number, roadmap) && ![...folders, ...listed].some((phase) =>
      comparePhaseNumbers(phase.number, number) === 0
    ) &&
      !left.some((phase) => phase.number === printPhaseNumber(number));
  });
  const plans = left.flatMap((phase) => phase.plans);
  const complete = (items: readonly { readonly state: string }[]) =>
    items.filter(({ state }) => state === "complete").length;
  return {
    phases: { done: complete(left), total: left.length + unplanned.length },
    plans: { done: complete(plans), total: plans.length },
  };
}
