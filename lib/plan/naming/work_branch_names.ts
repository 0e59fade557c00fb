import { slugify } from "../../text/slug.ts";

export const WORK_PREFIX = "wf/work/";

/** Returns the name of the worktree of a task that runs concurrently with other tasks of its plan. */
export function taskWorktree(plan: string, task: number): string {
  return `${plan}.task-${task}`;
}

/** Returns the plan of a worktree: see {@link taskWorktree}. */
export function planOfWorktree(worktree: string): string {
  return worktree.replace(/\.task-\d+$/, "");
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

/**
 * Returns the name under which a branch of an abandoned phase is kept.
 *
 * @param branches The names of all local branches.
 */
export function abandonedName(branch: string, branches: ReadonlySet<string>): string {
  const name = `wf/abandoned/${branch.replace(/^wf\//, "")}`;
  for (let number = 1;; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!branches.has(candidate)) return candidate;
  }
}
