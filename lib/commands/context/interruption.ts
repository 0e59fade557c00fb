import type { CommandContext } from "./command_context.ts";

/** A listener for the user's request to stop a command. */
export interface Interruption {
  /** Fires when the command should stop gracefully. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Listens for interrupts by the user: the first stops the command gracefully, the second immediately. */
export function listenForInterruption(
  { host }: Pick<CommandContext, "host">,
  notify: (message: string) => void,
): Interruption {
  const controller = new AbortController();
  const stop = host.onInterrupt(() => {
    // The lock stays, so that the next run finds the unfinished work.
    if (controller.signal.aborted) host.quit(130);
    controller.abort();
    notify("Stopping: agents are asked to end, and no new work starts. Interrupt again to stop immediately");
  });
  return { signal: controller.signal, stop };
}
