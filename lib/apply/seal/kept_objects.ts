import { ConfinedFiles } from "../files/confined_files.ts";
import { treeName } from "../files/tree_record.ts";
import type { Git } from "../git/git.ts";
import { joinPath } from "../../path/paths.ts";
import type { Workspace } from "../worktrees/workspace.ts";

const REFS = "refs/wf-sealed";

/** The objects that a ref of wf makes reachable. */
export interface KeptObjects {
  /** Their names. */
  readonly objects: readonly string[];
  /** The tree that contains them. */
  readonly tree: string;
}

/**
 * Makes objects reachable, so that `git prune` does not remove them. The ref names a tree, so that it is in no
 * history.
 *
 * @param objects The names of blobs, each once.
 * @param kept The objects that are reachable already.
 */
export async function keepObjects(
  workspace: Workspace,
  objects: readonly string[],
  kept: KeptObjects | undefined,
): Promise<KeptObjects | undefined> {
  const known = new Set(kept?.objects);
  if (objects.every((hash) => known.has(hash))) return kept;
  const { git } = workspace.repository;
  const entries = objects.map((hash) => `100644 blob ${hash}\t${hash}\n`).join("");
  const tree = (await git.output(["mktree"], entries)).trim();
  await git.output(["update-ref", refOf(workspace), tree]);
  return { objects, tree };
}

/** Removes the ref of {@link keepObjects}, also that of a run that was killed. */
export async function releaseObjects(workspace: Workspace, kept: KeptObjects | undefined): Promise<void> {
  await releaseRef(workspace.repository.git, treeName(workspace.repository), kept?.tree);
}

/** @param name The name of a project in a working tree. */
export async function releaseRef(git: Git, name: string, known?: string): Promise<void> {
  const ref = `${REFS}/${name}`;
  const tree = known ?? await treeOf(ref, git);
  // A ref that remains does no harm, and the next run replaces it.
  if (tree !== undefined) await git.run(["update-ref", "-d", ref, tree]);
}

/** Returns the object that a ref names. Git is started only if the ref may be packed or in a table. */
async function treeOf(ref: string, git: Git): Promise<string | undefined> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  const loose = await files.read(ref);
  if (loose !== undefined) return loose.trim();
  const isElsewhere = await git.host.stat(joinPath(git.commonDirectory, "reftable")) !== undefined ||
    ((await files.read("packed-refs").catch(() => ref))?.includes(ref) ?? false);
  if (!isElsewhere) return undefined;
  const { code, stdout } = await git.run(["rev-parse", "--verify", "--quiet", ref]);
  return code === 0 ? stdout.trim() : undefined;
}

function refOf({ repository }: Workspace): string {
  return `${REFS}/${treeName(repository)}`;
}
