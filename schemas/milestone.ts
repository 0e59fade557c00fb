/**
 * The steps of completing a milestone, and the result.
 * @module
 */
import type { BranchingStrategy } from "./config.ts";
import type { RunOutcome } from "./event.ts";
import type { AskStep, MergeStep, StepBase } from "./execution_plan.ts";
import type { DoneOf, PhaseState } from "./results/status.ts";
import type { PhaseVerdict } from "./verification.ts";

/** A phase of a milestone. */
export interface MilestonePhase {
  /** Number as printed, for example `03`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** Progress of the phase. */
  readonly state: PhaseState;
  /** The verdict on a phase whose plans are all complete; absent for other phases. */
  readonly verdict?: PhaseVerdict;
  /** True when it is verified, or the user has accepted it. */
  readonly accepted: boolean;
  /** Verification that found gaps in it, relative to the project root; absent where none did. */
  readonly gaps?: string;
  /** Its plans. */
  readonly plans: DoneOf;
  /** The tasks of its plans. */
  readonly tasks: DoneOf;
  /** The reasons why it is not complete, one sentence each; empty when it is. */
  readonly problems: readonly string[];
}

/** A folder that moves into the archive. */
export interface MovedFolder {
  /** Old path, relative to the project root. */
  readonly from: string;
  /** New path, relative to the project root. */
  readonly to: string;
}

/** Archive the documents and phases of a milestone, update the documents, and commit the result. */
export interface ArchiveMilestoneStep extends StepBase {
  /** Archive a milestone. */
  readonly kind: "archive-milestone";
  /** Files to write, relative to the project root. */
  readonly writes: readonly string[];
  /** Folders to move. */
  readonly moves: readonly MovedFolder[];
  /** Complete commit message, including trailers. */
  readonly message: string;
  /** True when the commit contains the documents; otherwise it is an empty commit that marks the milestone. */
  readonly docs: boolean;
}

/** Tag the milestone on a branch. */
export interface TagStep extends StepBase {
  /** Make an annotated tag. */
  readonly kind: "tag";
  /** Name of the tag, which is the version. */
  readonly tag: string;
  /** Its message. */
  readonly message: string;
  /** Branch whose commit for the milestone is tagged. */
  readonly branch: string;
}

/** One step of completing a milestone. */
export type CompletionStep = AskStep | ArchiveMilestoneStep | MergeStep | TagStep;

/** The steps of completing a milestone, in order. */
export interface MilestonePlan {
  /** Version, for example `v1.0`. */
  readonly version: string;
  /** Name; may be empty. */
  readonly name: string;
  /** Its phases, in the order of their numbers; empty when they are already archived. */
  readonly phases: readonly MilestonePhase[];
  /** Branching strategy. */
  readonly strategy: BranchingStrategy;
  /** Branch that the documents are committed to. */
  readonly branch: string;
  /** Branch to merge into; absent when no merge is offered. */
  readonly base?: string;
  /** Warnings to show first, one sentence each. */
  readonly warnings: readonly string[];
  /** The remaining steps; empty when everything was done before. */
  readonly steps: readonly CompletionStep[];
}

/** Result of `complete-milestone`. */
export interface MilestoneResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The milestone and the steps of its completion. */
  readonly milestone: MilestonePlan;
  /** Outcome; absent with `--dry-run`, and when the milestone is not complete. */
  readonly outcome?: RunOutcome;
  /** Hashes of the new commits, oldest first. */
  readonly commits: readonly string[];
  /** The new tag; null when none was made. */
  readonly tag: string | null;
  /** Commands that remove the merged branches of this tool; they are not removed automatically. */
  readonly cleanup: readonly string[];
  /** Suggested next commands. */
  readonly next: readonly string[];
}
