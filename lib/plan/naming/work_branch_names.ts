import { slugify } from "../../text/slug.ts";

/** What the branches of worktrees begin with. */
export const WORK_PREFIX = "wf/work/";

/** Name of the worktree of a task that runs beside other tasks of its plan. */
export function taskWorktree(plan: string, task: number): string {
  return `${plan}.task-${task}`;
}

/**
 * Name of the branch that is checked out in a worktree.
 *
 * @param worktree Name of the worktree: a plan ID, or what {@link taskWorktree} gives.
 * @param prefix Path of the project within its repository; empty when they are the same.
 */
export function workBranch(worktree: string, prefix: string): string {
  return prefix === "" ? `${WORK_PREFIX}${worktree}` : `${WORK_PREFIX}${slugify(prefix)}/${worktree}`;
}
