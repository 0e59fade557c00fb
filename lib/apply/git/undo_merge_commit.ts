import type { Git } from "./git.ts";
import { stagedTree, tryMerge, undoMerge } from "./merge.ts";
import { recallMergeMode } from "./merge_mode.ts";

/**
 * Undoes a squash that a run brought into the working tree and was ended before it could commit it.
 * Only when what is staged is exactly what the merge gives, so that the branch holds all of it.
 *
 * @returns The branch that was being merged; undefined when there is no such merge.
 */
export async function undoHalfMerge(git: Git): Promise<string | undefined> {
  const current = await git.currentBranch();
  const status = await git.status();
  if (!status.some(({ staged }) => staged)) return undefined;
  // What is changed and not staged, such as documents that are not committed, the undoing leaves as it is.
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
