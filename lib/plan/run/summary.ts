import type { PlanDuration, RunCommit, RunSummary, WaveDuration } from "../../../schemas/event.ts";
import type { PlanView, RunView } from "./run_view.ts";
import { workedBetween, workedUntil } from "./waiting_time.ts";
import { knownUsage } from "../usage/total.ts";
import { criticalPath } from "../execution/critical_path.ts";

export function summarizeRun(view: RunView): RunSummary {
  const waves = view.waves.flatMap(({ wave, plans }) => waveDuration(wave, plans, view));
  const took = new Map(
    waves.flatMap(({ plans }) => plans.map(({ plan, milliseconds }) => [plan, milliseconds])),
  );
  const path = criticalPath(
    view.waves.flatMap(({ plans }) =>
      plans.map(({ planned: { id, dependsOn } }) => ({ id, dependsOn, weight: took.get(id) ?? 0 }))
    ),
  );
  return {
    commits: inOrder(view),
    milliseconds: workedBetween(0, view.elapsed, view),
    waves,
    criticalPath: { plans: path.plans, milliseconds: path.length },
    ...knownUsage(view.used),
  };
}

/** Returns the duration of a wave without the time that it only waited for answers; empty if the run did not work on it. */
function waveDuration(wave: number, plans: readonly PlanView[], view: RunView): WaveDuration[] {
  const { elapsed } = view;
  const begun = plans.filter(({ startedAt }) => startedAt !== undefined);
  if (begun.length === 0) return [];
  const start = Math.min(...begun.map(({ startedAt = 0 }) => startedAt));
  const end = Math.max(...begun.map(({ endedAt = elapsed }) => endedAt));
  const durations = begun.map((plan): PlanDuration => ({
    plan: plan.planned.id,
    milliseconds: workedUntil(elapsed, plan),
    complete: plan.state === "complete",
    ...knownUsage(plan.used),
  }));
  return [{ wave, milliseconds: workedBetween(start, end, view), plans: durations }];
}

/**
 * Returns the commits as the branch has them: plan by plan in the order of the waves, then those without a
 * plan.
 */
function inOrder({ waves, commits }: RunView): readonly RunCommit[] {
  const plans = waves.flatMap(({ plans }) => plans.map(({ planned }) => planned.id));
  const ofPlans = plans.flatMap((plan) => commits.filter((made) => made.plan === plan).sort(byTask));
  return [...ofPlans, ...commits.filter(({ plan }) => plan === undefined || !plans.includes(plan))];
}

function byTask(a: RunCommit, b: RunCommit): number {
  return (a.task ?? Infinity) === (b.task ?? Infinity) ? 0 : (a.task ?? Infinity) - (b.task ?? Infinity);
}
