import type { MergeStep } from "../../../schemas/execution_plan.ts";
import { MERGED_TRAILER } from "../../plan/naming/commit_message.ts";
import type { MergeMode, StepOutcome } from "../../plan/execution/step_outcome.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { Git } from "../git/git.ts";
import { JOURNAL_FORMAT, type MergeTree, parseMessages } from "../git/output.ts";
import { squashedCommits } from "../../plan/history/message_trailers.ts";
import { beginMerge, mergeTried, tryMerge } from "../git/merge/merge.ts";
import { GitError } from "../git/process.ts";
import { requireMergeable } from "./require_mergeable.ts";
import { ensureMergeDriver } from "../git/merge/merge_driver.ts";
import { MERGES_WITH_WF } from "../../plan/integrations/merge_driver_text.ts";
import { isProgressPath } from "../../parse/project/project.ts";
import { projectPath } from "../git/repository.ts";
import { forgetMergeMode, rememberMergeMode } from "../git/merge/merge_mode.ts";
import { writePendingMerge } from "./pending_merge.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Workspace } from "../worktrees/workspace.ts";

export interface MergeOptions {
  readonly mode: MergeMode;
  /** True to begin a merge even if it has conflicts, for the user to resolve. */
  readonly byHand: boolean;
  /** True if documents are committed. If not, those that runs wrote stay in the working tree. */
  readonly docs: boolean;
}

interface MergeContext {
  readonly home: Workspace;
  readonly report: (event: EventDraft) => void;
}

/**
 * Merges a branch into its base. Tries the merge first without changing the working tree, and reports success
 * only if the result has the predicted tree.
 */
export async function mergeBranch(
  step: MergeStep,
  { mode, byHand, docs }: MergeOptions,
  context: MergeContext,
): Promise<StepOutcome> {
  const { home, report } = context;
  const { git } = home.repository;
  const { branch, base } = step;
  await requireBase(step, git);
  await requireMergeable(step, docs, home);
  const tried = await tryWithDriver(step, context);
  if (tried.kind === "conflict" && !byHand) {
    return { kind: "conflict", conflicts: tried.conflicts, begun: false };
  }
  const message = mode === "squash" ? await squashMessage(step, git) : withTrailers(step.message, step);
  // A later run must use the same mode if this one is interrupted, also in a clone of a pushed branch.
  await git.rememberBase(branch, base, home.repository.project);
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

/**
 * Tries a merge; if documents that wf writes have conflicts, again with the merge driver, which a repository without a
 * remote does not have before.
 */
async function tryWithDriver(
  { base, branch }: MergeStep,
  { home, report }: MergeContext,
): Promise<MergeTree> {
  const { git } = home.repository;
  const tried = await tryMerge(git, base, branch);
  if (tried.kind !== "conflict") return tried;
  const inDocuments = tried.conflicts.some(({ path }) =>
    isProgressPath(projectPath(home.repository, path) ?? "")
  );
  if (!inDocuments || !await ensureMergeDriver(git, true)) return tried;
  report({ kind: "notice", message: MERGES_WITH_WF });
  return await tryMerge(git, base, branch);
}

/** Creates the local branch of a base that only a remote has. Throws a GitError if there is none. */
async function requireBase({ branch, base }: MergeStep, git: Git): Promise<void> {
  const ref = (await git.refsOf([base])).get(base);
  if (ref === undefined) {
    throw new GitError(
      `Cannot merge "${branch}": its base "${base}" does not exist`,
      `If it has another name now: git config ${quoteShell(`branch.${branch}.wfbase`)} <name>`,
    );
  }
  if (!ref.startsWith("refs/heads/")) await git.output(["branch", "--track", base, ref]);
}

/** Builds the message of a squash commit: the squashed commits, and the trailer that identifies the merge. */
async function squashMessage(step: MergeStep, git: Git): Promise<string> {
  const { message, branch, base } = step;
  const head = await git.commitOf(`refs/heads/${branch}`);
  const format = `--format=${JOURNAL_FORMAT}`;
  const commits = parseMessages(
    await git.output(["log", "-z", "--reverse", format, `${base}..${branch}`, "--"]),
  );
  return withTrailers(`${message}\n\n${squashedCommits(commits)}\n\n---------`, step, [
    `${MERGED_TRAILER}: ${head}`,
  ]);
}

function withTrailers(text: string, { trailers = [] }: MergeStep, more: readonly string[] = []): string {
  const lines = [...trailers, ...more];
  return lines.length === 0 ? `${text}\n` : `${text}\n\n${lines.join("\n")}\n`;
}
