import {
  isOfMilestone,
  type ListedMilestone,
  listedMilestones,
  type Milestone,
} from "../../parse/roadmap/milestone.ts";
import { milestoneOfState } from "../../parse/roadmap/milestone.ts";
import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { isExcluded, isSettled, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { RoadmapPhase } from "../../parse/roadmap/roadmap.ts";
import { openPhases } from "./progress.ts";

export interface MilestonePhases {
  /** The phases with folders, in the order of their numbers. */
  readonly folders: readonly Phase[];
  /** The phases that only the roadmap lists and does not tick, in the order of their numbers. */
  readonly listed: readonly RoadmapPhase[];
}

export interface KnownMilestone extends Milestone {
  /** True if the roadmap marks it as shipped. */
  readonly shipped: boolean;
}

/** The version of the first milestone, unless the user names another. */
export const FIRST_VERSION = "v1.0";

/** Returns the milestones of the roadmap and the state document, each version once. */
export function knownMilestones({ roadmap, state }: Project): readonly KnownMilestone[] {
  const known = new Map<string, KnownMilestone>();
  for (const { version, name, stage } of listed(roadmap?.source.text)) {
    if (!known.has(version)) known.set(version, { version, name, shipped: stage === "shipped" });
  }
  const named = state && milestoneOfState(state);
  if (named !== undefined && !known.has(named.version)) {
    known.set(named.version, { ...named, shipped: false });
  }
  return [...known.values()];
}

/**
 * Returns the phases of a milestone: those of its range in the roadmap's list of milestones, otherwise all
 * phases that no other milestone names and that are not in a folded section of the roadmap. A shipped milestone
 * does not keep a number that was given again. Phases that the roadmap sets aside belong to no milestone.
 */
export function milestonePhases(project: Project, version: string): MilestonePhases {
  const { roadmap, phases } = project;
  const milestones = listed(roadmap?.source.text);
  const isNamed = milestones.some((entry) => entry.version === version && entry.phases.length > 0);
  const open = openPhases(roadmap);
  const has = (list: readonly { readonly number: PhaseNumber }[], number: PhaseNumber) =>
    list.some((entry) => comparePhaseNumbers(entry.number, number) === 0);
  const shipped = (number: PhaseNumber) => has(roadmap?.phases ?? [], number) && !has(open, number);
  const unshipped = milestones.filter((entry) => entry.stage !== "shipped" || entry.version === version);
  const claims = (number: PhaseNumber) =>
    has(open, number) && phaseStanding(number, roadmap).kind !== "shipped" ? unshipped : milestones;
  const belongs = ({ number }: { readonly number: PhaseNumber }) =>
    !isExcluded(number, roadmap) && isOfMilestone(number, version, claims(number)) &&
    (isNamed || !shipped(number));
  const folders = phases.filter(belongs);
  const isListed = (phase: RoadmapPhase) =>
    belongs(phase) && !has(folders, phase.number) && !isSettled(phase.number, roadmap);
  return { folders, listed: open.filter(isListed) };
}

/**
 * Reports whether a milestone has begun: it has phases, or the roadmap marks it as in progress. Other tools name the next
 * one in the state document as soon as the last is shipped.
 */
export function hasBegun(project: Project, version: string): boolean {
  const { folders, listed: open } = milestonePhases(project, version);
  return folders.length > 0 || open.length > 0 || listed(project.roadmap?.source.text).some((milestone) => {
    return milestone.version === version && milestone.stage === "under-way";
  });
}

/** Lists items before headings, because a heading of a milestone is often below its item. */
function listed(roadmap: string | undefined): readonly ListedMilestone[] {
  const all = roadmap === undefined ? [] : listedMilestones(roadmap);
  return [...all.filter(({ kind }) => kind === "item"), ...all.filter(({ kind }) => kind === "heading")];
}

/** Formats a milestone: `v1.0 MVP`. */
export function milestoneTitle({ version, name }: Milestone): string {
  return `${version} ${name}`.replace(/\s+/g, " ").trim();
}
