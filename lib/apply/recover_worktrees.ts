import { changedSince } from "./baseline.ts";
import type { Git } from "./git.ts";
import { setAside } from "./set_aside.ts";
import { recallBaseline } from "./worktree_baseline.ts";
import { removeWorktree } from "./worktrees.ts";
import { forgetLostBranches, type WorkBranch, workBranches } from "./work_branches.ts";
import { tidyWorkFolder } from "./work_folder.ts";

/**
 * Brings the worktrees that earlier runs left into a state from which a run can go on: what was not
 * committed goes into the stash, a replay that was cut off is undone, and those whose work has reached
 * its branch are removed.
 *
 * @returns What a person should know, sentence by sentence.
 */
export async function recoverWorktrees(git: Git): Promise<readonly string[]> {
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const all = await workBranches(git);
  const isTarget = (branch: string, among: readonly WorkBranch[]) =>
    among.some(({ onto }) => onto === branch);
  // A task's worktree comes before its plan's, which it is going to be replayed onto.
  const ordered = [...all].sort((a, b) => Number(isTarget(a.branch, all)) - Number(isTarget(b.branch, all)));
  for (const work of ordered) {
    if (work.directory !== undefined && await git.host.stat(work.directory) !== undefined) {
      await recover(work, git.at(work.directory), notice);
    }
    if (!isTarget(work.branch, await workBranches(git))) await removeWorktree(work, { git, notice });
  }
  await forgetLostBranches(git);
  await tidyWorkFolder(git);
  return notices;
}

async function recover({ branch }: WorkBranch, git: Git, notice: (message: string) => void): Promise<void> {
  if (await git.currentBranch() === undefined) {
    await git.run(["cherry-pick", "--abort"]);
    await git.run(["switch", "--quiet", branch]);
  }
  const left = await changedSince(git, await recallBaseline(git) ?? {});
  if (left.length === 0) return;
  const commit = (await git.commitOf("HEAD"))?.slice(0, 7) ?? "its beginning";
  const name = `wf: left in the worktree of ${branch} after ${commit}`;
  const aside = await setAside(git, left, name);
  if (aside.length === 0) return;
  notice(
    `What was not committed in the worktree of ${branch} (${
      aside.join(", ")
    }) is kept in the stash as "${name}"; git stash list finds it`,
  );
}
