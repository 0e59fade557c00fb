import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { answerIds, conflictQuestion } from "./questions.ts";
import { brokenChecksId, CONFIRM_PLAN, MUST_HAVES, VERIFICATION } from "../verification/questions.ts";
import { DEFERRED_LANE } from "../execution/wave_lanes.ts";

/**
 * Returns the questions that a run can ask according to its plan, in order, including those of a merge
 * conflict.
 */
export function plannedQuestions({ steps }: ExecutionPlan): readonly Question[] {
  return steps.flatMap((step) => {
    if (step.kind === "ask") return [step.question];
    return step.kind === "merge" ? [conflictQuestion(step, [])] : [];
  });
}

/** The progress of a run with its questions. */
export interface QuestionProgress {
  readonly plan: ExecutionPlan;
  /** The IDs of the answered questions, each as often as it was answered. */
  readonly answered: readonly string[];
}

/**
 * Returns the given answers that a next run needs: those of questions that are still open. The question at
 * which the run stopped is asked again.
 *
 * @param given The answers by the ID of their question.
 */
export function remainingAnswers(
  given: ReadonlyMap<string, string>,
  outcome: RunOutcome,
  asked: QuestionProgress,
): ReadonlyMap<string, string> {
  if (outcome.kind === "completed") return new Map();
  const open = new Set(openOf(plannedQuestions(asked.plan), asked.answered).flatMap(answerIds));
  // A merge that was not started is offered again.
  if (outcome.kind === "conflict" && outcome.plan === undefined && !outcome.begun) open.add("merge");
  for (const step of asked.plan.steps) {
    if (step.kind === "write-summary") open.add(brokenChecksId(step.plan));
  }
  if (asked.plan.steps.some(({ kind }) => kind === "verify")) {
    for (const id of [CONFIRM_PLAN, VERIFICATION, MUST_HAVES]) if (!asked.answered.includes(id)) open.add(id);
  }
  if (outcome.kind === "waiting" || outcome.kind === "declined") {
    for (const id of answerIds(outcome.question)) open.delete(id);
  }
  return new Map([...given].filter(([id]) => open.has(id)));
}

/** Returns the checkpoints that were deferred to the end of the phase and are not answered yet. */
export function deferredQuestions({ plan, answered }: QuestionProgress): readonly Question[] {
  const questions = plan.steps.flatMap((step) => {
    return step.kind === "ask" && step.lane === DEFERRED_LANE ? [step.question] : [];
  });
  return openOf(questions, answered);
}

/**
 * Returns the questions that are not answered. Each answer counts for one question of its ID, from the first
 * on.
 */
function openOf(questions: readonly Question[], answered: readonly string[]): readonly Question[] {
  const left = [...answered];
  return questions.filter(({ id }) => {
    const index = left.indexOf(id);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
