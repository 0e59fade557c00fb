import type { CommandContext } from "./command_context.ts";

/** The wish of a person to end a command. */
export interface Interruption {
  /** Fires when the command is to end in order. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  readonly stop: () => void;
}

/**
 * Listens for a person who wants the command to end: once it is ended in order, the second time at once.
 *
 * @param tell Says what happens now.
 */
export function listenForInterruption(
  { host }: Pick<CommandContext, "host">,
  tell: (message: string) => void,
): Interruption {
  const controller = new AbortController();
  const stop = host.onInterrupt(() => {
    // The second time it is meant: the lock stays, and tells the next run what was left.
    if (controller.signal.aborted) host.quit(130);
    controller.abort();
    tell("Stopping: agents are asked to end, and nothing new begins. Once more stops at once");
  });
  return { signal: controller.signal, stop };
}
