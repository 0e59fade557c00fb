import type { MergeMode } from "../../plan/execution/step_outcome.ts";
import type { Git } from "./git.ts";

/** Remembers how a branch is to be merged, beside its base, until it is. */
export async function rememberMergeMode(git: Git, branch: string, mode: MergeMode): Promise<void> {
  await git.output(["config", "--local", `branch.${branch}.wfmerge`, mode]);
}

/** Forgets how a branch was to be merged. */
export async function forgetMergeMode(git: Git, branch: string): Promise<void> {
  await git.run(["config", "--local", "--unset-all", `branch.${branch}.wfmerge`]);
}

/** How a branch is to be merged, where a run that ended too soon was told. */
export async function recallMergeMode(git: Git, branch: string): Promise<MergeMode | undefined> {
  const mode = (await git.run(["config", "--local", `branch.${branch}.wfmerge`])).stdout.trim();
  return mode === "squash" || mode === "history" ? mode : undefined;
}
