import { GitError } from "../git/process.ts";
import type { Workspace } from "./workspace.ts";

/** Throws a GitError if something switched to another branch during the run. */
export async function requireBranch(
  { repository, branch }: Pick<Workspace, "repository" | "branch">,
): Promise<void> {
  requireBranchIs(branch, await repository.git.currentBranch());
}

/** Throws a GitError if the current branch is not the expected one. */
export function requireBranchIs(branch: string, current: string | undefined): void {
  if (current === branch) return;
  const hint = `Nothing was committed there. Switch back (git switch ${branch}), then run the same command`;
  throw new GitError(
    `Cannot commit to "${branch}": a task switched to ${current ?? "a detached HEAD"}`,
    hint,
  );
}
