import type { ConflictPath } from "../../../schemas/event.ts";
import { MERGED_TRAILER } from "../../plan/naming/commit_message.ts";
import type { Git } from "./git.ts";
import { type CommitResult, madeCommit, messageFile } from "./commit.ts";
import { type MergeTree, parseMergeTree, parseUnmerged } from "./output.ts";
import { firstLine, GitError } from "./process.ts";

/** Tries a merge without touching the working tree or any branch. */
export async function tryMerge(git: Git, base: string, branch: string): Promise<MergeTree> {
  const args = ["merge-tree", "--write-tree", "-z", "--no-messages", base, branch];
  const { code, stdout, stderr } = await git.run(args);
  if (code > 1) {
    throw new GitError(`Cannot try to merge "${branch}" into "${base}": ${firstLine(stderr)}`, "", stderr);
  }
  return parseMergeTree(stdout, code);
}

/**
 * Merges a branch into the branch checked out, with all hooks. {@link tryMerge} comes first.
 *
 * @returns `refused` when a hook did not let it through; the working tree is then as before.
 */
export async function mergeTried(
  git: Git,
  branch: string,
  mode: "squash" | "history",
  message: string,
): Promise<CommitResult> {
  const file = await messageFile(git, message);
  if (mode === "history") {
    const result = await git.run(["merge", "--no-ff", "--no-edit", "--quiet", `--file=${file}`, branch]);
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
  return madeCommit(git, (await git.commitOf("HEAD"))!);
}

/** Begins a merge that meets conflicts, and leaves them in the working tree. */
export async function beginMerge(git: Git, branch: string, mode: "squash" | "history"): Promise<void> {
  const args = mode === "squash" ? ["--squash"] : ["--no-ff", "--no-commit"];
  const { code, stdout, stderr } = await git.run(["merge", "--quiet", ...args, branch]);
  if (code !== 0 && (await unmerged(git)).length === 0) {
    throw new GitError(`Cannot merge "${branch}": ${firstLine(stderr || stdout)}`, "", stderr + stdout);
  }
}

/** Commits a merge whose conflicts are resolved, with all hooks. */
export async function finishMerge(git: Git, message: string): Promise<CommitResult> {
  const file = await messageFile(git, message);
  const result = await git.run(["commit", "--quiet", `--file=${file}`, "--cleanup=whitespace"]);
  if (result.code !== 0) return { kind: "refused", output: (result.stdout + result.stderr).trim() };
  return madeCommit(git, (await git.commitOf("HEAD"))!);
}

/** Undoes a merge that was begun: the working tree is as before it. */
export async function undoMerge(git: Git): Promise<void> {
  await git.output(await isMerging(git) ? ["merge", "--abort"] : ["reset", "--quiet", "--merge"]);
}

/** The tree that a commit of the index would have. */
export async function stagedTree(git: Git): Promise<string> {
  return (await git.output(["write-tree"])).trim();
}

/** Whether a commit is in a branch: reachable from it, or squashed into it by this tool. */
export async function isMerged(git: Git, branch: string, commit: string): Promise<boolean> {
  if (await isReachable(git, commit, branch)) return true;
  if (await messageSaysMerged(git, commit)) return true;
  const trailer = `^${MERGED_TRAILER}: ${commit}$`;
  return (await git.output(["log", "-1", "--format=%H", `--grep=${trailer}`, branch, "--"])) !== "";
}

/** Whether a commit is in the history of another. */
export async function isReachable(git: Git, commit: string, from: string): Promise<boolean> {
  return (await git.run(["merge-base", "--is-ancestor", commit, from])).code === 0;
}

/** Whether a person merged a branch at this commit alone, so that no trailer tells it. */
async function messageSaysMerged(git: Git, commit: string): Promise<boolean> {
  const args = ["config", "--local", "--get-regexp", "^branch\\..*\\.wfmerged$", `^${commit}$`];
  return (await git.run(args)).code === 0;
}

/** The paths of the index that a merge could not bring together. */
export async function unmerged(git: Git): Promise<readonly ConflictPath[]> {
  return parseUnmerged((await git.output(["ls-files", "--unmerged", "-z"])).split("\0"));
}

/** Whether a merge was begun and not finished. */
export async function isMerging(git: Git): Promise<boolean> {
  return await git.commitOf("MERGE_HEAD") !== undefined;
}
