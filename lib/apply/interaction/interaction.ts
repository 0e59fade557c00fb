import type { RunEvent } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";

/** An answer and who gave it. */
export interface Answer {
  /** A choice's value, or any text for an open question. */
  readonly value: string;
  /** Who answered. */
  readonly by: "person" | "flag" | "configuration";
}

/** Makes ready what a person needs for an answer, and tells of it. */
export type AnswerPreparation = () => Promise<string>;

/**
 * Asks a person; gives undefined when nobody is there. What has to be made ready is made so only where a
 * person is going to be asked, and shown with the question.
 */
export type Asker = (question: Question, prepare?: AnswerPreparation) => Promise<Answer | undefined>;

/** An event before the run adds when it happened. */
export type EventDraft = RunEvent extends infer Event
  ? Event extends RunEvent ? Omit<Event, "formatVersion" | "elapsed"> : never
  : never;

/** Asks a question and reports it. */
export async function askQuestion(
  question: Question,
  { ask, report }: { readonly ask: Asker; readonly report: (event: EventDraft) => void },
  prepare?: AnswerPreparation,
): Promise<StepOutcome> {
  report({ kind: "question-asked", question });
  const answer = await ask(question, prepare);
  if (answer === undefined) return { kind: "unanswered" };
  report({ kind: "question-answered", question: question.id, answer: answer.value, by: answer.by });
  return { kind: "answered", value: answer.value };
}
