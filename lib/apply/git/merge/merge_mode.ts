import type { MergeMode } from "../../../plan/execution/step_outcome.ts";
import type { Git } from "../git.ts";

/** Records the merge mode of a branch in git's configuration, next to its base, until the merge is done. */
export async function rememberMergeMode(git: Git, branch: string, mode: MergeMode): Promise<void> {
  await git.output(["config", "--local", `branch.${branch}.wfmerge`, mode]);
}

export async function forgetMergeMode(git: Git, branch: string): Promise<void> {
  await git.run(["config", "--local", "--unset-all", `branch.${branch}.wfmerge`]);
}

/** Returns the merge mode that an interrupted run recorded for a branch, if any. */
export async function recallMergeMode(git: Git, branch: string): Promise<MergeMode | undefined> {
  const mode = (await git.run(["config", "--local", "--get", `branch.${branch}.wfmerge`])).stdout.trim();
  return mode === "squash" || mode === "history" ? mode : undefined;
}
