import { joinPath } from "../../path/paths.ts";
import type { Baseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { GitError } from "../git/process.ts";

/** A working tree that a lane works in. */
export interface Workspace {
  /** The repository, with this tree as its root. */
  readonly repository: Repository;
  /** Absolute path of the project root in it. */
  readonly root: string;
  /** The current branch, which receives the commits. */
  readonly branch: string;
  /** The state of the tree before the run. */
  readonly baseline: Baseline;
  /** True for a worktree that wf created, where nothing is the user's. */
  readonly isOwn?: true;
}

/** Returns a repository with another working tree as its root. */
export function repositoryAt(repository: Repository, git: Git): Repository {
  return { ...repository, git };
}

/** Returns the absolute path of the project root in a working tree. */
export function rootIn({ git, prefix }: Pick<Repository, "git" | "prefix">): string {
  return prefix === "" ? git.root : joinPath(git.root, prefix);
}

/** Throws a GitError if something switched to another branch during the run. */
export async function requireBranch(
  workspace: Pick<Workspace, "repository" | "branch" | "isOwn">,
): Promise<void> {
  const { repository: { git }, branch, isOwn } = workspace;
  requireBranchIs(branch, await git.currentBranch(), isOwn ? git.root : undefined);
}

/**
 * Throws a GitError if the current branch is not the expected one.
 *
 * @param directory The working tree, if it is not the project's own.
 */
export function requireBranchIs(branch: string, current: string | undefined, directory?: string): void {
  if (current === branch) return;
  const git = directory === undefined ? "git" : `git -C ${quoteShell(directory)}`;
  const hint =
    `Nothing was committed there. Switch back (${git} switch ${branch}), then run the same command`;
  throw new GitError(
    `Cannot commit to "${branch}": a task switched to ${current ?? "a detached HEAD"}`,
    hint,
  );
}
