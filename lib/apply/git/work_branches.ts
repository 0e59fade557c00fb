import { baseName } from "../../path/paths.ts";
import { WORK_PREFIX, workBranch } from "../../plan/naming/work_branch_names.ts";
import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";
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
 * Returns the branches that wf created for worktrees of a project, sorted by name. Branches of the user with the same
 * prefix are not included: for wf's own branches, git's configuration records the branch to replay onto.
 */
export async function workBranches(
  { git, project }: Pick<Repository, "git" | "project">,
): Promise<readonly WorkBranch[]> {
  const listed = await git.output(["for-each-ref", "--format=%(refname:short)", `refs/heads/${WORK_PREFIX}`]);
  const branches = listed.split("\n").filter((branch) => branch !== "");
  if (branches.length === 0) return [];
  const settings = await settingsOf(git);
  const worktrees = await listWorktrees(git);
  const found: WorkBranch[] = [];
  for (const branch of branches) {
    const { wfonto: onto, wffolder: folder = baseName(branch) } = settings.get(branch) ?? {};
    if (onto === undefined || branch !== workBranch(baseName(branch), project)) continue;
    // Only the folder shows the branch while HEAD is detached in a replay, or if a task switched to another one.
    const entry = worktrees.find((worktree) => worktree.branch === branch) ??
      worktrees.find(({ branch: other, directory }) => {
        return (other === undefined || !branches.includes(other)) && isOwnWorktree(directory) &&
          folder === baseName(directory);
      });
    found.push({ branch, onto, directory: entry?.directory, locked: entry?.locked });
  }
  return found;
}

/** Records the settings of a work branch that will be created, so that it does not seem to be the user's. */
export async function rememberWorkBranch(
  git: Git,
  branch: string,
  { onto, folder }: { readonly onto: string; readonly folder: string },
): Promise<void> {
  await git.output(["config", "--local", `branch.${branch}.wfonto`, onto]);
  if (folder !== baseName(branch)) {
    await git.output(["config", "--local", `branch.${branch}.wffolder`, folder]);
  }
}

interface Settings {
  /** The branch to replay the work onto. */
  readonly wfonto?: string;
  /** The name of the folder of the worktree; by default the last part of the branch's name. */
  readonly wffolder?: string;
}

/** Returns the settings of work branches, including branches that do not exist. */
async function settingsOf(git: Git): Promise<ReadonlyMap<string, Settings>> {
  const { stdout } = await git.run([
    "config",
    "--local",
    "-z",
    "--get-regexp",
    "^branch\\..*\\.wf(onto|folder)$",
  ]);
  const found = new Map<string, Settings>();
  for (const record of stdout.split("\0").filter((record) => record !== "")) {
    const [key = "", value = ""] = record.split("\n");
    const [, branch = "", name = ""] = /^branch\.([^]*)\.(\w+)$/.exec(key) ?? [];
    found.set(branch, { ...found.get(branch), [name]: value });
  }
  return found;
}

/** Removes the configuration of work branches that do not exist, which an interrupted run can leave. */
export async function forgetLostBranches(git: Git): Promise<void> {
  for (const branch of (await settingsOf(git)).keys()) {
    if (!await git.hasBranch(branch)) await forgetWorkBranch(git, branch);
  }
}

/** Deletes a work branch and its configuration, if it still points to the given commit. */
export async function removeWorkBranch(git: Git, branch: string, commit: string): Promise<void> {
  await git.output(["update-ref", "-d", `refs/heads/${branch}`, commit]);
  await forgetWorkBranch(git, branch);
}

/** Removes the settings of a work branch. */
export async function forgetWorkBranch(git: Git, branch: string): Promise<void> {
  await git.run(["config", "--local", "--remove-section", `branch.${branch}`]);
}
