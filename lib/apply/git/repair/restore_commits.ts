import { joinPath } from "../../../path/paths.ts";
import { pathExists } from "../baseline.ts";
import type { Git } from "../git.ts";
import { isReachable } from "../merge/merge.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../commit/pathspecs.ts";

/**
 * Restores commits that were removed from the current branch, for example by an agent that reset or rebased it.
 * Changes no files.
 *
 * @param commit The last commit that the branch must contain.
 * @param found The current commit of the branch.
 * @returns The files that lost the changes of the removed commits, in order; undefined if the branch still
 *   contains the commit.
 */
export async function restoreCommits(
  git: Git,
  commit: string,
  found: string,
): Promise<readonly string[] | undefined> {
  if (await isReachable(git, commit, found)) return undefined;
  await git.output(["reset", "--quiet", "--soft", commit]);
  const { code, stdout } = await git.run(["merge-base", commit, found]);
  if (code !== 0) return [];
  const base = stdout.trim();
  const taken = await changedBetween(git, [base, commit]);
  // Git compares only paths that are in the index.
  await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(taken));
  const there = new Set(await changedBetween(git, [base]));
  // For git, a path that is not in the index is gone.
  for (const path of await changedBetween(git, ["--diff-filter=D", base, commit])) {
    if (await pathExists(git.host, joinPath(git.root, path))) there.delete(path);
  }
  return taken.filter((path) => !there.has(path));
}

/** Returns the paths that differ between two commits, or between a commit and the working tree, in order. */
async function changedBetween(git: Git, commits: readonly string[]): Promise<readonly string[]> {
  const shown = ["--name-only", "-z", "--no-renames", "--no-relative"];
  const output = await git.output(["diff", ...shown, ...commits, "--"]);
  return output.split("\0").filter((path) => path !== "").sort();
}
