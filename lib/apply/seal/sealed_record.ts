import type { CommonRecord } from "../files/common_record.ts";
import { treeRecord } from "../files/tree_record.ts";
import type { PlanningSeal, SealedChange } from "./planning_seal.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { hasKeys } from "../../collections/is_record.ts";

/**
 * The stored state of a working tree's documents during a task, so that changes can be detected after a run
 * was killed, or when a host reports later.
 */
export type SealedRecord =
  /** A turn has begun and its changes are not settled. */
  | {
    readonly kind: "open";
    readonly task: string;
    readonly declared: readonly string[];
    readonly seal: PlanningSeal;
    /** The commit that the branch pointed to. Later ones are not wf's, unless the record of the task's work announces a commit. */
    readonly head?: string;
    /** True when turns run in worktrees while this program writes documents here. */
    readonly lanes?: boolean;
  }
  /** Documents changed and were restored, and the user has not decided about the changes. */
  | {
    readonly kind: "asked";
    readonly task: string;
    readonly changes: readonly SealedChange[];
    /** Absolute path of the folder with the changed documents. */
    readonly folder: string;
  };

/** Returns the record of a working tree, or undefined. */
export async function readSealed(workspace: Workspace): Promise<SealedRecord | undefined> {
  return await recordOf(workspace).read(workspace.repository.git);
}

export async function writeSealed(workspace: Workspace, record: SealedRecord): Promise<void> {
  await recordOf(workspace).write(workspace.repository.git, record);
}

export async function forgetSealed(workspace: Workspace): Promise<void> {
  await recordOf(workspace).remove(workspace.repository.git);
}

function isSealedRecord(value: unknown): value is SealedRecord {
  return hasKeys(value, ["kind", "task"]) &&
    hasKeys(value, value.kind === "open" ? ["seal", "declared"] : ["changes", "folder"]);
}

function recordOf({ repository }: Workspace): CommonRecord<SealedRecord> {
  return treeRecord("sealed", repository, isSealedRecord);
}
