import { baseName } from "../../path/paths.ts";
import { isMovedByRun, lastMove } from "../agent/core/agent_mark.ts";
import type { Baseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { undoHalfCheckout } from "../git/repair/half_checkout.ts";
import { hasCheckedOut } from "../git/repair/loose_refs.ts";
import { isReachable } from "../git/merge/merge.ts";
import { rememberWorkBranch } from "../git/work_branches.ts";

/** A working tree that an agent may have taken off its branch. */
export interface LeftBranch {
  readonly git: Git;
  readonly branch: string;
  readonly baseline: Baseline;
  /** The last commit that wf made or accepted. */
  readonly head?: string | undefined;
  /** True for a worktree that wf created, where nothing is the user's. */
  readonly isOwn?: boolean;
  /** The branch that a worktree is replayed onto. */
  readonly onto?: string;
  /** Restores the settings of git, before it changes anything. */
  readonly settle?: () => Promise<void>;
}

/**
 * Returns to the branch of a task, if its agent has left or deleted it. The files keep what the agent changed, also in
 * commits on another branch, which stay there; other files of that branch are replaced by those of the task's branch.
 *
 * @returns The place where the agent was; undefined if the branch is checked out, or if the user left it.
 */
export async function returnToBranch(
  { git, branch, baseline, head, isOwn = false, onto, settle }: LeftBranch,
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const isThere = await hasCheckedOut(git, ref) || await git.currentBranch() === branch;
  const known = await git.commitOf(ref);
  if (head === undefined || isThere && known !== undefined) return undefined;
  const move = await lastMove(git);
  if (!isOwn && move?.byAgent !== true) return undefined;
  await settle?.();
  const current = await git.currentBranch();
  const left = await git.commitOf("HEAD");
  if (known === undefined) await git.output(["update-ref", ref, head]);
  if (known === undefined && onto !== undefined) {
    await rememberWorkBranch(git, branch, { onto, folder: baseName(git.root) });
  }
  await git.output(["symbolic-ref", "HEAD", ref]);
  await git.output(["reset", "--quiet"]);
  if (left !== await git.commitOf(ref)) {
    const empty = (await git.output(["hash-object", "-t", "tree", "--stdin"], "")).trim();
    await undoHalfCheckout(git, { targets: [left === undefined ? empty : move?.to ?? left], baseline });
  }
  if (current === undefined) return "a detached HEAD";
  return current === branch ? "no branch" : `"${current}"`;
}

/**
 * Moves the commits that an agent made before it was killed into the changes of its task. Commits that others made, or
 * may have made, stay.
 *
 * @returns True if there were any.
 */
export async function undoKilledCommits(
  git: Git,
  { head, isOwn = false }: Pick<LeftBranch, "head" | "isOwn">,
): Promise<boolean> {
  const commit = await git.commitOf("HEAD");
  if (head === undefined || commit === undefined || commit === head) return false;
  if (!await isReachable(git, head, commit) || !isOwn && !await isMovedByRun(git, head, commit)) {
    return false;
  }
  await git.output(["reset", "--quiet", "--soft", head]);
  return true;
}
