import { ConfinedFiles } from "../files/confined_files.ts";
import { CommonRecord } from "../files/common_record.ts";
import { hasKeys } from "../../collections/is_record.ts";
import type { Git } from "../git/git.ts";
import { textHash } from "../../text/text_hash.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";
import { releaseRef } from "./kept_objects.ts";

/** The folders of records about working trees, in the common folder of the repository. */
const FOLDERS: readonly string[] = ["wf/sealed", "wf/seals", "wf/hosted"];

/**
 * Removes the records about linked worktrees that no longer exist, such as those that the user removed after a run in
 * them had been interrupted: nothing else would read them. Those of worktrees that git still knows are kept. Only for a
 * run that holds the lock.
 */
export async function forgetRemovedTrees(git: Git): Promise<void> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  const lists = await Promise.all(FOLDERS.map(async (folder) => {
    return (await files.list(folder)).map(({ name }) => ({ folder, name }));
  }));
  let known: ReadonlySet<string> | undefined;
  for (const { folder, name } of lists.flat()) {
    const record = new CommonRecord(`${folder}/${name}`, isInTree);
    const found = await record.read(git);
    // The main working tree may be moved together with its repository.
    if (found === undefined || isOfMain(name, found)) continue;
    if (await git.host.stat(found.tree) !== undefined) continue;
    known ??= new Set((await listWorktrees(git)).map(({ directory }) => directory));
    if (known.has(found.tree)) continue;
    await record.remove(git);
    await releaseRef(git, name.replace(/\.json$/, ""));
  }
}

interface InTree {
  readonly tree: string;
  readonly project?: unknown;
}

function isInTree(value: unknown): value is InTree {
  return hasKeys(value, ["tree"]) && typeof value.tree === "string";
}

/** Reports whether a record is about the main working tree, which has another name. */
function isOfMain(name: string, { project }: InTree): boolean {
  return typeof project === "string" && name.endsWith(`-${textHash(`main\n${project}`)}.json`);
}
