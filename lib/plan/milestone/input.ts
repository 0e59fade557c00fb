import type { Milestone } from "../../parse/roadmap/milestone.ts";
import type { ForeignBranch } from "../naming/foreign_branch.ts";
import type { MergeMode } from "../execution/step_outcome.ts";
import type { StatusInput } from "../status/status.ts";

/** What {@link planCompletion} needs. */
export interface CompletionInput extends StatusInput {
  /** The milestone. */
  readonly milestone: Milestone;
  /** Where git stands. */
  readonly facts: CompletionFacts;
  /** Paths of verifications that found gaps, by the folder of their phase. */
  readonly gaps: ReadonlyMap<string, string>;
  /** Whether phases may be incomplete. */
  readonly allowIncomplete: boolean;
  /** Paths below `.planning/milestones/` that are there, relative to the project root. */
  readonly archive: ReadonlySet<string>;
  /** Text of MILESTONES.md, if it is there. */
  readonly milestones: string | undefined;
  /** Now. */
  readonly time: Date;
}

/** Why nothing can be done. */
export interface Refused {
  /** Nothing can be done. */
  readonly kind: "refused";
  /** Why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

/** Where git stands, as far as completing a milestone depends on it. */
export interface CompletionFacts {
  /** The branch checked out, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Base branches of the branches this tool made, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** Path of the project within the repository; empty when they are the same. */
  readonly prefix: string;
  /** The branch of the milestone's name, where it belongs to another project of the repository. */
  readonly foreign?: ForeignBranch;
  /** Path of the other project whose milestone the tag is on, where it is. */
  readonly taggedFor?: string;
  /** The milestone's own branch; undefined unless the strategy gives it one and it exists. */
  readonly own: OwnBranch | undefined;
  /** The commit that completes the milestone, in the history of its own branch or else of HEAD, if it is there. */
  readonly archived: ArchivedMilestone | undefined;
  /** The commit that the tag named like the version leads to; undefined when there is no such tag. */
  readonly tagged: string | undefined;
  /** The newest commit for the milestone in the history of the branch that is tagged, if there is one. */
  readonly taggable: string | undefined;
  /** Branches of the milestone's phases that are not merged into their bases, by number of the phase. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** A milestone that was archived before. */
export interface ArchivedMilestone {
  /** Numbers of its phases, as printed. */
  readonly phases: readonly string[];
}

/** A milestone's own branch. */
export interface OwnBranch {
  /** Its name. */
  readonly branch: string;
  /** Whether it was merged into its base since its last commit. */
  readonly merged: boolean;
  /** How it is to be merged, where an earlier run was told and ended before it could. */
  readonly mode: MergeMode | undefined;
}
