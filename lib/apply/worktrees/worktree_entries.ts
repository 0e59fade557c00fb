import type { Git } from "../git/git.ts";
import { parseWorktrees, type WorktreeEntry } from "../git/output.ts";
import { firstLine, GitError } from "../git/process.ts";
import { resetPaths } from "../git/stash.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";

/** The lock reason while git creates a worktree. It identifies worktrees that an interrupted run created only partly. */
export const MAKING = "wf is making it";
/** The lock reason that git itself uses meanwhile. */
const GIT_MAKING = "initializing";

/** Returns the worktrees that git knows, including those whose folders are missing. */
export async function listWorktrees(git: Git): Promise<readonly WorktreeEntry[]> {
  return parseWorktrees(await git.output(["worktree", "list", "--porcelain", "-z"]));
}

/** Reports whether the lock reason shows that a run ended while git created the worktree. */
export function isHalfMade(locked: string | undefined): boolean {
  return locked === MAKING || locked === GIT_MAKING;
}

/**
 * Creates a worktree in a folder that does not exist yet.
 *
 * @param checkout The commit or branch to check out, with further options of `git worktree add`.
 */
export async function makeWorktree(
  git: Git,
  directory: string,
  { options = [], commit }: { readonly options?: readonly string[]; readonly commit: string },
): Promise<void> {
  const args = ["--quiet", "--lock", "--reason", MAKING, ...options, directory, commit];
  const { code, stderr } = await git.run(["worktree", "add", ...args]);
  if (code !== 0) throw new GitError(`Cannot create a worktree: ${firstLine(stderr)}`, "", stderr);
  await git.output(["worktree", "unlock", directory]);
}

/**
 * Locks a worktree while git changes its files, with the reason of one that git creates. A lock is a file; see
 * gitrepository-layout(5).
 *
 * @returns Unlocks it; undefined if it is already locked, or is not a worktree of its repository.
 */
export async function lockWorktree(worktree: Git): Promise<(() => Promise<void>) | undefined> {
  const { host, commonDirectory } = worktree;
  const entries = new ConfinedFiles(host, joinPath(commonDirectory, "worktrees"));
  const lock = joinPath(await gitFolder(worktree), "locked");
  const path = pathWithin(entries.folder, lock);
  if (path === undefined || await host.stat(lock) !== undefined) return undefined;
  // Written as a whole: the user's locks may be empty, and a run may be killed meanwhile.
  await entries.write(path, `${MAKING}\n`);
  return () => entries.remove(path);
}

/** Reports whether a folder is a worktree of a repository. Without its `.git` file it belongs to its parent folder. */
export async function isWorktree(git: Git, directory: string): Promise<boolean> {
  const args = ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir"];
  const { code, stdout } = await git.at(directory).run(args);
  if (code !== 0) return false;
  const [root = "", common = ""] = stdout.split("\n");
  const { host } = git;
  return await host.realPath(root) === await host.realPath(directory) &&
    await host.realPath(common) === git.commonDirectory;
}

/**
 * Restores a worktree that git was killed in removing: git removes only what is committed, perhaps the `.git` file
 * first. One that git was killed in creating has at most an empty `.git` file, which is removed.
 *
 * @returns False if its folder contains anything else.
 */
export async function restoreRemoved(git: Git, directory: string): Promise<boolean> {
  const { host, commonDirectory } = git;
  const link = joinPath(directory, ".git");
  if ((await host.stat(link))?.size === 0) await host.removeFile(link);
  for (const { name } of await host.readDirectory(joinPath(commonDirectory, "worktrees"))) {
    const folder = joinPath(commonDirectory, "worktrees", name);
    const file = await host.readText(joinPath(folder, "gitdir")).catch(() => "");
    if (file.trimEnd() !== link || !await host.createText(link, `gitdir: ${folder}\n`)) continue;
    const own = git.at(directory);
    // Of a worktree that git was creating, parts are missing.
    const status = await own.status().catch(() => undefined);
    if (status?.every(({ gone }) => gone)) {
      await resetPaths(own, status);
      return true;
    }
    await host.removeFile(link);
  }
  return false;
}

/**
 * Removes one worktree whose folder is missing from git's records. `git worktree prune` would also remove the
 * user's worktrees, such as one on a disconnected disk, with everything staged there.
 */
export async function forgetWorktree(
  git: Git,
  { directory, locked }: Pick<WorktreeEntry, "directory" | "locked">,
): Promise<void> {
  if (isHalfMade(locked)) await git.run(["worktree", "unlock", directory]);
  await git.run(["worktree", "remove", directory]);
}
