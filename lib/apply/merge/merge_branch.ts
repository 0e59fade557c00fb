import type { MergeStep } from "../../../schemas/execution_plan.ts";
import { MERGED_TRAILER } from "../../plan/naming/commit_message.ts";
import type { MergeMode, StepOutcome } from "../../plan/execution/step_outcome.ts";
import type { Git } from "../git/git.ts";
import { beginMerge, mergeTried, tryMerge } from "../git/merge.ts";
import { GitError } from "../git/process.ts";
import { requireMergeable } from "./require_mergeable.ts";
import { forgetMergeMode, rememberMergeMode } from "../git/merge_mode.ts";
import { writePendingMerge } from "./pending_merge.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** How to merge. */
export interface MergeOptions {
  /** Squash, or with history. */
  readonly mode: MergeMode;
  /** Whether a merge that meets conflicts is begun all the same, for a person to resolve. */
  readonly byHand: boolean;
  /** Whether documents are committed; where they are not, those that runs have written stay as they are. */
  readonly docs: boolean;
}

/**
 * Merges a branch into its base. Tried first without touching the working tree; reported as merged
 * only when the tree that results is the one that was predicted.
 */
export async function mergeBranch(
  step: MergeStep,
  { mode, byHand, docs }: MergeOptions,
  context: { readonly home: Workspace; readonly report: (event: EventDraft) => void },
): Promise<StepOutcome> {
  const { home, report } = context;
  const { git } = home.repository;
  const { branch, base } = step;
  await requireMergeable(step, docs, home);
  const tried = await tryMerge(git, base, branch);
  if (tried.kind === "conflict" && !byHand) {
    return { kind: "conflict", conflicts: tried.conflicts, begun: false };
  }
  const message = mode === "squash" ? await squashMessage(step, git) : withTrailers(step.message, step);
  // A run that ends before the merge is made must not choose again.
  await rememberMergeMode(git, branch, mode);
  await git.switchTo(base);
  report({ kind: "branch-switched", branch: base, created: false });
  if (tried.kind === "conflict") {
    await writePendingMerge(git, { branch, base, mode, message });
    await beginMerge(git, branch, mode);
    return { kind: "conflict", conflicts: tried.conflicts, begun: true };
  }
  const result = await mergeTried(git, branch, mode, message);
  await forgetMergeMode(git, branch);
  if (result.kind === "refused") {
    await git.switchTo(branch);
    report({ kind: "branch-switched", branch, created: false });
    return { kind: "hook-refused", output: result.output };
  }
  const tree = await git.treeOf("HEAD");
  if (tree !== tried.tree) {
    throw new GitError(
      `Cannot verify the merge of "${branch}": its tree is ${tree}, expected ${tried.tree}`,
      `Inspect it: git show ${result.commit.slice(0, 7)}`,
    );
  }
  const { commit, subject, files } = result;
  report({ kind: "committed", commit, subject, files });
  return { kind: "done" };
}

/** The message of a squash commit: what it takes in, and the trailer by which it is known again. */
async function squashMessage(step: MergeStep, git: Git): Promise<string> {
  const { message, branch, base } = step;
  const head = await git.commitOf(`refs/heads/${branch}`);
  const subjects = await git.output(["log", "--reverse", "--format=* %s", `${base}..${branch}`, "--"]);
  return withTrailers(`${message}\n\n${subjects.trimEnd()}`, step, [`${MERGED_TRAILER}: ${head}`]);
}

function withTrailers(text: string, { trailers = [] }: MergeStep, more: readonly string[] = []): string {
  const lines = [...trailers, ...more];
  return lines.length === 0 ? `${text}\n` : `${text}\n\n${lines.join("\n")}\n`;
}
