import type { ExecutionPlan, Question } from "../../schemas/execution_plan.ts";
import { conflictQuestion } from "./questions.ts";

/** The questions that a run can ask as far as its plan tells, in order; what its merge may meet included. */
export function plannedQuestions({ steps }: ExecutionPlan): readonly Question[] {
  return steps.flatMap((step) => {
    if (step.kind === "ask") return [step.question];
    return step.kind === "merge" ? [conflictQuestion(step, [])] : [];
  });
}
