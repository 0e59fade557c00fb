import type { AddWorktreeStep } from "../../../schemas/execution_plan.ts";
import { sameEntries } from "../../collections/same_entries.ts";
import { baseName, joinPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { takeBaseline } from "../git/baseline.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import { type Repository, repositoryPath, tracksIgnored } from "../git/repository.ts";
import { forgetWorkBranch, rememberWorkBranch, removeWorkBranch } from "../git/work_branches.ts";
import { ignoredFiles } from "./carry_over.ts";
import { removeFolder } from "./temporary_worktree.ts";
import type { Workspace } from "./workspace.ts";
import { lockWorktree } from "./worktree_entries.ts";

/** The worktree of a plan whose commits are replayed. */
export interface IdleWorktree {
  readonly workspace: Workspace;
  /** The branch that contains its commits. */
  readonly onto: string;
}

/** A worktree to create. */
export type WorktreePlace = Pick<AddWorktreeStep, "worktree" | "branch" | "onto" | "exists">;

/** Options for {@link takeOver}. */
export interface TakeOverOptions {
  /** The repository of the project's own working tree. */
  readonly home: Repository;
  /** The paths that the next plan declares, relative to the project root. */
  readonly files: readonly string[];
  /** True if git ignores the project's documents. */
  readonly ignores: boolean;
}

/**
 * Hands the worktree of a finished plan to the next plan. Ignored files stay, such as installed packages and the
 * results of builds, but not one that the next plan declares: it would count as that plan's.
 *
 * While git switches branches, the worktree is locked like one that git creates, so that the next run restores it if
 * this one is killed. See docs/decisions/isolation.md.
 *
 * @returns False if anything unexpected is in it. It is then unchanged.
 */
export async function takeOver(
  { workspace, onto }: IdleWorktree,
  next: WorktreePlace,
  { home, files, ignores }: TakeOverOptions,
): Promise<boolean> {
  const { git } = home;
  const own = workspace.repository.git;
  const pair = await git.compare(onto, workspace.branch);
  if (pair === undefined || pair.base !== pair.other || !await isAsCreated(workspace)) return false;
  if ((await ignoredFiles(files, workspace)).length > 0 || ignores && await tracksIgnored(home)) return false;
  const unlock = await lockWorktree(own);
  if (unlock === undefined) return false;
  await rememberWorkBranch(git, next.branch, { onto: next.onto, folder: baseName(own.root) });
  await own.run(["switch", "--quiet", "--no-track", "-c", next.branch, `refs/heads/${next.onto}`]);
  const isSwitched = await own.currentBranch() === next.branch;
  await unlock();
  if (!isSwitched) {
    await forgetWorkBranch(git, next.branch);
    return false;
  }
  await removeWorkBranch(git, workspace.branch, pair.other);
  if (ignores) await removeCopy(workspace, joinPath(own.root, repositoryPath(home, PLANNING)));
  return true;
}

/** Reports whether a worktree contains nothing but its branch and what its setup left. */
async function isAsCreated({ repository: { git }, branch, baseline }: Workspace): Promise<boolean> {
  const tree = await git.workingTree();
  const now = await takeBaseline(git, tree.status);
  // Settings of the worktree alone would also apply to the next plan.
  const settings = await git.host.stat(joinPath(await gitFolder(git), "config.worktree"));
  return tree.branch === branch && settings === undefined && sameEntries(now, baseline);
}

/** Removes the copy of documents that git ignores, which are copied again as they are now. */
async function removeCopy({ repository: { git: { host } } }: Workspace, path: string): Promise<void> {
  const kind = await host.kindOf(path);
  if (kind === "link") await host.removeFile(path);
  else if (kind !== undefined) await removeFolder(host, path);
}
