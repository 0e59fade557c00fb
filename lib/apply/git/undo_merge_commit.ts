import type { Git } from "./git.ts";
import { stagedTree, tryMerge, undoMerge } from "./merge.ts";
import { recallMergeMode } from "./merge_mode.ts";

/**
 * Undoes a squash merge that a run was interrupted in before its commit. It does so only if the index is exactly
 * the result of the merge, so that nothing is lost.
 *
 * @returns The branch that was being merged; undefined when there is no such merge.
 */
export async function undoHalfMerge(git: Git): Promise<string | undefined> {
  const current = await git.currentBranch();
  const status = await git.status();
  if (!status.some(({ staged }) => staged)) return undefined;
  // Unstaged changes, such as documents that are not committed, survive undoing the merge.
  if (status.some(({ kind, staged }) => kind === "conflicted" || (kind === "changed" && staged))) {
    return undefined;
  }
  for (const [branch, base] of await git.bases()) {
    if (base !== current || await recallMergeMode(git, branch) !== "squash") continue;
    const tried = await tryMerge(git, base, branch);
    if (tried.kind !== "clean" || await stagedTree(git) !== tried.tree) continue;
    await undoMerge(git);
    return branch;
  }
  return undefined;
}
