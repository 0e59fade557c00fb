import type { ConflictPath } from "../../../schemas/event.ts";
import type { MergeMode } from "../../plan/execution/step_outcome.ts";
import type { WaitingMerge } from "../../plan/status/status_input.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { markedConflicts } from "../git/merge/marked_conflicts.ts";
import { finishMerge, isMerging, undoMerge, unmerged } from "../git/merge/merge.ts";
import { forgetMergeMode } from "../git/merge/merge_mode.ts";
import { isMerged } from "./is_merged.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { hasKeys } from "../../collections/is_record.ts";

/** A merge that was begun for the user to resolve. */
export interface PendingMerge {
  readonly branch: string;
  readonly base: string;
  readonly mode: MergeMode;
  readonly message: string;
}

export type PendingResult =
  | { readonly kind: "none" }
  | { readonly kind: "merged" }
  | { readonly kind: "aborted"; readonly merge: PendingMerge }
  | { readonly kind: "unresolved"; readonly merge: PendingMerge; readonly conflicts: readonly ConflictPath[] }
  | { readonly kind: "refused"; readonly merge: PendingMerge; readonly output: string };

/** Records a merge for the user to resolve, before it is begun. */
export async function writePendingMerge(git: Git, merge: PendingMerge): Promise<void> {
  const head = await git.commitOf(`refs/heads/${merge.base}`);
  const commit = await git.commitOf(`refs/heads/${merge.branch}`);
  await RECORD.write(git, { ...merge, head: head!, commit: commit! });
}

/**
 * Resumes a merge that was begun for the user: commits it when all conflicts are resolved, or undoes it. If the
 * user has committed or undone it without wf, the history shows the result.
 *
 * @param abort True to undo the merge.
 */
export async function resumeMerge(
  git: Git,
  abort: boolean,
  report: (event: EventDraft) => void,
): Promise<PendingResult> {
  const merge = await RECORD.read(git);
  if (merge === undefined) return { kind: "none" };
  const conflicts = await unmerged(git);
  if (!await isInProgress(git, merge, conflicts)) return await settle(git, merge);
  if (abort) {
    await undoMerge(git);
    await git.switchTo(merge.branch);
    report({ kind: "branch-switched", branch: merge.branch, created: false });
    await forget(git, merge);
    return { kind: "aborted", merge };
  }
  const open = conflicts.length > 0 ? conflicts : await markedConflicts(git);
  if (open.length > 0) return { kind: "unresolved", merge, conflicts: open };
  const result = await finishMerge(git, merge.message);
  if (result.kind === "refused") return { kind: "refused", merge, output: result.output };
  const { commit, subject, files } = result;
  report({ kind: "committed", commit, subject, files });
  await forget(git, merge);
  return { kind: "merged" };
}

/** Returns a merge that waits for the user, with its unresolved conflicts. Changes nothing. */
export async function waitingMerge(git: Git): Promise<WaitingMerge | undefined> {
  const merge = await RECORD.read(git);
  if (merge === undefined) return undefined;
  const conflicts = await unmerged(git);
  if (!await isInProgress(git, merge, conflicts)) return undefined;
  return { branch: merge.branch, base: merge.base, conflicts };
}

/** Reports whether a merge is in progress, whether or not its conflicts are resolved. */
async function isInProgress(
  git: Git,
  { base }: Pending,
  conflicts: readonly ConflictPath[],
): Promise<boolean> {
  if (await git.currentBranch() !== base) return false;
  return conflicts.length > 0 || (await git.status()).some(({ staged }) => staged) || await isMerging(git);
}

/** Determines the result of a merge that is no longer in progress: the base has new commits, or it was undone. */
async function settle(git: Git, merge: Pending): Promise<PendingResult> {
  await forget(git, merge);
  const head = await git.commitOf(`refs/heads/${merge.base}`);
  if (head === merge.head) return { kind: "none" };
  if (!await isMerged(git, merge.base, merge.commit)) {
    await git.output(["config", "--local", `branch.${merge.branch}.wfmerged`, merge.commit]);
  }
  return { kind: "merged" };
}

interface Pending extends PendingMerge {
  readonly head: string;
  readonly commit: string;
}

const RECORD = new CommonRecord<Pending>("wf/merge.json", isPending);

function isPending(value: unknown): value is Pending {
  return hasKeys(value, ["branch", "base", "message", "head", "commit", "mode"]);
}

async function forget(git: Git, { branch }: PendingMerge): Promise<void> {
  await forgetMergeMode(git, branch);
  await RECORD.remove(git);
}
