import type { EventDraft } from "../apply/run.ts";
import type { CommandContext, Outcome } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";

/** Shows a sentence that a person should know. */
export function notice(message: string, { progress, progressStyle }: CommandContext): void {
  progress(`${progressStyle.yellow("!")} ${message}\n`);
}

/** Takes events of work that is no run: of them only what a person should know is shown. */
export function reportTo(context: CommandContext): (event: EventDraft) => void {
  return (event) => {
    if (event.kind === "notice") notice(event.message, context);
  };
}

/** Carries out work that a person may end, and ends with 130 where it was. */
export async function interruptible(
  context: CommandContext,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { signal, stop } = listenForInterruption(context, (message) => notice(message, context));
  try {
    const outcome = await work(signal);
    return signal.aborted ? { ...outcome, exitCode: 130 } : outcome;
  } finally {
    stop();
  }
}
