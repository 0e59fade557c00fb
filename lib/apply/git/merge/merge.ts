import type { ConflictPath } from "../../../../schemas/event.ts";
import { MERGED_TRAILER } from "../../../plan/naming/commit_message.ts";
import type { Git } from "../git.ts";
import { type CommitResult, madeCommit, messageFile } from "../commit/commit.ts";
import { type MergeTree, parseMergeTree, parseUnmerged } from "../output.ts";
import { firstLine, GitError } from "../process.ts";

/** Tries a merge without changing the working tree or any branch. */
export async function tryMerge(git: Git, base: string, branch: string): Promise<MergeTree> {
  const args = ["merge-tree", "--write-tree", "-z", "--no-messages", base, branch];
  const { code, stdout, stderr } = await git.run(args);
  if (code > 1) {
    throw new GitError(`Cannot try to merge "${branch}" into "${base}": ${firstLine(stderr)}`, "", stderr);
  }
  return parseMergeTree(stdout, code);
}

/**
 * Merges a branch into the current branch and runs all hooks. Call {@link tryMerge} first.
 *
 * @returns `refused` if a hook rejected it; the working tree is then unchanged.
 */
export async function mergeTried(
  git: Git,
  branch: string,
  mode: "squash" | "history",
  message: string,
): Promise<CommitResult> {
  const file = await messageFile(git, message);
  if (mode === "history") {
    const result = await git.run([
      "merge",
      "--no-ff",
      "--no-log",
      "--no-edit",
      "--quiet",
      `--file=${file}`,
      branch,
    ]);
    if (result.code !== 0) {
      await git.run(["merge", "--abort"]);
      return { kind: "refused", output: (result.stdout + result.stderr).trim() };
    }
  } else {
    await git.output(["merge", "--squash", "--quiet", branch]);
    const result = await git.run(["commit", "--quiet", `--file=${file}`, "--cleanup=whitespace"]);
    if (result.code !== 0) {
      await git.output(["reset", "--quiet", "--merge"]);
      return { kind: "refused", output: (result.stdout + result.stderr).trim() };
    }
  }
  return madeCommit(git);
}

/** Begins a merge that has conflicts, and leaves them in the working tree. */
export async function beginMerge(git: Git, branch: string, mode: "squash" | "history"): Promise<void> {
  const args = mode === "squash" ? ["--squash"] : ["--no-ff", "--no-commit"];
  const { code, stdout, stderr } = await git.run(["merge", "--quiet", ...args, branch]);
  if (code !== 0 && (await unmerged(git)).length === 0) {
    throw new GitError(`Cannot merge "${branch}": ${firstLine(stderr || stdout)}`, "", stderr + stdout);
  }
}

/** Commits a merge whose conflicts are resolved, and runs all hooks. */
export async function finishMerge(git: Git, message: string): Promise<CommitResult> {
  const file = await messageFile(git, message);
  const result = await git.run(["commit", "--quiet", `--file=${file}`, "--cleanup=whitespace"]);
  if (result.code !== 0) return { kind: "refused", output: (result.stdout + result.stderr).trim() };
  return madeCommit(git);
}

/** Undoes an unfinished merge and restores the working tree. */
export async function undoMerge(git: Git): Promise<void> {
  await git.output(await isMerging(git) ? ["merge", "--abort"] : ["reset", "--quiet", "--merge"]);
}

/** Reports whether a branch contains a commit: it is reachable, or wf squashed it into the branch. */
export async function containsCommit(git: Git, branch: string, commit: string): Promise<boolean> {
  if (await isReachable(git, commit, branch)) return true;
  if (await isRecordedAsMerged(git, commit)) return true;
  const trailer = `^${MERGED_TRAILER}: ${commit}$`;
  return (await git.output(["log", "-1", "--format=%H", `--grep=${trailer}`, branch, "--"])) !== "";
}

/** Reports whether a commit is an ancestor of another. */
export async function isReachable(git: Git, commit: string, from: string): Promise<boolean> {
  return (await git.run(["merge-base", "--is-ancestor", commit, from])).code === 0;
}

/** Reports whether the user merged a branch at this commit without wf, so that there is no trailer for it. */
async function isRecordedAsMerged(git: Git, commit: string): Promise<boolean> {
  const args = ["config", "--local", "--get-regexp", "^branch\\..*\\.wfmerged$", `^${commit}$`];
  return (await git.run(args)).code === 0;
}

/** Returns the paths of the index with merge conflicts. */
export async function unmerged(git: Git): Promise<readonly ConflictPath[]> {
  return parseUnmerged((await git.output(["ls-files", "--unmerged", "-z"])).split("\0"));
}

export async function isMerging(git: Git): Promise<boolean> {
  return await git.commitOf("MERGE_HEAD") !== undefined;
}
