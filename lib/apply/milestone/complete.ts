import type { RunOutcome } from "../../../schemas/event.ts";
import type {
  ArchiveMilestoneStep,
  CompletionStep,
  MilestonePlan,
  TagStep,
} from "../../../schemas/milestone.ts";
import { advanceLane } from "../../plan/run/advance_lane.ts";
import { type LaneState, NEW_LANE } from "../../plan/run/lane_state.ts";
import type { DocumentChanges } from "../../plan/documents/document_changes.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { archiveMilestone, type ProjectPlace } from "./archive.ts";
import { takeBaseline } from "../git/baseline.ts";
import { GitError } from "../git/process.ts";
import { mergeBranch } from "../merge/merge_branch.ts";
import { forgetCompletion, writeCompletion } from "./pending.ts";
import { milestoneCommit } from "../history/project_history.ts";
import { askQuestion } from "../interaction/interaction.ts";
import type { RunContext } from "../run/context.ts";

export interface CompletionContext extends Pick<RunContext, "ask" | "report" | "signal">, ProjectPlace {
  /** The changes of the archive; undefined when it is done. */
  readonly changes: DocumentChanges | undefined;
  /** True when documents are committed. */
  readonly docs: boolean;
}

/**
 * Performs the steps of completing a milestone, one after the other. Answers, conflicts and refusing hooks have the
 * same effect as in a run.
 */
export async function completeMilestone(
  plan: MilestonePlan,
  context: CompletionContext,
): Promise<RunOutcome> {
  const { steps } = plan;
  let state = NEW_LANE;
  for (;;) {
    const step = (state.before?.step ?? steps[state.cursor]) as CompletionStep | undefined;
    if (step === undefined) {
      await forgetCompletion(context.repository);
      return { kind: "completed" };
    }
    if (context.signal.aborted) return { kind: "interrupted" };
    const outcome = await perform(step, { plan, state, context });
    if (outcome.kind === "interrupted") return outcome;
    // If the user leaves a question, nothing was done, and the next run asks it again.
    if (outcome.kind === "unanswered" && context.signal.aborted) return { kind: "interrupted" };
    state = advanceLane(state, { step, steps, all: steps }, outcome);
    if (state.stopped !== undefined) return state.stopped;
  }
}

interface Place {
  readonly plan: MilestonePlan;
  readonly state: LaneState;
  readonly context: CompletionContext;
}

async function perform(step: CompletionStep, { plan, state, context }: Place): Promise<StepOutcome> {
  switch (step.kind) {
    case "ask":
      return await askQuestion(step.question, context);
    case "archive-milestone":
      return await archive(step, plan, context);
    case "merge": {
      const { repository, root } = context;
      // Untracked files were moved with their folder, and still belong to the user.
      const baseline = await takeBaseline(repository.git, await repository.git.status());
      const home = { repository, root, branch: step.branch, baseline };
      return await mergeBranch(step, {
        mode: step.mode ?? (state.answer === "history" ? "history" : "squash"),
        byHand: state.byHand,
        docs: context.docs,
      }, { home, report: context.report });
    }
    case "tag":
      return await tag(step, context);
  }
}

async function archive(
  { message, docs }: ArchiveMilestoneStep,
  { version, branch }: MilestonePlan,
  { repository, root, changes, report }: CompletionContext,
): Promise<StepOutcome> {
  const head = await repository.git.commitOf("HEAD");
  if (changes === undefined || head === undefined) throw new GitError(`Cannot archive milestone ${version}`);
  const pending = { version, archive: { ...changes, branch, head, message, docs } };
  await writeCompletion(repository, pending);
  return await archiveMilestone(pending, { repository, root }, report);
}

/** Tags the milestone's commit on a branch, or the last commit of the branch if the user merged it without wf. */
async function tag(
  { tag, message, branch }: TagStep,
  { repository }: CompletionContext,
): Promise<StepOutcome> {
  const { git } = repository;
  const ref = `refs/heads/${branch}`;
  const commit = (await milestoneCommit(repository, tag, ref))?.commit ?? await git.commitOf(ref);
  if (commit === undefined) throw new GitError(`Cannot tag "${branch}": it has no commit`);
  const there = await git.tagged(tag);
  if (there === undefined) await git.tag(tag, message, commit);
  else if (there !== commit) {
    throw new GitError(
      `Cannot tag ${commit.slice(0, 7)} as "${tag}": that tag is on ${there.slice(0, 7)}`,
      `Inspect it: git show ${tag}`,
    );
  }
  return { kind: "done" };
}
