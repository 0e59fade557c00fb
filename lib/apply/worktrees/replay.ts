import type { ConflictPath, ReplayedCommit } from "../../../schemas/event.ts";
import { defined } from "../../collections/defined.ts";
import { tryMerge, unmerged } from "../git/merge/merge.ts";
import { readMark } from "../../plan/executor/lane_history.ts";
import { readCommits } from "../git/known_commits.ts";
import { type CommitDetails, planCommits } from "../git/output.ts";
import type { Git } from "../git/git.ts";
import { firstLine, GitError } from "../git/process.ts";
import { requireBranch, type Workspace } from "./workspace.ts";

interface Conflict {
  readonly kind: "conflict";
  readonly conflicts: readonly ConflictPath[];
}

export type ReplayResult =
  | { readonly kind: "replayed"; readonly commits: readonly ReplayedCommit[] }
  | Conflict;

/**
 * Replays the commits of a worktree's branch onto the branch of another working tree, one by one and in order.
 *
 * The new commits are made in the worktree itself, and the result is compared with the predicted tree. The
 * target branch is then only fast-forwarded. A conflict therefore changes nothing, and an interrupted run loses
 * nothing: the worktree's branch points either to the old commits or to the new ones. The marks of a lane that other
 * machines carried out are left out.
 */
export async function replay(source: Workspace, target: Workspace): Promise<ReplayResult> {
  const { git } = source.repository;
  const [pair] = await Promise.all([git.compare(target.branch, source.branch), requireBranch(target)]);
  if (pair === undefined) {
    throw new GitError(
      `Cannot replay "${source.branch}" onto "${target.branch}": one of them no longer exists`,
    );
  }
  const { one: onto, other: old, base } = pair;
  if (base === undefined) {
    throw new GitError(
      `Cannot replay "${source.branch}" onto "${target.branch}": they have no commit in common`,
    );
  }
  const { branch } = source;
  const all = await commitsOn(git, base, `refs/heads/${branch}`);
  let made = all;
  const picked = all.filter((message) => readMark(message) === undefined).map(({ commit }) => commit);
  if (all.length > 0 && (base !== onto || picked.length < all.length)) {
    const result = await recreateCommits(git, { branch, picked, old, onto });
    if (result.kind === "conflict") return result;
    made = result.commits;
  }
  const commits = planCommits(made).map(({ commit, subject, task }) => ({
    commit,
    subject,
    ...defined({ task }),
  }));
  await target.repository.git.output(["merge", "--ff-only", "--quiet", `refs/heads/${source.branch}`]);
  return { kind: "replayed", commits };
}

/** Returns the commits since another commit, oldest first. */
async function commitsOn(git: Git, onto: string, last: string): Promise<readonly CommitDetails[]> {
  return await readCommits(git, "--reverse", `${onto}..${last}`, "--");
}

interface RecreateOptions {
  readonly branch: string;
  /** The commits to recreate, in order. */
  readonly picked: readonly string[];
  readonly old: string;
  readonly onto: string;
}

/** Recreates commits on top of another commit, and returns the new ones. */
async function recreateCommits(
  git: Git,
  { branch, picked, old, onto }: RecreateOptions,
): Promise<Conflict | { readonly kind: "recreated"; readonly commits: readonly CommitDetails[] }> {
  const tried = await tryMerge(git, onto, old);
  if (tried.kind === "conflict") return tried;
  await git.output(["switch", "--quiet", "--detach", onto]);
  const keep = ["--allow-empty", "--allow-empty-message", "--keep-redundant-commits"];
  const { code, stdout, stderr } = picked.length === 0
    ? { code: 0, stdout: "", stderr: "" }
    : await git.run(["cherry-pick", ...keep, ...picked]);
  if (code !== 0) {
    const conflicts = await unmerged(git);
    await git.output(["cherry-pick", "--abort"]);
    await git.output(["switch", "--quiet", branch]);
    if (conflicts.length > 0) return { kind: "conflict", conflicts };
    throw new GitError(`Cannot replay "${branch}": ${firstLine(stderr || stdout)}`, "", stderr + stdout);
  }
  const commits = await commitsOn(git, onto, "HEAD");
  const { commit: made, tree } = commits.at(-1) ?? await git.headAndTree();
  if (tree !== tried.tree) {
    throw new GitError(
      `Cannot verify the replay of "${branch}": its tree is ${tree}, expected ${tried.tree}`,
      `Inspect it: git log ${onto.slice(0, 7)}..${made.slice(0, 7)}`,
    );
  }
  await git.output(["update-ref", `refs/heads/${branch}`, made, old]);
  await git.output(["switch", "--quiet", branch]);
  return { kind: "recreated", commits };
}
