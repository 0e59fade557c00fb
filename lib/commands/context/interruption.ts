import { aboveViews, hideViews } from "../../deps/log_update.ts";
import type { CommandContext } from "./command_context.ts";

/** A listener for the user's request to stop a command. */
export interface Interruption {
  /** Fires when the command should stop gracefully. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/**
 * Listens for interrupts by the user: the first stops the command gracefully, the second immediately. A program
 * that cancels its call stops it gracefully too. Views in place are removed before the program stops immediately.
 *
 * @param atOnce Called before the program stops immediately, for its last message.
 */
export function listenForInterruption(
  { host, cancelled }: Pick<CommandContext, "host" | "cancelled">,
  notify: (message: string) => void,
  atOnce: () => void,
): Interruption {
  const controller = new AbortController();
  const stop = host.onInterrupt(() => {
    // The lock stays, so that the next run finds the unfinished work.
    if (controller.signal.aborted) {
      hideViews();
      atOnce();
      host.quit(130);
    }
    controller.abort();
    aboveViews(() => notify(STOPPING));
  });
  const signal = cancelled === undefined
    ? controller.signal
    : AbortSignal.any([controller.signal, cancelled]);
  return { signal, stop };
}

const STOPPING =
  "Stopping: agents are asked to end, and no new work starts. Interrupt again to stop immediately";
