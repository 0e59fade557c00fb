import { slugify } from "../../text/slug.ts";

export const WORK_PREFIX = "wf/work/";

/** Returns the name of the worktree of a task that runs concurrently with other tasks of its plan. */
export function taskWorktree(plan: string, task: number): string {
  return `${plan}.task-${task}`;
}

/**
 * Returns the name of the branch that is checked out in a worktree.
 *
 * @param worktree The name of the worktree: a plan ID, or the result of {@link taskWorktree}.
 * @param prefix The path of the project within its repository; empty if they are the same.
 */
export function workBranch(worktree: string, prefix: string): string {
  return prefix === "" ? `${WORK_PREFIX}${worktree}` : `${WORK_PREFIX}${slugify(prefix)}/${worktree}`;
}

/** Returns the name of the branch without the documents of another one. */
export function shippedName(branch: string): string {
  return `${branch}-ship`;
}
