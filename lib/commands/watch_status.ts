import type { StatusResult } from "../../schemas/results/status.ts";
import { openView } from "../deps/log_update.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";

/** The time between two reads of the project, in milliseconds. */
const INTERVAL = 2000;

/**
 * Shows the status of a project until the user interrupts: in place on a terminal, otherwise again when more than
 * the duration of a run has changed.
 */
export async function watchStatus(
  read: () => Promise<Outcome>,
  context: CommandContext,
): Promise<Outcome> {
  const { host, json, live, screen, emit, print } = context;
  let isOver = false;
  const interrupted = new Promise<void>((end) => host.onInterrupt(end)).then(() => isOver = true);
  let shown = await read();
  const view = live() ? await openView({ screen, text: () => (shown.text ?? "").trimEnd() }) : undefined;
  for (let last = ""; !isOver;) {
    const { result = {}, text = "" } = shown;
    const now = withoutDuration(result as StatusResult);
    if (view === undefined && now !== last) {
      if (json) emit(result);
      else print(last === "" ? text : `\n${text}`);
    }
    last = now;
    await pause(interrupted);
    if (!isOver) shown = await read();
  }
  view?.pause();
  return { exitCode: 0, text: view === undefined ? "" : shown.text ?? "" };
}

function withoutDuration({ run, ...rest }: StatusResult): string {
  return JSON.stringify({ ...rest, run: run && { ...run, milliseconds: 0 } });
}

async function pause(interrupted: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((done) => timer = setTimeout(done, INTERVAL));
  await Promise.race([interrupted, passed]);
  clearTimeout(timer);
}
