import type { CommonRecord } from "../files/common_record.ts";
import { defined } from "../../collections/defined.ts";
import { linkedTree, treeRecord } from "../files/tree_record.ts";
import { committedSeal } from "./committed_seal.ts";
import type { FlagsBefore } from "./index_flags.ts";
import { keepObjects, type KeptObjects, releaseObjects } from "./kept_objects.ts";
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
    /** The user's flags of the index; absent if the task works elsewhere. */
    readonly flags?: FlagsBefore;
    /** True when turns run in worktrees while this program writes documents here. */
    readonly lanes?: boolean;
    /** True if the stored seal is lost; `seal` is that of the last commit. */
    readonly isLost?: true;
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
  & (Extract<SealedRecord, { readonly kind: "asked" }> | Omit<OpenRecord, "seal">)
  & InTree;

/** What both files of a record contain, so that they can be removed when their worktree no longer exists. */
interface InTree {
  /** See {@link linkedTree}. */
  readonly tree?: string;
}

/** The record of a turn in progress. */
export type OpenRecord = Extract<SealedRecord, { readonly kind: "open" }>;

/** What this program has stored last. */
interface Written {
  readonly record?: string;
  readonly seal?: PlanningSeal;
  /** The objects that the record needs, see {@link objectsOf}. */
  readonly objects?: ReadonlySet<string>;
  readonly kept?: KeptObjects;
}

const WRITTEN = new WeakMap<Workspace, Written>();

/** The record in place of a damaged one. */
const DAMAGED: Stored = { kind: "open", task: "an earlier run", declared: [] };

/** Returns the record of a working tree, or undefined. A record without its seal has that of the last commit. */
export async function readSealed(workspace: Workspace): Promise<SealedRecord | undefined> {
  const { git } = workspace.repository;
  const record = recordOf(workspace);
  const found = await record.read(git) ?? (await record.exists(git) ? DAMAGED : undefined);
  if (found === undefined) return undefined;
  const { tree: _, ...stored } = found;
  if (stored.kind !== "open") return stored;
  const known = found === DAMAGED ? undefined : await sealOf(workspace).read(git);
  if (known === undefined) {
    return { ...stored, seal: await committedSeal(workspace, stored.head), isLost: true };
  }
  const { tree: _tree, ...seal } = known;
  return { ...stored, seal };
}

/** Reports whether the record of a working tree is that of a question. */
export async function isAsked(workspace: Workspace): Promise<boolean> {
  return (await recordOf(workspace).read(workspace.repository.git))?.kind === "asked";
}

/** Stores the record of a working tree, unless it is stored already. */
export async function writeSealed(workspace: Workspace, record: SealedRecord): Promise<void> {
  const { git } = workspace.repository;
  const { seal, isLost: _, ...rest } = record.kind === "open"
    ? record
    : { ...record, seal: undefined, isLost: undefined };
  const place = defined({ tree: linkedTree(workspace.repository) });
  const stored = { ...rest, ...place };
  const last = WRITTEN.get(workspace);
  const objects = objectsOf(record, last?.seal);
  const isFirst = last?.objects === undefined;
  // Documents that this program has just written are about to be committed.
  const isSettled = record.kind === "open" && record.head !== undefined;
  const lasting = record.kind === "asked" || isFirst
    ? objects
    : isSettled
    ? objects.filter((hash) => last.objects?.has(hash))
    : [];
  // The contents of a worktree that wf created are those of the project's own working tree.
  const kept = workspace.isOwn ? undefined : await keepObjects(workspace, lasting, last?.kept);
  if (seal !== undefined && !isSame(seal, last?.seal)) {
    await sealOf(workspace).write(git, { ...seal, ...place });
  }
  const text = JSON.stringify(stored);
  if (text !== last?.record) await recordOf(workspace).write(git, stored);
  const written = { record: text, objects: new Set(objects) };
  WRITTEN.set(workspace, { ...written, ...defined({ seal: seal ?? last?.seal, kept }) });
}

/** Removes the record of a working tree. */
export async function forgetSealed(workspace: Workspace): Promise<void> {
  await closeSealed(workspace);
  await removeSeal(workspace);
}

/** Ends the record of a task. The seal stays for the next task, for which it is often the same. */
export async function closeSealed(workspace: Workspace): Promise<void> {
  await recordOf(workspace).remove(workspace.repository.git);
  const { record: _, ...rest } = WRITTEN.get(workspace) ?? {};
  WRITTEN.set(workspace, rest);
}

/** Removes the seal that the last task left, unless a record needs it. It contains a copy of git's settings. */
export async function forgetSeal(workspace: Workspace): Promise<void> {
  const { git } = workspace.repository;
  const record = await recordOf(workspace).read(git);
  if (record === undefined) return await removeSeal(workspace);
  if (record.kind === "open") return;
  await sealOf(workspace).remove(git);
  const { seal: _, ...rest } = WRITTEN.get(workspace) ?? {};
  WRITTEN.set(workspace, rest);
}

async function removeSeal(workspace: Workspace): Promise<void> {
  await sealOf(workspace).remove(workspace.repository.git);
  await releaseObjects(workspace, WRITTEN.get(workspace)?.kept);
  WRITTEN.delete(workspace);
}

/**
 * Returns the objects that a record needs, except those in the index.
 *
 * @param last The seal that is stored, for a record without one.
 */
function objectsOf(record: SealedRecord, last: PlanningSeal | undefined): readonly string[] {
  const seal = record.kind === "open" ? record.seal : last;
  const found = seal === undefined ? [] : objectsIn(seal);
  if (record.kind === "open") return found;
  const inIndex = new Set(Object.values(seal?.index ?? {}).map(hashIn));
  const after = record.changes.flatMap(({ after }) => objectIn(after) ?? []);
  return [...new Set([...found, ...after.filter((hash) => !inIndex.has(hash))])].sort();
}

/** Cache, as a seal is stored several times. */
const OBJECTS = new WeakMap<PlanningSeal, readonly string[]>();

/** Returns the objects of the files in a seal, except those in the index. */
function objectsIn(seal: PlanningSeal): readonly string[] {
  const known = OBJECTS.get(seal);
  if (known !== undefined) return known;
  const { files, index } = seal;
  // Most files are in the index as they are, and there can be thousands.
  const others = Object.keys(files).flatMap((path) => {
    const hash = objectIn(files[path]);
    const entry = index[path];
    return hash === undefined || (entry !== undefined && hashIn(entry) === hash) ? [] : [hash];
  });
  const inIndex = others.length === 0 ? new Set() : new Set(Object.values(index).map(hashIn));
  const objects = [...new Set(others.filter((hash) => !inIndex.has(hash)))].sort();
  OBJECTS.set(seal, objects);
  return objects;
}

/** Returns the object with the content of a file; undefined if there is none. */
function objectIn(mark: string | undefined): string | undefined {
  return mark?.startsWith("blob:") || mark?.startsWith("exec:") ? mark.slice("blob:".length) : undefined;
}

/** Returns the hash in an entry of the index. */
function hashIn(entry: string): string {
  return entry.slice(entry.indexOf(" ") + 1);
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

function sealOf({ repository }: Workspace): CommonRecord<PlanningSeal & InTree> {
  return treeRecord(
    "seals",
    repository,
    (value): value is PlanningSeal & InTree => hasKeys(value, ["files", "index"]),
  );
}
