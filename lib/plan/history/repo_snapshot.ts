import type { Journal, JournalEntry } from "./journal.ts";

/** What the history of a commit tells of plans. */
export interface History {
  /** The tasks that commits carry, by plan ID. */
  readonly journal: Journal;
  /** Tasks of complete plans that are to be done once more, by plan ID. */
  readonly reopened: ReadonlyMap<string, ReadonlySet<number>>;
  /** Keys of the plans that a commit of this tool completes. */
  readonly completed: ReadonlySet<string>;
  /** Summaries that are older than the first commit of this tool for their plans. */
  readonly imported: ReadonlySet<string>;
  /** Summaries that a task of this tool has brought into history, which complete no plan. */
  readonly strayed: ReadonlySet<string>;
  /** Paths below `.planning/` that are committed, relative to the project root. */
  readonly committed: ReadonlySet<string>;
}

/**
 * What planning needs to know about the repository. Taken before anything is changed.
 *
 * Its history is that of the branch the run would commit to, or of its base, where it does not exist yet.
 */
export interface RepoSnapshot extends History {
  /** The branch checked out, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Whether the branch has no commit yet. */
  readonly unborn: boolean;
  /** Whether the branch the run would commit to exists. */
  readonly targetExists: boolean;
  /** Path of the project that a branch of that name belongs to, where that is another one of the repository. */
  readonly targetOwner?: string;
  /** Base branches of the branches this tool made, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** Whether that branch was merged into its base since its last commit. */
  readonly targetMerged: boolean;
  /** How that branch is to be merged, where an earlier run was told and ended before it could. */
  readonly mergeMode: "squash" | "history" | undefined;
  /** Path of the project within the repository; empty when they are the same. */
  readonly prefix: string;
  /** Worktrees of this tool that an earlier run left, by name. */
  readonly worktrees: ReadonlyMap<string, LeftWorktree>;
  /** Whether the repository has submodules, which a new worktree would be without. */
  readonly submodules: boolean;
}

/** A worktree that an earlier run left. */
export interface LeftWorktree {
  /** Branch that its work is going to be replayed onto. */
  readonly onto: string;
  /** Tasks that were committed in it and are not yet replayed, by number. */
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
    worktrees: new Map(),
    submodules: false,
  };
}
