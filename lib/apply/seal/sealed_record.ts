import type { CommonRecord } from "../files/common_record.ts";
import { defined } from "../../collections/defined.ts";
import { treeRecord } from "../files/tree_record.ts";
import type { PlanningSeal, SealedChange } from "./planning_seal.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { sameEntries } from "../../collections/same_entries.ts";
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

/** The record as it is stored: the seal, which changes less often, is in a file of its own. */
type Stored =
  | Extract<SealedRecord, { readonly kind: "asked" }>
  | (Omit<OpenRecord, "seal"> & Partial<Pick<OpenRecord, "seal">>);

/** The record of a turn in progress. */
export type OpenRecord = Extract<SealedRecord, { readonly kind: "open" }>;

/** What this program has stored last. */
const WRITTEN = new WeakMap<Workspace, { readonly record?: string; readonly seal?: PlanningSeal }>();

/** Returns the record of a working tree, or undefined. */
export async function readSealed(workspace: Workspace): Promise<SealedRecord | undefined> {
  const { git } = workspace.repository;
  const stored = await recordOf(workspace).read(git);
  if (stored?.kind !== "open") return stored;
  // Earlier versions stored it in the record.
  const seal = stored.seal ?? await sealOf(workspace).read(git);
  return seal && { ...stored, seal };
}

/** Reports whether the record of a working tree is that of a question. */
export async function isAsked(workspace: Workspace): Promise<boolean> {
  return (await recordOf(workspace).read(workspace.repository.git))?.kind === "asked";
}

/** Stores the record of a working tree, unless it is stored already. */
export async function writeSealed(workspace: Workspace, record: SealedRecord): Promise<void> {
  const { git } = workspace.repository;
  const { seal, ...stored } = record.kind === "open" ? record : { ...record, seal: undefined };
  const last = WRITTEN.get(workspace);
  if (seal !== undefined && !isSame(seal, last?.seal)) await sealOf(workspace).write(git, seal);
  const text = JSON.stringify(stored);
  if (text !== last?.record) await recordOf(workspace).write(git, stored);
  WRITTEN.set(workspace, { record: text, ...defined({ seal: seal ?? last?.seal }) });
}

/** Removes the record of a working tree. */
export async function forgetSealed(workspace: Workspace): Promise<void> {
  await closeSealed(workspace);
  await sealOf(workspace).remove(workspace.repository.git);
  WRITTEN.delete(workspace);
}

/** Ends the record of a task. The seal stays for the next task, for which it is often the same. */
export async function closeSealed(workspace: Workspace): Promise<void> {
  await recordOf(workspace).remove(workspace.repository.git);
  WRITTEN.set(workspace, defined({ seal: WRITTEN.get(workspace)?.seal }));
}

/** Removes the seal that the last task left, unless a record needs it. It contains a copy of git's settings. */
export async function forgetSeal(workspace: Workspace): Promise<void> {
  const { git } = workspace.repository;
  if ((await recordOf(workspace).read(git))?.kind === "open") return;
  await sealOf(workspace).remove(git);
  WRITTEN.delete(workspace);
}

function isSame(one: PlanningSeal, other: PlanningSeal | undefined): boolean {
  if (one === other || other === undefined) return one === other;
  return sameEntries(one.files, other.files) && sameEntries(one.index, other.index);
}

function recordOf({ repository }: Workspace): CommonRecord<Stored> {
  return treeRecord("sealed", repository, (value): value is Stored => {
    return hasKeys(value, ["kind", "task"]) &&
      hasKeys(value, value.kind === "open" ? ["declared"] : ["changes", "folder"]);
  });
}

function sealOf({ repository }: Workspace): CommonRecord<PlanningSeal> {
  return treeRecord(
    "seals",
    repository,
    (value): value is PlanningSeal => hasKeys(value, ["files", "index"]),
  );
}
