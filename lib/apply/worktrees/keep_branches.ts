import type { KeptBranch } from "../../../schemas/results/structure.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { moveWorkBranch, workBranches } from "../git/work_branches.ts";
import { removeWorktreeFolder } from "./remove_worktree.ts";
import { tidyHostedFolder } from "./work_folder.ts";
import { rootIn } from "./workspace.ts";

/** A branch that gets another name, with its commit, with which an interrupted move is completed. */
export interface MovedBranch extends KeptBranch {
  readonly commit: string;
}

/** Adds their commits to branches. */
export async function withCommits(
  { git }: Repository,
  branches: readonly KeptBranch[],
): Promise<readonly MovedBranch[]> {
  return await Promise.all(
    branches.map(async (each) => ({
      ...each,
      commit: await git.commitOf(`refs/heads/${each.branch}`) ?? "",
    })),
  );
}

/**
 * Gives branches other names, under which they are kept with their settings, and completes this after a kill. Removes
 * the worktrees that wf created for them, and stashes their uncommitted changes.
 *
 * @returns The notices for the user.
 */
export async function keepBranches(
  repository: Repository,
  branches: readonly MovedBranch[],
): Promise<readonly string[]> {
  const { git } = repository;
  const notices: string[] = [];
  const works = await workBranches(repository);
  for (const { branch, as, commit } of branches) {
    const { directory } = works.find((work) => work.branch === branch) ?? {};
    const name = `wf: left in ${branch}`;
    const stashed = directory === undefined ? [] : await removeWorktreeFolder(git, { directory, name });
    if (stashed.length > 0) {
      notices.push(`Uncommitted changes of ${branch} (${stashed.join(", ")}) are in the stash as "${name}"`);
    }
    if (await git.hasBranch(branch)) await git.output(["branch", "--move", branch, as]);
    else await completeMove(git, { branch, as, commit });
    await moveWorkBranch(git, branch, as);
    notices.push(...await remoteCopies(git, branch));
  }
  await tidyHostedFolder(git.host, rootIn(repository));
  return notices;
}

/** Completes a move in which git was killed: it removes the old branch, creates the new one, and renames its settings. */
async function completeMove(git: Git, { branch, as, commit }: MovedBranch): Promise<void> {
  if (!await git.hasBranch(as)) await git.output(["branch", "--no-track", as, commit]);
  await git.run(["config", "--local", "--rename-section", `branch.${branch}`, `branch.${as}`]);
}

/** Returns a notice for each remote that has a branch too. */
async function remoteCopies(git: Git, branch: string): Promise<readonly string[]> {
  const format = "--format=%(refname:lstrip=2)";
  const found = (await git.output(["for-each-ref", format, `refs/remotes/*/${branch}`])).split("\n");
  return found.filter((name) => name !== "").map((name) => {
    const remote = quoteShell(name.slice(0, -branch.length - 1));
    return `${name} is kept too: close its pull request, and remove it when it is not needed any more: git push ${remote} --delete ${
      quoteShell(branch)
    }`;
  });
}
