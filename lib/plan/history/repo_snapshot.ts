import type { Journal, JournalEntry } from "./journal.ts";

/** The plans in the history of a commit. */
export interface History {
  /** The committed tasks, by plan ID. */
  readonly journal: Journal;
  /** The tasks of complete plans that are to be executed again, by plan ID. */
  readonly reopened: ReadonlyMap<string, ReadonlySet<number>>;
  /** The keys of the plans that a commit of wf completes. */
  readonly completed: ReadonlySet<string>;
  /** The summaries that are older than the first commit of wf for their plans, or than all of a shallow clone. */
  readonly imported: ReadonlySet<string>;
  /** The summaries that a task has committed, which do not complete a plan. */
  readonly strayed: ReadonlySet<string>;
  /** The keys of the plans whose commits a shallow clone may lack. */
  readonly cut?: ReadonlySet<string>;
  /** The committed paths below `.planning/`, relative to the project root. */
  readonly committed: ReadonlySet<string>;
}

/**
 * The facts of the repository for planning, taken before any change.
 *
 * The history is that of the branch the run would commit to, or of its base if that does not exist yet.
 */
export interface RepoSnapshot extends History {
  /** The current branch, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** True if the branch has no commit yet. */
  readonly unborn: boolean;
  /** True if the branch that the run would commit to exists. */
  readonly targetExists: boolean;
  /** The path of the project that owns a branch of that name, if it is another project of the repository. */
  readonly targetOwner?: string;
  /** The full name of the branch on a remote, if another clone has pushed it and this one does not have it. */
  readonly targetRemote?: string;
  /** True if the repository has a remote. */
  readonly hasRemote?: boolean;
  /** The branches that lack commits of wf: the one that the run builds on, and its base. */
  readonly behind?: readonly BehindBranch[];
  /** The base branches of the branches that wf created, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** True if that branch was merged into its base since its last commit. */
  readonly targetMerged: boolean;
  /** True if it was merged and its tasks were undone there, so that the history is that of the base. */
  readonly targetUndone?: boolean;
  /** The merge mode of that branch, if an earlier run was given one and ended before the merge. */
  readonly mergeMode: "squash" | "history" | undefined;
  /** The name of the project in commits: its path, or that of the workstream; empty for the whole repository. */
  readonly prefix: string;
  /** The keys of the plans that the user let run in this repository, as they are now. */
  readonly confirmed: ReadonlySet<string>;
  /** The worktrees that an earlier run left, by name. */
  readonly worktrees: ReadonlyMap<string, LeftWorktree>;
  /** True if the repository has submodules, which a new worktree does not contain. */
  readonly submodules: boolean;
  /**
   * The facts that decide whether checkouts of worktrees take longer than they save; without them, they do not. The
   * durations are in seconds, if they were measured: that of worktrees when a run began, that of turns in the last run.
   */
  readonly costs?: {
    /** The number of files that git tracks, approximately. */
    readonly files: number;
    /** Duration of the creation and the removal of a worktree. */
    readonly worktree?: number;
    /** Typical duration of a turn, by the name of the agent. */
    readonly turns?: Readonly<Record<string, number>>;
  };
}

/** A local branch that lacks commits of wf. */
export interface BehindBranch {
  /** The name of the local branch. */
  readonly branch: string;
  /** The full name of the branch that has the commits. */
  readonly source: string;
  /** The keys of the plans that these commits record. */
  readonly plans: ReadonlySet<string>;
  /** How to get them; `remove`: the branch is merged, and its base has more. */
  readonly update: "pull" | "rebase" | "merge" | "remove";
  /** True if the commits merge the branch of a phase. */
  readonly merges: boolean;
}

/** A worktree that an earlier run left. */
export interface LeftWorktree {
  /** The branch that its commits are replayed onto. */
  readonly onto: string;
  /** The tasks that are committed in it and not replayed yet, by number. */
  readonly tasks: ReadonlyMap<number, JournalEntry>;
}

/**
 * Returns what planning assumes of a folder without a repository: the branch `main`, and no history but the
 * summaries. `takeSnapshot()` of `@wf/wf/apply` reads a real repository.
 *
 * @param summaries Paths of the summaries that count as committed, so that their plans are complete.
 *
 * @example
 * ```ts
 * import { assumedSnapshot } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const { branch, committed } = assumedSnapshot([".planning/phases/01-start/01-01-SUMMARY.md"]);
 * assert.equal(branch, "main");
 * assert.equal(committed.size, 1);
 * ```
 */
export function assumedSnapshot(summaries: Iterable<string>): RepoSnapshot {
  return {
    branch: "main",
    unborn: false,
    targetExists: false,
    bases: new Map(),
    targetMerged: false,
    mergeMode: undefined,
    journal: new Map(),
    reopened: new Map(),
    completed: new Set(),
    imported: new Set(),
    strayed: new Set(),
    committed: new Set(summaries),
    prefix: "",
    confirmed: new Set(),
    worktrees: new Map(),
    submodules: false,
  };
}
