import { changedSince, recallBaseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/pathspecs.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import { isReachable } from "../git/merge.ts";
import type { Repository } from "../git/repository.ts";
import { forgetSealed, readSealed } from "../seal/sealed_record.ts";
import { rootIn } from "./workspace.ts";
import { stashWork } from "../git/stash.ts";
import { removeWorktree } from "./worktrees.ts";
import { forgetLostBranches, type WorkBranch, workBranches } from "../git/work_branches.ts";
import { tidyWorkFolder } from "./work_folder.ts";
import { forgetWorktree, isHalfMade, isWorktree } from "./worktree_entries.ts";

/**
 * Prepares the worktrees that earlier runs left for a new run: stashes uncommitted changes, undoes interrupted
 * replays and commits that a killed task made, and removes worktrees whose work is already on its branch.
 *
 * @param prefix Path of the project within the repository; empty when they are the same.
 * @returns The notices for the user.
 */
export async function recoverWorktrees(git: Git, prefix = ""): Promise<readonly string[]> {
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const all = await workBranches(git);
  const isTarget = (branch: string, among: readonly WorkBranch[]) =>
    among.some(({ onto }) => onto === branch);
  // A task's worktree comes before its plan's, because it will be replayed onto that.
  const ordered = [...all].sort((a, b) => Number(isTarget(a.branch, all)) - Number(isTarget(b.branch, all)));
  for (const work of ordered) {
    const standing = await standingOf(work, git, notice);
    const { directory } = standing;
    if (directory !== undefined) await undoCommits(work, { git: git.at(directory), prefix });
    const isNeeded = directory !== undefined && await recover(work, git.at(directory), notice) ||
      isTarget(work.branch, await workBranches(git));
    if (!isNeeded) await removeWorktree(standing, { git, notice });
  }
  await forgetLostBranches(git);
  await tidyWorkFolder(git);
  return notices;
}

/**
 * Returns a work branch with its worktree, if that is usable. Finishes a worktree that was created only partly,
 * and drops one whose folder is missing or is no longer a worktree.
 */
async function standingOf(
  work: WorkBranch,
  git: Git,
  notice: (message: string) => void,
): Promise<WorkBranch> {
  const { host } = git;
  const { branch, onto, directory, locked } = work;
  if (directory === undefined) return work;
  if (await host.stat(directory) !== undefined && await isWorktree(git, directory)) {
    if (!isHalfMade(locked)) return work;
    await finishCheckout(work, git.at(directory));
    await git.output(["worktree", "unlock", directory]);
    return { branch, onto, directory };
  }
  await host.removeEmptyDirectory(directory);
  if (await host.stat(directory) !== undefined) {
    const kept = `${directory}-${host.now()}`;
    await host.move(directory, kept);
    notice(`The folder of ${branch} was no longer a worktree; its files are now in ${kept}`);
  }
  await forgetWorktree(git, { directory, locked });
  return { branch, onto, directory: undefined };
}

/** Finishes an interrupted checkout. No work has been done in this worktree yet, and files may be truncated. */
async function finishCheckout({ branch }: WorkBranch, git: Git): Promise<void> {
  const lock = (await git.output(["rev-parse", "--path-format=absolute", "--git-path", "index.lock"])).trim();
  await git.host.removeFile(lock);
  await git.output(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
  await git.output(["reset", "--quiet"]);
  const truncated = (await git.status()).filter(({ kind }) => kind === "changed").map(({ path }) => path);
  if (truncated.length === 0) return;
  await git.output(["restore", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(truncated));
}

/** Undoes commits since the turn of a killed task began: they are the task's. Their changes are kept. */
async function undoCommits({ branch, onto }: WorkBranch, repository: Repository): Promise<void> {
  const { git } = repository;
  const workspace = { repository, root: rootIn(repository), branch, baseline: {} };
  const record = await readSealed(workspace);
  const head = record?.kind === "open" ? record.head : undefined;
  if (head === undefined || await git.currentBranch() !== branch) return;
  const pair = await git.compare(onto, branch);
  if (pair?.base === undefined || pair.other === head) return;
  if (!await isReachable(git, pair.base, head) || !await isReachable(git, head, pair.other)) return;
  await git.output(["reset", "--quiet", "--soft", head]);
  await forgetSealed(workspace);
}

/** Stashes uncommitted changes, and reports whether deferred tests are left. */
async function recover(
  { branch }: WorkBranch,
  git: Git,
  notice: (message: string) => void,
): Promise<boolean> {
  if (await git.currentBranch() === undefined) {
    await git.run(["cherry-pick", "--abort"]);
    await git.run(["switch", "--quiet", branch]);
  }
  const status = await git.status();
  const deferred = await deferredPaths(git, status);
  const others = status.filter(({ path }) => !deferred.has(path));
  const left = await changedSince(git, await recallBaseline(git) ?? {}, others);
  if (left.length > 0) {
    const commit = (await git.commitOf("HEAD"))?.slice(0, 7) ?? "its beginning";
    const name = `wf: left in the worktree of ${branch} after ${commit}`;
    const stashed = (await stashWork(git, left, name)).join(", ");
    if (stashed !== "") {
      notice(
        `Uncommitted changes in the worktree of ${branch} (${stashed}) are in the stash as "${name}"; git stash list shows it`,
      );
    }
  }
  return deferred.size > 0;
}
