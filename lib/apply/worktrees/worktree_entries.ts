import type { Git } from "../git/git.ts";
import { parseWorktrees, type WorktreeEntry } from "../git/output.ts";
import { firstLine, GitError } from "../git/process.ts";

/** Why a worktree of ours is locked while git makes it: one that a kill has left half made is known by it. */
const MAKING = "wf is making it";
/** The reason that git itself gives meanwhile. */
const GIT_MAKING = "initializing";

/** The worktrees that git knows, also those whose folders are gone. */
export async function listWorktrees(git: Git): Promise<readonly WorktreeEntry[]> {
  return parseWorktrees(await git.output(["worktree", "list", "--porcelain", "-z"]));
}

/** Whether a worktree of ours is locked because a run ended while git made it. */
export function isHalfMade(locked: string | undefined): boolean {
  return locked === MAKING || locked === GIT_MAKING;
}

/**
 * Makes a worktree in a folder that is not there.
 *
 * @param checkout Arguments that say what is checked out, after options for it.
 */
export async function makeWorktree(
  git: Git,
  directory: string,
  { options = [], commit }: { readonly options?: readonly string[]; readonly commit: string },
): Promise<void> {
  const args = ["--quiet", "--lock", "--reason", MAKING, ...options, directory, commit];
  const { code, stderr } = await git.run(["worktree", "add", ...args]);
  if (code !== 0) throw new GitError(`Cannot make a worktree: ${firstLine(stderr)}`, "", stderr);
  await git.output(["worktree", "unlock", directory]);
}

/** Whether a folder is a worktree of a repository: one without its `.git` belongs to what lies around it. */
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
 * Has git forget a worktree of ours whose folder is gone, by its name: `git worktree prune` would forget
 * the user's too, such as one on a disk that is not plugged in, with all that is staged there.
 */
export async function forgetWorktree(
  git: Git,
  { directory, locked }: Pick<WorktreeEntry, "directory" | "locked">,
): Promise<void> {
  if (isHalfMade(locked)) await git.run(["worktree", "unlock", directory]);
  await git.run(["worktree", "remove", directory]);
}
