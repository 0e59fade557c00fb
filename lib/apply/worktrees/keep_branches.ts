import type { KeptBranch } from "../../../schemas/results/structure.ts";
import type { Repository } from "../git/repository.ts";
import { workBranches } from "../git/work_branches.ts";
import { removeWorktreeFolder } from "./remove_worktree.ts";

/**
 * Gives branches other names, under which they are kept with their settings. Removes the worktrees that wf created for
 * them, and stashes their uncommitted changes.
 *
 * @returns The notices for the user.
 */
export async function keepBranches(
  { git }: Repository,
  branches: readonly KeptBranch[],
): Promise<readonly string[]> {
  const notices: string[] = [];
  const works = await workBranches(git);
  for (const { branch, as } of branches) {
    const { directory } = works.find((work) => work.branch === branch) ?? {};
    const name = `wf: left in ${branch}`;
    const stashed = directory === undefined ? [] : await removeWorktreeFolder(git, { directory, name });
    if (stashed.length > 0) {
      notices.push(`Uncommitted changes of ${branch} (${stashed.join(", ")}) are in the stash as "${name}"`);
    }
    await git.output(["branch", "--move", branch, as]);
  }
  return notices;
}
