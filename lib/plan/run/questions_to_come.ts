import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { conflictQuestion } from "./questions.ts";
import { MUST_HAVES } from "../verification/questions.ts";
import { DEFERRED_LANE } from "../execution/wave_lanes.ts";

/** The questions that a run can ask as far as its plan tells, in order; what its merge may meet included. */
export function plannedQuestions({ steps }: ExecutionPlan): readonly Question[] {
  return steps.flatMap((step) => {
    if (step.kind === "ask") return [step.question];
    return step.kind === "merge" ? [conflictQuestion(step, [])] : [];
  });
}

/** How far a run came with its questions. */
export interface AskedSoFar {
  /** What was to be done. */
  readonly plan: ExecutionPlan;
  /** IDs of the questions that were answered, each as often as it was. */
  readonly answered: readonly string[];
}

/**
 * The answers that were given and that a further run needs, as the run asks for them then: those of
 * questions that are still to come. What the run stopped at is answered anew.
 *
 * @param given The answers by the ID of their question.
 */
export function answersToCome(
  given: ReadonlyMap<string, string>,
  outcome: RunOutcome,
  asked: AskedSoFar,
): ReadonlyMap<string, string> {
  if (outcome.kind === "completed") return new Map();
  const open = new Set(openOf(plannedQuestions(asked.plan), asked.answered).map(({ id }) => id));
  // A merge that was not begun is offered again.
  if (outcome.kind === "conflict" && outcome.plan === undefined && !outcome.begun) open.add("merge");
  if (asked.plan.steps.some(({ kind }) => kind === "verify") && !asked.answered.includes(MUST_HAVES)) {
    open.add(MUST_HAVES);
  }
  if (outcome.kind === "waiting" || outcome.kind === "declined") open.delete(outcome.question.id);
  return new Map([...given].filter(([id]) => open.has(id)));
}

/** The checkpoints that were put off to the end of the phase and are not answered yet. */
export function deferred({ plan, answered }: AskedSoFar): readonly Question[] {
  const questions = plan.steps.flatMap((step) => {
    return step.kind === "ask" && step.lane === DEFERRED_LANE ? [step.question] : [];
  });
  return openOf(questions, answered);
}

/** The questions without those that were answered: of the same ID so many from the first on. */
function openOf(questions: readonly Question[], answered: readonly string[]): readonly Question[] {
  const left = [...answered];
  return questions.filter(({ id }) => {
    const index = left.indexOf(id);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
