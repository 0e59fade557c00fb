/**
 * What completing a milestone does, and what came of it.
 * @module
 */
import type { BranchingStrategy } from "./config.ts";
import type { RunOutcome } from "./event.ts";
import type { AskStep, MergeStep, StepBase } from "./execution_plan.ts";
import type { DoneOf, PhaseState } from "./output.ts";
import type { PhaseVerdict } from "./verification.ts";

/** A phase of a milestone. */
export interface MilestonePhase {
  /** Number as printed, for example `03`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** How far it is. */
  readonly state: PhaseState;
  /** The verdict on a phase whose plans are all complete; absent for other phases. */
  readonly verdict?: PhaseVerdict;
  /** Whether it is verified, or a person has accepted it. */
  readonly accepted: boolean;
  /** Verification that found gaps in it, relative to the project root; absent where none did. */
  readonly gaps?: string;
  /** Its plans. */
  readonly plans: DoneOf;
  /** The tasks of its plans. */
  readonly tasks: DoneOf;
  /** Why it is not complete, sentence by sentence; empty when it is. */
  readonly problems: readonly string[];
}

/** A folder that moves into the archive. */
export interface MovedFolder {
  /** Where it was, relative to the project root. */
  readonly from: string;
  /** Where it goes, relative to the project root. */
  readonly to: string;
}

/** Archive the documents and phases of a milestone, bring the documents up to date, and commit that. */
export interface ArchiveMilestoneStep extends StepBase {
  /** Archive a milestone. */
  readonly kind: "archive-milestone";
  /** Files that are written, relative to the project root. */
  readonly writes: readonly string[];
  /** Folders that are moved. */
  readonly moves: readonly MovedFolder[];
  /** Whole message of the commit, trailers included. */
  readonly message: string;
  /** Whether the commit holds the documents; else it is empty and marks the place in history. */
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

/** What completing a milestone will do, in order. */
export interface MilestonePlan {
  /** Version, for example `v1.0`. */
  readonly version: string;
  /** Name; may be empty. */
  readonly name: string;
  /** Its phases, in the order of their numbers; empty when they are archived already. */
  readonly phases: readonly MilestonePhase[];
  /** Strategy the branches follow. */
  readonly strategy: BranchingStrategy;
  /** Branch the documents are committed to. */
  readonly branch: string;
  /** Branch into which a merge is offered; absent where none is. */
  readonly base?: string;
  /** What a person should know before, sentence by sentence. */
  readonly warnings: readonly string[];
  /** What is to be done; empty when all of it was done before. */
  readonly steps: readonly CompletionStep[];
}

/** Result of `complete-milestone`. */
export interface MilestoneResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** What is to be done, or what there was to do. */
  readonly milestone: MilestonePlan;
  /** How it ended; absent with `--dry-run`, and when the milestone is not complete. */
  readonly outcome?: RunOutcome;
  /** Hashes of the commits that were made, oldest first. */
  readonly commits: readonly string[];
  /** The tag that was made; null when none was. */
  readonly tag: string | null;
  /** Commands that remove merged branches of this tool, which are left alone. */
  readonly cleanup: readonly string[];
  /** What to type next. */
  readonly next: readonly string[];
}
