import type { RunEvent } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";

/** An answer and who gave it. */
export interface Answer {
  /** A choice's value, or any text for an open question. */
  readonly value: string;
  /** The source of the answer. */
  readonly by: "person" | "elsewhere" | "flag" | "configuration";
}

/** Prepares what the user needs for an answer, and describes it. */
export type AnswerPreparation = () => Promise<string>;

/**
 * Asks the user; returns undefined when there is no user to ask. The preparation runs only if the user is
 * asked, and its description is shown with the question. The signal fires if the question needs no answer any
 * more.
 */
export type Asker = (
  question: Question,
  prepare?: AnswerPreparation,
  signal?: AbortSignal,
) => Promise<Answer | undefined>;

/** An event without its time, which the run adds. */
export type EventDraft = RunEvent extends infer Event
  ? Event extends RunEvent ? Omit<Event, "formatVersion" | "elapsed"> : never
  : never;

export async function askQuestion(
  question: Question,
  { ask, report }: { readonly ask: Asker; readonly report: (event: EventDraft) => void },
  prepare?: AnswerPreparation,
  signal?: AbortSignal,
): Promise<StepOutcome> {
  report({ kind: "question-asked", question });
  const answer = await ask(question, prepare, signal);
  if (answer === undefined) return { kind: "unanswered" };
  const { id, kind, plan } = question;
  const place = kind === "gate" ? defined({ plan }) : {};
  report({ kind: "question-answered", question: id, ...place, answer: answer.value, by: answer.by });
  return { kind: "answered", value: answer.value };
}
