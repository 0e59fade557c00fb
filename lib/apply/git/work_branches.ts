import { baseName } from "../../path/paths.ts";
import { WORK_PREFIX } from "../../plan/naming/work_branch_names.ts";
import type { Git } from "./git.ts";
import { isOwnWorktree } from "../worktrees/work_folder.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";

/** A branch that wf created for the work in a worktree. */
export interface WorkBranch {
  readonly branch: string;
  /** The branch to replay the work onto. */
  readonly onto: string;
  /** The folder of its worktree, absolute; undefined if it no longer exists. */
  readonly directory: string | undefined;
  /** The reason for the worktree's lock; undefined if it is not locked. */
  readonly locked?: string | undefined;
}

/**
 * Returns the branches that wf created for worktrees, sorted by name. Branches of the user with the same prefix
 * are not included: for wf's own branches, git's configuration records the branch to replay onto.
 */
export async function workBranches(git: Git): Promise<readonly WorkBranch[]> {
  const listed = await git.output(["for-each-ref", "--format=%(refname:short)", `refs/heads/${WORK_PREFIX}`]);
  const branches = listed.split("\n").filter((branch) => branch !== "");
  if (branches.length === 0) return [];
  const onto = await targets(git);
  const worktrees = await listWorktrees(git);
  const found: WorkBranch[] = [];
  for (const branch of branches) {
    const target = onto.get(branch);
    if (target === undefined) continue;
    // Only the folder shows the branch while HEAD is detached in a replay, or if a task switched to another one.
    const entry = worktrees.find((worktree) => worktree.branch === branch) ??
      worktrees.find(({ branch: other, directory }) => {
        return (other === undefined || !branches.includes(other)) && isOwnWorktree(directory) &&
          baseName(branch) === baseName(directory);
      });
    found.push({ branch, onto: target, directory: entry?.directory, locked: entry?.locked });
  }
  return found;
}

/** Returns the recorded targets of the replays by work branch, including branches that do not exist. */
async function targets(git: Git): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await git.run(["config", "--local", "-z", "--get-regexp", "^branch\\..*\\.wfonto$"]);
  const records = stdout.split("\0").filter((record) => record !== "");
  return new Map(records.map((record) => {
    const [key = "", value = ""] = record.split("\n");
    return [key.slice("branch.".length, -".wfonto".length), value];
  }));
}

/** Removes the configuration of work branches that do not exist, which an interrupted run can leave. */
export async function forgetLostBranches(git: Git): Promise<void> {
  for (const branch of (await targets(git)).keys()) {
    if (!await git.hasBranch(branch)) await forget(git, branch);
  }
}

/** Deletes a work branch and its configuration, if it still points to the given commit. */
export async function removeWorkBranch(git: Git, branch: string, commit: string): Promise<void> {
  await git.output(["update-ref", "-d", `refs/heads/${branch}`, commit]);
  await forget(git, branch);
}

async function forget(git: Git, branch: string): Promise<void> {
  await git.run(["config", "--local", "--remove-section", `branch.${branch}`]);
}
