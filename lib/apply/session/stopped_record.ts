import { hasKeys, isRecord } from "../../collections/is_record.ts";
import { blobHash } from "../files/blob_hash.ts";
import { joinPath } from "../../path/paths.ts";
import type { StoppedWork } from "../../plan/run/stopped_work.ts";
import { linkTarget } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { projectPath, type Repository } from "../git/repository.ts";
import { treeRecord } from "../files/tree_record.ts";
import { isSealed } from "../../plan/execution/sealed_documents.ts";
import { foldedName } from "../../permissions/effects/protected_paths.ts";
import { PLANNING } from "../../parse/project/project.ts";

/** Reads the record of a task that is not committed in a working tree; undefined if there is none. */
export async function readStopped(repository: Repository): Promise<StoppedWork | undefined> {
  return await recordOf(repository).read(repository.git);
}

export async function writeStopped(repository: Repository, work: StoppedWork): Promise<void> {
  await recordOf(repository).write(repository.git, work);
}

export async function forgetStopped(repository: Repository): Promise<void> {
  await recordOf(repository).remove(repository.git);
}

function recordOf(repository: Repository) {
  return treeRecord<StoppedWork>(
    "stopped",
    repository,
    (value): value is StoppedWork =>
      hasKeys(value, ["plan", "task", "state"]) && isRecord(value.files) && isRecord(value.baseline),
  );
}

/** Returns the hashes of the current contents of paths, by path relative to the root of the repository. */
export async function contentHashes(
  git: Git,
  paths: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const { host, root } = git;
  const hashes: Record<string, string> = {};
  const files: string[] = [];
  for (const path of paths) {
    const target = await linkTarget(host, joinPath(root, path));
    const kind = target === undefined ? (await host.stat(joinPath(root, path)))?.kind : undefined;
    const hash = kind === "file" ? await blobHash(host, joinPath(root, path)) : undefined;
    if (hash !== undefined) hashes[path] = hash;
    else if (kind === "file" && !path.includes("\n")) files.push(path);
    else hashes[path] = target === undefined ? kind ?? "gone" : `link:${target}`;
  }
  if (files.length === 0) return hashes;
  const list = files.map((path) => `${path}\n`).join("");
  const found = (await git.output(["hash-object", "--no-filters", "--stdin-paths"], list)).trim().split("\n");
  files.forEach((path, index) => hashes[path] = found[index]!);
  return hashes;
}

/** Reports whether a path of the repository can be in a task's commit. Documents are only if its plan declares them. */
export function isOfTask(
  repository: Repository,
  path: string,
  { declared, commitDocs }: { readonly declared: readonly string[]; readonly commitDocs: boolean },
): boolean {
  const own = projectPath(repository, path);
  // On another system, a folder whose name differs in case is the same.
  if (own === undefined || foldedName(own.split("/")[0]!) !== PLANNING) return true;
  return commitDocs && !isSealed(own, declared);
}
