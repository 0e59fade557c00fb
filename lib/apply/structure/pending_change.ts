import { isRecord } from "../../collections/is_record.ts";
import type { Host } from "../../host/host.ts";
import type { DocumentChanges } from "../../plan/documents/document_changes.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { jsonValue } from "../../text/json_value.ts";
import type { MovedBranch } from "../worktrees/keep_branches.ts";

/** A change of documents between its first effect and its commit. The same command completes it. */
export interface PendingChange {
  /** The command with its arguments. */
  readonly command: string;
  readonly changes: DocumentChanges;
  /** True once all changes are made and only the commit is left. */
  readonly made?: true;
  /** The branches that get other names before. */
  readonly kept?: readonly MovedBranch[];
  /** The commit of them; undefined if documents are not committed. */
  readonly commit?: ChangeCommit | undefined;
}

export interface ChangeCommit {
  /** The commit that was checked out before. */
  readonly head: string;
  readonly message: string;
  /** The paths that it contains, relative to the root of the repository. */
  readonly paths: readonly string[];
}

/** The record of a pending change. It is in the working tree that it changes, which need not be in a repository. */
export const PENDING_PATH = ".planning/.wf-change.json";

/** Reads the record of a pending change; undefined if there is none. */
export async function readPendingChange(host: Host, root: string): Promise<PendingChange | undefined> {
  const text = await new ConfinedFiles(host, root).read(PENDING_PATH);
  const value = jsonValue(text ?? "");
  return isRecord(value) && typeof value.command === "string" ? value as unknown as PendingChange : undefined;
}

export async function writePendingChange(host: Host, root: string, pending: PendingChange): Promise<void> {
  await new ConfinedFiles(host, root).write(PENDING_PATH, `${JSON.stringify(pending)}\n`);
}

/** Removes the record, when all is done. */
export async function forgetPendingChange(host: Host, root: string): Promise<void> {
  await new ConfinedFiles(host, root).remove(PENDING_PATH);
}

/** Reports whether a pending change writes or removes a file, by its path relative to the project root. */
export function changesPath({ changes: { files, moves } }: PendingChange, path: string): boolean {
  return path === PENDING_PATH || files.some((file) => file.path === path) ||
    moves.some(({ from, to }) => from === path || to === path);
}
