import type { Milestone } from "../../parse/roadmap/milestone.ts";
import type { ForeignBranch } from "../naming/foreign_branch.ts";
import type { BehindBranch } from "../history/repo_snapshot.ts";
import type { MergeMode } from "../execution/step_outcome.ts";
import type { StatusInput } from "../status/status_input.ts";

export interface CompletionInput extends StatusInput {
  readonly milestone: Milestone;
  /** The facts of the repository. */
  readonly facts: CompletionFacts;
  /** True if phases may be incomplete. */
  readonly allowIncomplete: boolean;
  /** The existing paths below `.planning/milestones/`, relative to the project root. */
  readonly archive: ReadonlySet<string>;
  /** The text of MILESTONES.md, if it exists. */
  readonly milestones: string | undefined;
  /** The current time. */
  readonly time: Date;
}

/** The facts of the repository for completing a milestone. */
export interface CompletionFacts {
  /** The current branch, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** The base branches of the branches that wf created, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** The name of the project in commits: its path, or that of the workstream; empty for the whole repository. */
  readonly prefix: string;
  /** The branch of the milestone's name, if it belongs to another project of the repository. */
  readonly foreign?: ForeignBranch;
  /** The path of the other project whose milestone has the tag, if so. */
  readonly taggedFor?: string;
  /** The milestone's own branch; undefined unless the strategy uses one and it exists. */
  readonly own: OwnBranch | undefined;
  /** The commit that completes the milestone, in the history of its own branch or of HEAD, if it exists. */
  readonly archived: ArchivedMilestone | undefined;
  /** The commit of the tag with the name of the version; undefined if there is no such tag. */
  readonly tagged: string | undefined;
  /** The newest commit of the milestone in the history of the tagged branch, if there is one. */
  readonly taggable: string | undefined;
  /** The branches of the milestone's phases that are not merged into their bases, by number of the phase. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** A milestone that was archived before. */
export interface ArchivedMilestone {
  /** The numbers of its phases, as printed. */
  readonly phases: readonly string[];
}

/** A milestone's own branch. */
export interface OwnBranch {
  /** The name of the branch. */
  readonly branch: string;
  /** True if it was merged into its base since its last commit. */
  readonly merged: boolean;
  /** Its base, if only the upstream of that contains the merge. */
  readonly behind?: BehindBranch;
  /** The merge mode, if an earlier run was given one and ended before the merge. */
  readonly mode: MergeMode | undefined;
}
