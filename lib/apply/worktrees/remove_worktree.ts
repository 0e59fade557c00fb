import type { CommandResult } from "../../host/host.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { linkTarget, recallBaseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { containsCommit } from "../git/merge/merge.ts";
import { firstLine, GitError } from "../git/process.ts";
import { stashWork } from "../git/stash.ts";
import { removeWorkBranch, type WorkBranch } from "../git/work_branches.ts";
import { tidyWorkFolder, workFolder } from "./work_folder.ts";

export interface RemoveWorktreeOptions {
  /** The repository, with another tree as its root. */
  readonly git: Git;
  /** Reports a worktree that is kept, with the commands to remove it. */
  readonly notice: (message: string) => void;
}

/**
 * Removes a worktree that wf created and its branch, if the target branch contains all of its commits. A worktree
 * with untracked files is kept, and reported.
 */
export async function removeWorktree(
  work: WorkBranch,
  { git, notice }: RemoveWorktreeOptions,
): Promise<void> {
  const { branch, onto, directory, locked } = work;
  const pair = await git.compare(onto, branch);
  if (pair === undefined) return;
  const commit = pair.other;
  if (pair.base !== commit && !await containsCommit(git, `refs/heads/${onto}`, commit)) return;
  if (directory !== undefined) {
    await removeOwnLinks(git.at(directory), git.root);
    const { code, stderr } = await removeFolder(git, directory);
    if (code !== 0) {
      // Git treats every worktree with submodules as changed.
      const remove = /containing submodules/.test(stderr) ? "remove --force" : "remove";
      const unlock = locked === undefined ? "" : `git worktree unlock "${directory}" && `;
      notice(
        `The worktree of ${branch} is kept (${
          firstLine(stderr)
        }); check it, then: ${unlock}git worktree ${remove} "${directory}" && git branch -d ${branch}`,
      );
      return;
    }
  }
  await removeWorkBranch(git, branch, commit);
  await tidyWorkFolder(git.host, workFolder(git));
}

/** Removes the folder of a worktree that wf created, and stashes what no commit has under a name. */
export async function removeWorktreeFolder(
  git: Git,
  { directory, name }: { readonly directory: string; readonly name: string },
): Promise<readonly string[]> {
  const worktree = git.at(directory);
  await removeOwnLinks(worktree, git.root);
  const stashed = await stashWork(worktree, (await worktree.status()).map(({ path }) => path), name);
  const { code, stderr } = await removeFolder(git, directory);
  if (code !== 0) throw new GitError(`Cannot remove the worktree "${directory}": ${firstLine(stderr)}`);
  await tidyWorkFolder(git.host, workFolder(git));
  return stashed;
}

/** Removes a worktree; git refuses if it contains changes. */
function removeFolder(git: Git, directory: string): Promise<CommandResult> {
  return git.run(["worktree", "remove", directory]);
}

/** Removes the links created by `worktree.copy`: if git does not ignore them, it refuses to remove the worktree. */
async function removeOwnLinks(worktree: Git, home: string): Promise<void> {
  for (const path of Object.keys(await recallBaseline(worktree) ?? {})) {
    const link = joinPath(worktree.root, path);
    const target = await linkTarget(worktree.host, link);
    if (target !== undefined && pathWithin(home, target) !== undefined) await worktree.host.removeFile(link);
  }
}
