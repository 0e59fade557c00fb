import type { Baseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { undoHalfCheckout } from "../git/repair/half_checkout.ts";
import { isMerging, tryMerge } from "../git/merge/merge.ts";
import { recallMergeMode } from "../git/merge/merge_mode.ts";
import type { Repository } from "../git/repository.ts";
import { workBranches } from "../git/work_branches.ts";
import { readCompletion } from "../milestone/pending.ts";
import { waitingMerge } from "../merge/pending_merge.ts";
import { readSealed } from "../seal/sealed_record.ts";
import { PENDING_UNDO } from "../undo/pending_undo.ts";
import { rootIn } from "../worktrees/workspace.ts";

export interface KilledOptions {
  /** The state of the working tree before the run. */
  readonly baseline: Baseline;
  /** True if git was killed while it held the lock of the index, which it does until all files are changed. */
  readonly locked: boolean;
}

/**
 * Undoes what git was doing in the project's own working tree when a run was killed: a checkout, a merge without
 * conflicts, or an undo before its commit.
 *
 * @returns The notices for the user; undefined if the user has to finish a merge, so that nothing may be changed.
 */
export async function undoKilledGit(
  repository: Repository,
  { baseline, locked }: KilledOptions,
): Promise<readonly string[] | undefined> {
  const { git } = repository;
  if (await waitingMerge(git) !== undefined) return undefined;
  const undo = await PENDING_UNDO.read(git);
  const branch = await git.currentBranch();
  if (branch === undefined) return [];
  const merge = await unfinishedMerge(git, branch);
  if (merge?.commits !== true && await isMerging(git)) return undefined;
  const record = await readSealed({ repository, root: rootIn(repository), branch, baseline });
  // During the turn of a task, only its agent changes files; an archive moves them without git.
  if (record?.kind === "open" || (await readCompletion(repository))?.archive !== undefined) return [];
  const isUndoing = undo !== undefined && await git.commitOf("HEAD") === undo.head;
  // A call that was killed while it took an undo back has reset the index before the files.
  if (!locked && !isUndoing && !(await git.status()).some(({ staged }) => staged)) {
    await PENDING_UNDO.remove(git);
    return [];
  }
  const targets = [
    ...isUndoing ? [undo.tree] : [],
    ...merge === undefined ? [] : [merge.tree],
    ...[...await git.bases()].flat().map((name) => `refs/heads/${name}`),
    ...(await workBranches(repository)).map(({ branch }) => `refs/heads/${branch}`),
  ];
  if (merge?.commits === true) await git.output(["merge", "--quit"]);
  const restored = await undoHalfCheckout(git, { targets, baseline });
  await PENDING_UNDO.remove(git);
  if (!restored) return [];
  if (isUndoing) return ["Its unfinished undo was taken back"];
  return merge === undefined ? [] : [`Its unfinished merge of ${merge.branch} was undone`];
}

interface UnfinishedMerge {
  readonly branch: string;
  /** The result. */
  readonly tree: string;
  /** True if git has recorded the merge itself, so that a commit would be a merge commit. */
  readonly commits: boolean;
}

/** Finds the merge into a branch that a run had begun. One that the user has to resolve is left alone. */
async function unfinishedMerge(git: Git, current: string): Promise<UnfinishedMerge | undefined> {
  const merged = await git.commitOf("MERGE_HEAD");
  for (const [branch, base] of await git.bases()) {
    if (base !== current || await recallMergeMode(git, branch) === undefined) continue;
    const commits = merged !== undefined && merged === await git.commitOf(`refs/heads/${branch}`);
    if (merged !== undefined && !commits) continue;
    const tried = await tryMerge(git, base, branch);
    if (tried.kind === "clean") return { branch, tree: tried.tree, commits };
  }
  return undefined;
}
