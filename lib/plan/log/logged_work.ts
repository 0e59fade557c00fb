import type { RunEvent } from "../../../schemas/event.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { summarizeRun } from "../run/summary.ts";
import { viewOf } from "../run/live_view.ts";

/** The work of runs on plans and tasks, from their logs. */
export interface LoggedWork {
  /** The milliseconds, by the key of the plan (`01-02`) or of the task (`01-02/1`). */
  readonly milliseconds: ReadonlyMap<string, number>;
  /** The last result of each check: true if it passed. By the key of the task and the command. */
  readonly checks: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

/**
 * Sums up the work of runs. A task counts from its first turn in a run to its commit, otherwise to the stop of its
 * plan or the last event.
 *
 * @param runs The events of each run, oldest run first.
 */
export function loggedWork(runs: readonly (readonly RunEvent[])[]): LoggedWork {
  const milliseconds = new Map<string, number>();
  const checks = new Map<string, Map<string, boolean>>();
  const add = (key: string, time: number) => milliseconds.set(key, (milliseconds.get(key) ?? 0) + time);
  for (const events of runs) {
    for (const { plans } of summarizeRun(viewOf(events)).waves) {
      for (const { plan, milliseconds } of plans) add(planKey(plan), milliseconds);
    }
    const started = new Map<string, number>();
    const end = (elapsed: number, ends: (key: string) => boolean) => {
      for (const [key, start] of started) {
        if (!ends(key)) continue;
        add(key, elapsed - start);
        started.delete(key);
      }
    };
    for (const event of events) {
      const plan = "plan" in event && typeof event.plan === "string" ? planKey(event.plan) : "";
      switch (event.kind) {
        case "turn-started": {
          const key = `${plan}/${event.task}`;
          if (!started.has(key)) started.set(key, event.elapsed);
          break;
        }
        case "check-finished": {
          const key = `${plan}/${event.task}`;
          const passed = event.passed === (event.expected === undefined);
          checks.set(key, (checks.get(key) ?? new Map<string, boolean>()).set(event.command, passed));
          break;
        }
        case "committed":
          end(
            event.elapsed,
            (key) => [event.task, ...event.tests ?? []].some((task) => key === `${plan}/${task}`),
          );
          break;
        case "plan-stopped":
          end(event.elapsed, (key) => key.startsWith(`${plan}/`));
      }
    }
    end(events.at(-1)?.elapsed ?? 0, () => true);
  }
  return { milliseconds, checks };
}
