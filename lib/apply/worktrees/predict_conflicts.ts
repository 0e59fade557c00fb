import type { ConflictPredicted } from "../../../schemas/event.ts";
import type { Committed } from "../git/commit/commit.ts";
import type { Git } from "../git/git.ts";
import { tryMerge } from "../git/merge/merge.ts";
import type { Worktrees } from "./worktrees.ts";

export type Predicted = Omit<ConflictPredicted, "formatVersion" | "elapsed">;

/**
 * Predicts conflicts between the commits of a plan and those of concurrent plans. Tries a merge only if both
 * changed the same path; this changes no working tree.
 *
 * @param concurrent IDs of the other plans in progress.
 * @param made The last commit of the plan, if it is known.
 */
export async function predictConflicts(
  plan: string,
  concurrent: readonly string[],
  worktrees: Worktrees,
  made?: Pick<Committed, "commit" | "parent" | "files">,
): Promise<readonly Predicted[]> {
  const own = worktrees.open.get(plan);
  if (own === undefined) return [];
  const { changes } = worktrees;
  const before = made && await changes.get(made.parent);
  if (made !== undefined && before !== undefined) {
    changes.set(made.commit, Promise.resolve([...new Set([...before, ...made.files])]));
  }
  const others = concurrent.flatMap((id) => {
    const other = worktrees.open.get(id);
    return other === undefined ? [] : [{ id, branch: other.branch }];
  });
  if (others.length === 0) return [];
  const { git } = own.repository;
  const onto = worktrees.context.home.branch;
  const files = async (branch: string) => {
    const commit = await git.commitOf(`refs/heads/${branch}`) ?? "";
    const found = changes.get(commit) ?? changedFiles(git, branch, onto);
    changes.set(commit, found);
    return await found;
  };
  const [mine, ...all] = await Promise.all([own, ...others].map(({ branch }) => files(branch)));
  const changed = new Set(mine);
  const found: Predicted[] = [];
  for (const [index, { id, branch }] of others.entries()) {
    if (!all[index]!.some((path) => changed.has(path))) continue;
    const tried = await tryMerge(git, branch, own.branch);
    if (tried.kind === "conflict") {
      found.push({ kind: "conflict-foreseen", plans: [id, plan], conflicts: tried.conflicts });
    }
  }
  return found;
}

/** Returns the paths that a worktree's branch changed since it was created. */
async function changedFiles(git: Git, branch: string, onto: string): Promise<readonly string[]> {
  const range = `refs/heads/${onto}...refs/heads/${branch}`;
  // A concurrent plan may have lost its branch, which it gets back.
  const { stdout } = await git.run(["diff", "--name-only", "--no-renames", "-z", range, "--"]);
  return stdout.split("\0").filter((path) => path !== "");
}
