import { askQuestion } from "../interaction/interaction.ts";
import type { RunContext } from "./context.ts";
import type { AskStep } from "../../../schemas/execution_plan.ts";
import { givenWords } from "../../plan/run/turn_outcome.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { CONFIRM_PLAN } from "../../plan/verification/questions.ts";
import { addUserChanges, type Baseline, takeBaseline } from "../git/baseline.ts";
import { changedDuringQuestion } from "../../plan/run/changed_during_question.ts";
import { rememberAction } from "../worktrees/action_record.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { PlanConversation } from "./plan_conversation.ts";
import { confirmPlans } from "../history/confirmed_plans.ts";
import { recordFeedback } from "../history/checkpoint_feedback.ts";
import type { TaskWorker } from "./task_worker.ts";

/** Options for {@link askUser}. */
export interface AskOptions {
  readonly context: RunContext;
  /** The working tree of the lane; undefined if it has not been created yet. */
  readonly workspace: Workspace | undefined;
  /** The baselines of working trees, to which the user's changes meanwhile are added. */
  readonly baselines: Map<Workspace, Baseline>;
  /** Returns the worker of the lane. */
  readonly worker: () => Pick<TaskWorker, "workspace" | "guard">;
  /** Fires if the question needs no answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks a question. What the user writes at a checkpoint, or to an agent, is recorded for the commit of the task. */
export async function askUser(step: AskStep, options: AskOptions): Promise<StepOutcome> {
  const { question, plan, task } = step;
  const { reader, home: { repository } } = options.context;
  const { workspace } = options;
  if (question.kind === "human-action" && workspace?.isOwn) await rememberAction(workspace.repository.git);
  const outcome = question.kind === "human-action"
    ? await askWithServer(step, options)
    : await excludeUserChanges(options, () => askWithServer(step, options));
  if (question.id === CONFIRM_PLAN && outcome.kind === "answered" && outcome.value === "yes") {
    const { plans } = await reader.read();
    await confirmPlans(repository.git, [plans.byId.get(plan!)!.file!]);
  }
  const inWords = outcome.kind === "answered" &&
    (question.kind === "human-verify" || question.kind === "agent") &&
    !question.choices.some(({ value }) => value === outcome.value);
  if (inWords && plan !== undefined && task !== undefined) {
    const text = question.kind === "agent" ? givenWords(question, outcome.value) : outcome.value;
    await recordFeedback(repository, { plan, task, text });
  }
  return outcome;
}

/**
 * Asks, and leaves the changes made meanwhile to the user: no task has made them. Only the changes that a
 * human-action asks for go into its commit.
 */
async function excludeUserChanges(
  { context: { home, report }, workspace: place = home, baselines }: AskOptions,
  ask: () => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const { git } = place.repository;
  const before = await takeBaseline(git, await git.status());
  const outcome = await ask();
  const left = await addUserChanges(git, baselines.get(place) ?? place.baseline, before);
  if (left.added.length > 0) {
    baselines.set(place, left.baseline);
    report({ kind: "notice", message: changedDuringQuestion(left.added) });
  }
  return outcome;
}

/** Starts the server that the user needs at a checkpoint, then asks. The server runs until the answer. */
async function askWithServer(
  { question, plan, task = 0 }: AskStep,
  { context, worker, signal }: AskOptions,
): Promise<StepOutcome> {
  if (question.kind !== "human-verify" || plan === undefined || context.agent.name === "shell") {
    return await askQuestion(question, context, undefined, signal);
  }
  let talk: PlanConversation | undefined;
  try {
    return await askQuestion(question, context, async () => {
      const { workspace } = worker();
      talk = await PlanConversation.open(plan, { context, workspace });
      const serving = talk;
      return await worker().guard({ plan, task }, () => serving.serve(task));
    });
  } finally {
    await talk?.close();
  }
}
