import { changedSince, recallBaseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import { undoHalfCheckout } from "../git/repair/half_checkout.ts";
import { findInProgress, type InProgress } from "../git/repair/in_progress.ts";
import type { BranchPair } from "../git/output.ts";
import { GitError } from "../git/process.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import { awaitsAction } from "./action_record.ts";
import { isReachable } from "../git/merge/merge.ts";
import type { Repository } from "../git/repository.ts";
import { forgetSealed, readSealed } from "../seal/sealed_record.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { returnToBranch, undoKilledCommits } from "./return_to_branch.ts";
import { repositoryAt, rootIn } from "./workspace.ts";
import { resetPaths, stashWork } from "../git/stash.ts";
import { undoHalfCommit } from "../session/half_commit.ts";
import { readPendingChange } from "../structure/pending_change.ts";
import { readStopped } from "../session/stopped_record.ts";
import { removeWorktree } from "./remove_worktree.ts";
import { forgetLostBranches, type WorkBranch, workBranches } from "../git/work_branches.ts";
import { tidyHostedFolder, tidyWorkFolder, workFolder } from "./work_folder.ts";
import { forgetWorktree, isHalfMade, isWorktree, restoreRemoved } from "./worktree_entries.ts";

/**
 * Prepares the worktrees that earlier runs left for a new run: stashes uncommitted changes that belong to no stopped
 * task and to no human-action, undoes interrupted replays and commits that a killed task made, and removes worktrees whose work is already on
 * its branch.
 *
 * @returns The notices for the user.
 */
export async function recoverWorktrees(home: Repository): Promise<readonly string[]> {
  const { git } = home;
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const all = await workBranches(home);
  const isTarget = (branch: string, among: readonly WorkBranch[]) =>
    among.some(({ onto }) => onto === branch);
  // A task's worktree comes before its plan's, because it will be replayed onto that.
  const ordered = [...all].sort((a, b) => Number(isTarget(a.branch, all)) - Number(isTarget(b.branch, all)));
  for (const work of ordered) {
    const standing = await standingOf(work, git, notice);
    const { directory } = standing;
    const repository = directory === undefined ? undefined : repositoryAt(home, git.at(directory));
    if (repository !== undefined) await undoKilled(standing, repository, notice);
    const isNeeded = repository !== undefined && await recover(work, repository, notice) ||
      isTarget(work.branch, await workBranches(home));
    if (!isNeeded) await removeWorktree(standing, { git, notice });
  }
  // A change that is not finished may be giving branches other names, with their records.
  if (await readPendingChange(git.host, rootIn(home)) === undefined) await forgetLostBranches(git);
  await tidyWorkFolder(git.host, workFolder(git));
  await tidyHostedFolder(git.host, rootIn(home));
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
  await host.removeEmptyDirectory(directory);
  const isThere = await host.stat(directory) !== undefined;
  if (isThere && (await isWorktree(git, directory) || await restoreRemoved(git, directory))) {
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

/**
 * Finishes or undoes an interrupted checkout, of a new worktree or of one that another plan takes over. Nobody has
 * worked in it since, and files may be truncated.
 */
async function finishCheckout({ branch, onto }: WorkBranch, git: Git): Promise<void> {
  const lock = (await git.output(["rev-parse", "--path-format=absolute", "--git-path", "index.lock"])).trim();
  await git.host.removeFile(lock);
  await git.output(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
  await git.output(["reset", "--quiet"]);
  const baseline = await recallBaseline(git) ?? {};
  await undoHalfCheckout(git, { targets: [`refs/heads/${onto}`], baseline });
  const status = (await git.status()).filter(({ kind }) => kind === "changed");
  const truncated = await changedSince(git, baseline, status);
  if (truncated.length === 0) return;
  await git.output(["restore", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(truncated));
}

/** Undoes what git was doing in a worktree, and the commits of a task, when the run was killed. */
async function undoKilled(
  work: WorkBranch,
  repository: Repository,
  notice: (message: string) => void,
): Promise<void> {
  const { git } = repository;
  const { branch, onto } = work;
  const workspace = { repository, root: rootIn(repository), branch, baseline: {} };
  const record = await readSealed(workspace);
  const isInTurn = record?.kind === "open";
  const head = isInTurn ? record.head : undefined;
  const baseline = await recallBaseline(git) ?? {};
  const left = await returnToBranch({ git, branch, baseline, head, isOwn: true });
  if (left !== undefined) notice(`The worktree of ${branch} was on ${left}; it is back on its own branch`);
  const current = await git.currentBranch();
  const isDetached = current === undefined;
  const begun = await findInProgress(git);
  if (begun !== undefined) {
    // A replay picks commits while HEAD is detached, and agents run git in their turns.
    const isOurs = isInTurn || isDetached && begun.command === "cherry-pick";
    if (!isOurs) throw unfinished(begun, work);
    if (isInTurn) await git.output([begun.command, "--quit"]);
  }
  const pair = await git.compare(onto, branch);
  if (pair === undefined) return;
  if (!isDetached && current !== branch) {
    // The files stay as they are: with the commits on the other branch, they are the work of the task.
    await git.output(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    await git.output(["reset", "--quiet"]);
    notice(`The worktree of ${branch} was on ${current}; it is back on its own branch, with the same files`);
  }
  if (isDetached) await undoReplay(work, pair, git);
  else if (
    await isReachable(git, pair.base ?? "", head ?? "") && await undoKilledCommits(git, { head, isOwn: true })
  ) await forgetSealed(workspace);
  const status = await git.status();
  // Git removes a worktree file by file.
  const isRemoved = !isInTurn && status.every(({ gone }) => gone) &&
    await readStopped(repository) === undefined;
  if (isRemoved) await resetPaths(git, status);
}

/** Returns the error for an operation that the user began in a worktree. */
function unfinished({ what, finish, undo }: InProgress, { branch, directory = "" }: WorkBranch): GitError {
  const there = (command: string) => command.replace(/^git/, `git -C ${quoteShell(directory)}`);
  return new GitError(
    `${what} is in progress in the worktree of ${branch}`,
    `Finish it (${there(finish)}) or undo it (${there(undo)}), then run the same command`,
  );
}

/** Returns to the branch after a replay that was killed. Its commits are on the branch, or will be made again. */
async function undoReplay({ branch }: WorkBranch, { one, other }: BranchPair, git: Git): Promise<void> {
  // Git cannot undo each state that it is killed in.
  await git.run(["cherry-pick", "--abort"]);
  await git.run(["cherry-pick", "--quit"]);
  const picked = (await git.output(["rev-list", "HEAD", other, `^${one}`])).trimEnd().split("\n");
  await git.output(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
  await git.output(["reset", "--quiet"]);
  const targets = [one, ...picked.filter((commit) => commit !== "")];
  await undoHalfCheckout(git, { targets, baseline: await recallBaseline(git) ?? {} });
}

/** Stashes uncommitted changes that neither a stopped task nor a human-action left, and reports whether the next run continues with others. */
async function recover(
  { branch, onto }: WorkBranch,
  repository: Repository,
  notice: (message: string) => void,
): Promise<boolean> {
  const { git } = repository;
  await undoHalfCommit(repository, true);
  const work = await readStopped(repository);
  if (work?.branch === branch && work.head === await git.commitOf("HEAD")) return true;
  const baseline = await recallBaseline(git) ?? {};
  if (await awaitsAction(git) && (await changedSince(git, baseline)).length > 0) return true;
  // A replay begins with a checkout of the other branch.
  await undoHalfCheckout(git, { targets: [`refs/heads/${onto}`], baseline });
  const status = await git.status();
  const deferred = await deferredPaths(git, status);
  const others = status.filter(({ path }) => !deferred.has(path));
  const left = await changedSince(git, baseline, others);
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
