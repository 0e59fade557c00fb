import { type ExitCode, ProgramError } from "../../errors/program_error.ts";
import { attentionAtEnd, UNANSWERED_AFTER } from "../../plan/notify/attention.ts";
import type { CommandContext, Outcome } from "./command_context.ts";

export interface CommandEnd {
  readonly exitCode: ExitCode;
  /** The reason of a failure; empty without one. */
  readonly reason: string;
}

/** Returns the end of a command that threw an error. */
export function endOf(error: unknown): CommandEnd {
  return error instanceof ProgramError
    ? { exitCode: error.exitCode, reason: error.message }
    : { exitCode: 70, reason: String(error) };
}

/** Calls the user at the end of a command; at that of a stage, only if the next one does not follow. */
export async function callAtEnd(
  command: string,
  { exitCode, reason }: CommandEnd,
  { attention, stage }: Pick<CommandContext, "attention" | "stage">,
): Promise<void> {
  const called = stage !== undefined && exitCode === 0
    ? undefined
    : attentionAtEnd(exitCode, { command, reason });
  if (called !== undefined) await attention.call(called);
}

/** Does the work of a command that holds no lock, and calls the user at its end. */
export async function callingAtEnd(
  command: string,
  context: CommandContext,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await work().catch(async (error) => {
    await callAtEnd(command, endOf(error), context);
    throw error;
  });
  await callAtEnd(command, { exitCode: outcome.exitCode, reason: "" }, context);
  return outcome;
}

/**
 * Calls the user to a question, and once more if they were there then, but do not answer.
 *
 * @param call Returns false if the user was there.
 * @returns A function to call when the question is answered.
 */
export function callUntilAnswer(
  call: () => Promise<boolean>,
  milliseconds = UNANSWERED_AFTER,
): () => void {
  const called = call();
  const timer = setTimeout(() => void called.then((away) => away || call()), milliseconds);
  return () => clearTimeout(timer);
}
