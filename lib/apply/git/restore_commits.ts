import type { Git } from "./git.ts";
import { isReachable } from "./merge.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "./pathspecs.ts";

/**
 * Brings a branch back to a commit that was taken away from it, as an agent does that resets or rebases it.
 * No file is touched.
 *
 * @param commit The last commit that has to be on the branch checked out.
 * @param found What the branch leads to.
 * @returns The files in which nothing is left of what the commits had changed, in order; undefined where the
 *   commit is on the branch still.
 */
export async function bringBack(
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
  // What is compared has to be in the index, or git does not look at it.
  await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(taken));
  const there = new Set(await changedBetween(git, [base]));
  return taken.filter((path) => !there.has(path));
}

/** Paths that differ between two commits, or one and the working tree, in order. */
async function changedBetween(git: Git, commits: readonly string[]): Promise<readonly string[]> {
  const output = await git.output([
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    "--no-relative",
    ...commits,
    "--",
  ]);
  return output.split("\0").filter((path) => path !== "").sort();
}
