import { isRecord } from "../../collections/is_record.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { stagedTree, undoMerge } from "../git/merge.ts";

/** An undo between its first change of a file and its commit. */
export interface PendingUndo {
  /** The commit before it. */
  readonly head: string;
  /** The tree that it commits. */
  readonly tree: string;
}

/** The record of an undo that is being committed. */
export const PENDING_UNDO = new CommonRecord(
  "wf/undo.json",
  (value): value is PendingUndo => isRecord(value) && "head" in value && "tree" in value,
);

/**
 * Restores the files after an undo that was interrupted before its commit. It does so only if the index is exactly
 * its result, so that nothing is lost.
 *
 * @returns True if it restored them.
 */
export async function restoreAfterUndo(git: Git): Promise<boolean> {
  const pending = await PENDING_UNDO.read(git);
  if (pending === undefined) return false;
  const status = await git.status();
  const isMixed = status.some(({ kind, staged }) => kind === "conflicted" || (kind === "changed" && staged));
  const isOurs = !isMixed && status.some(({ staged }) => staged) &&
    await git.commitOf("HEAD") === pending.head && await stagedTree(git) === pending.tree;
  if (isOurs) await undoMerge(git);
  await PENDING_UNDO.remove(git);
  return isOurs;
}
