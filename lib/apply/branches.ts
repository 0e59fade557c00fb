import type { MergeStep, SwitchBranchStep } from "../../schemas/execution_plan.ts";
import { MERGED_TRAILER } from "../plan/commit_message.ts";
import type { MergeMode, StepOutcome } from "../plan/next.ts";
import { changedSince } from "./baseline.ts";
import type { Git } from "./git.ts";
import { GitError } from "./git_process.ts";
import type { RunContext } from "./run.ts";

/** Checks out the branch of a run; makes it from its base where it does not exist. */
export async function switchBranch(
  step: SwitchBranchStep,
  { repository, report }: RunContext,
): Promise<StepOutcome> {
  const { git } = repository;
  const { branch, base, create } = step;
  if (create) {
    // In this order: a run that ends between the two must not leave a branch that seems a stranger's.
    await git.rememberBase(branch, base);
    await git.switchTo(branch, `refs/heads/${base}`);
  } else {
    await git.switchTo(branch);
  }
  report({ kind: "branch-switched", branch, created: create });
  return { kind: "done" };
}

/**
 * Merges a branch into its base. Tried first without touching the working tree; reported as merged
 * only when the tree that results is the one that was predicted.
 */
export async function mergeBranch(
  step: MergeStep,
  mode: MergeMode,
  context: RunContext,
): Promise<StepOutcome> {
  const { repository, baseline, report } = context;
  const { git } = repository;
  const { branch, base } = step;
  const left = new Set(await changedSince(git, baseline));
  for (const { path, kind } of await git.status()) if (kind !== "untracked") left.add(path);
  if (left.size > 0) {
    throw new GitError(
      `Cannot merge "${branch}": these files are not committed: ${[...left].join(", ")}`,
      "Commit them, or put them aside (git stash), then run the same command",
    );
  }
  const tried = await git.tryMerge(base, branch);
  if (tried.kind === "conflict") return { kind: "conflict", paths: tried.paths };
  await git.switchTo(base);
  report({ kind: "branch-switched", branch: base, created: false });
  const message = mode === "squash" ? await squashMessage(step, git) : `${step.message}\n`;
  const result = await git.merge(branch, mode, message);
  if (result.kind === "refused") {
    await git.switchTo(branch);
    report({ kind: "branch-switched", branch, created: false });
    return { kind: "hook-refused", output: result.output };
  }
  const tree = await git.treeOf("HEAD");
  if (tree !== tried.tree) {
    throw new GitError(
      `Cannot vouch for the merge of "${branch}": its tree is ${tree}, not ${tried.tree} as tried`,
      `Look at it: git show ${result.commit.slice(0, 7)}`,
    );
  }
  const { commit, subject, files } = result;
  report({ kind: "committed", commit, subject, files });
  return { kind: "done" };
}

/** The message of a squash commit: what it takes in, and the trailer by which it is known again. */
async function squashMessage({ message, branch, base }: MergeStep, git: Git): Promise<string> {
  const head = await git.commitOf(`refs/heads/${branch}`);
  const subjects = await git.output(["log", "--reverse", "--format=* %s", `${base}..${branch}`, "--"]);
  return `${message}\n\n${subjects.trimEnd()}\n\n${MERGED_TRAILER}: ${head}\n`;
}
