import type { RunEvent } from "../../../schemas/event.ts";
import type { RunStatus } from "../../../schemas/results/status.ts";
import type { LoggedRun, RunRecord, RunState } from "../../../schemas/run_log.ts";
import { defined } from "../../collections/defined.ts";
import { totalUsage } from "../usage/total.ts";
import { viewOf } from "../run/live_view.ts";
import { workedBetween } from "../run/waiting_time.ts";

export function runStateOf({ end }: RunRecord, isRunning: boolean): RunState {
  if (isRunning) return "running";
  switch (end?.exitCode) {
    case undefined:
      return "killed";
    case 0:
      return "done";
    case 3:
      return "waiting";
    case 4:
      return "conflict";
    case 130:
      return "interrupted";
    default:
      return "failed";
  }
}

/**
 * Returns what a status says about the last run, with the plans that it works on; nothing about one that is done,
 * or that only showed what it would change.
 */
export function runStatus(run: LoggedRun, events: readonly RunEvent[]): RunStatus | undefined {
  const { id, command, startedAt, milliseconds, state, end } = run;
  if (state === "done" || (state === "waiting" && end?.reason === "")) return undefined;
  const view = viewOf(events);
  const { waves, used } = view;
  const plans = waves.flatMap((wave) => wave.plans);
  const usage = used.length === 0 ? undefined : totalUsage(used);
  const open = plans.filter((plan) => plan.state !== "waiting" && plan.state !== "complete");
  return {
    id,
    command,
    startedAt,
    milliseconds: end === undefined ? workedBetween(0, milliseconds, view) : milliseconds,
    state,
    reason: end?.reason ?? "",
    plans: open.map(({ planned, tasks, done }) => ({
      id: planned.id,
      tasks: { done: done.length, total: planned.tasks.length },
      working: tasks.map(({ number, name }) => ({ number, name })),
    })),
    ...defined({ usage }),
  };
}
