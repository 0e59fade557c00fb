import type { RunEvent } from "../../../schemas/event.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { summarizeRun } from "../run/summary.ts";
import { advanceView, EMPTY_VIEW } from "../run/live_view.ts";
import type { RunView } from "../run/run_view.ts";
import { workedUntil } from "../run/waiting_time.ts";

/** The work of runs on plans and tasks, from their logs. */
export interface LoggedWork {
  /** The milliseconds, by the key of the plan (`01-02`) or of the task (`01-02/1`). */
  readonly milliseconds: ReadonlyMap<string, number>;
  /** The last result of each check: true if it passed. By the key of the task and the command. */
  readonly checks: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

/**
 * Sums up the work of runs, without the time that plans waited for answers. A task counts from its first turn in a run
 * to its commit, otherwise to the stop of its plan or the last event.
 *
 * @param runs The events of each run, oldest run first.
 */
export function loggedWork(runs: readonly (readonly RunEvent[])[]): LoggedWork {
  const milliseconds = new Map<string, number>();
  const checks = new Map<string, Map<string, boolean>>();
  const add = (key: string, time: number) => milliseconds.set(key, (milliseconds.get(key) ?? 0) + time);
  for (const events of runs) {
    let view = EMPTY_VIEW;
    /** The milliseconds that plans had worked when their tasks began. */
    const started = new Map<string, number>();
    const end = (ends: (key: string) => boolean) => {
      for (const [key, start] of started) {
        if (!ends(key)) continue;
        add(key, workedOn(key.split("/")[0]!, view) - start);
        started.delete(key);
      }
    };
    for (const event of events) {
      view = advanceView(view, event);
      const plan = "plan" in event && typeof event.plan === "string" ? planKey(event.plan) : "";
      switch (event.kind) {
        case "turn-started": {
          const key = `${plan}/${event.task}`;
          if (!started.has(key)) started.set(key, workedOn(plan, view));
          break;
        }
        case "check-finished": {
          const key = `${plan}/${event.task}`;
          const passed = event.passed === (event.expected === undefined);
          checks.set(key, (checks.get(key) ?? new Map<string, boolean>()).set(event.command, passed));
          break;
        }
        case "committed":
          end((key) => [event.task, ...event.tests ?? []].some((task) => key === `${plan}/${task}`));
          break;
        case "plan-stopped":
          end((key) => key.startsWith(`${plan}/`));
      }
    }
    end(() => true);
    for (const { plans } of summarizeRun(view).waves) {
      for (const { plan, milliseconds } of plans) add(planKey(plan), milliseconds);
    }
  }
  return { milliseconds, checks };
}

/** Returns the milliseconds that a plan has worked, by its key; those of the run if that does not name the plan. */
function workedOn(key: string, { waves, elapsed }: RunView): number {
  const plan = waves.flatMap(({ plans }) => plans).find(({ planned }) => planKey(planned.id) === key);
  return plan === undefined ? elapsed : workedUntil(elapsed, plan);
}
