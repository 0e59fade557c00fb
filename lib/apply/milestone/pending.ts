import { isRecord } from "../../collections/is_record.ts";
import { joinPath } from "../../path/paths.ts";
import type { DocumentChanges } from "../../plan/documents/document_changes.ts";
import { slugify } from "../../text/slug.ts";
import { CommonRecord } from "../files/common_record.ts";
import { projectPath, type Repository } from "../git/repository.ts";

/**
 * A milestone that is being completed. It is recorded before any change and removed at the very end, so that the
 * next run resumes exactly where an interrupted one stopped.
 */
export interface PendingCompletion {
  readonly version: string;
  /** The rest of the archive; undefined once it is committed and only the merge and the tag are left. */
  readonly archive?: PendingArchive;
}

export interface PendingArchive extends DocumentChanges {
  readonly branch: string;
  /** The commit that was checked out before. */
  readonly head: string;
  readonly message: string;
  /** True if the commit contains the documents. */
  readonly docs: boolean;
}

/** Records a completion before it begins. */
export async function writeCompletion(repository: Repository, pending: PendingCompletion): Promise<void> {
  await recordOf(repository).write(repository.git, pending);
}

/** Reads the completion that an earlier run began; undefined if there is none. */
export async function readCompletion(repository: Repository): Promise<PendingCompletion | undefined> {
  return await recordOf(repository).read(repository.git);
}

/** Removes the record, when all or nothing is done. */
export async function forgetCompletion(repository: Repository): Promise<void> {
  await recordOf(repository).remove(repository.git);
}

/** Returns the path of the record, for messages. */
export function pathOf(repository: Repository): string {
  return joinPath(repository.git.commonDirectory, recordOf(repository).path);
}

function recordOf({ project }: Repository): CommonRecord<PendingCompletion> {
  return new CommonRecord(`wf/milestone${project === "" ? "" : `-${slugify(project)}`}.json`, isPending);
}

/** Reports whether a pending archive changes a path of the repository. */
export function covers(
  pending: PendingCompletion | undefined,
  repository: Repository,
  path: string,
): boolean {
  const own = projectPath(repository, path);
  if (own === undefined || pending?.archive === undefined) return false;
  const { files, moves } = pending.archive;
  return files.some((file) => file.path === own) ||
    moves.some(({ from, to }) => own.startsWith(`${from}/`) || own.startsWith(`${to}/`));
}

function isPending(value: unknown): value is PendingCompletion {
  return isRecord(value) && typeof value.version === "string";
}
