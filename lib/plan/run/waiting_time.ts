import type { PlanView, RunView } from "./run_view.ts";

/** Begins and ends the times in which plans, and the whole run, only wait for answers, at the last event of a view. */
export function withWaits(view: RunView): RunView {
  const asking = isAsking(view);
  const last = view.idle.at(-1);
  const wasIdle = last !== undefined && last.to === undefined;
  const plans = view.waves.flatMap((wave) => wave.plans);
  if (!asking && !wasIdle && plans.every(({ waitingSince }) => waitingSince === undefined)) return view;
  const { elapsed } = view;
  const waves = view.waves.map((wave) => ({
    ...wave,
    plans: wave.plans.map((plan) => withWait(plan, asking, elapsed)),
  }));
  if (isIdle(view) === wasIdle) return { ...view, waves };
  const idle = wasIdle
    ? [...view.idle.slice(0, -1), { ...last, to: elapsed }]
    : [...view.idle, { from: elapsed }];
  return { ...view, waves, idle };
}

/** Begins or ends the waiting time of a plan. One without a turn waits until the question of another is answered. */
function withWait(plan: PlanView, asking: boolean, elapsed: number): PlanView {
  const { waitingSince, ...others } = plan;
  const isWorking = plan.state === "working" && plan.tasks.length > 0;
  const waits = asking && plan.startedAt !== undefined && plan.endedAt === undefined && !isWorking;
  if (waits === (waitingSince !== undefined)) return plan;
  return waits ? { ...others, waitingSince: elapsed } : { ...others, waited: waitedUntil(elapsed, plan) };
}

/** Reports whether a run only waits for an answer: no plan and no role has a turn meanwhile. */
function isIdle(view: RunView): boolean {
  const { question, role, waves, outcome } = view;
  if (!isAsking(view) || outcome !== undefined) return false;
  // The role itself may ask for permission.
  if (role !== undefined && question?.id !== "safety") return false;
  return !waves.some(({ plans }) =>
    plans.some(({ state, tasks }) => state === "working" && tasks.length > 0)
  );
}

/**
 * Reports whether a question is open. Of several, only the last is in the view; that of a plan that has stopped is not
 * answered any more.
 */
function isAsking({ question, waves }: RunView): boolean {
  const plans = waves.flatMap((wave) => wave.plans);
  if (plans.some(({ state }) => state === "asking")) return true;
  const plan = question && planOfQuestion(question.id);
  return question !== undefined &&
    (plan === undefined || plans.every(({ planned, state }) => planned.id !== plan || state !== "stopped"));
}

/** Returns the plan of a question: `01-02/3` or `01-02/safety`. */
export function planOfQuestion(id: string): string | undefined {
  return id.includes("/") ? id.split("/", 1)[0] : undefined;
}

/** Returns the milliseconds between two times in which a run did not only wait for answers. */
export function workedBetween(from: number, to: number, { idle }: Pick<RunView, "idle">): number {
  return idle.reduce((worked, each) => {
    return worked - Math.max(0, Math.min(each.to ?? to, to) - Math.max(each.from, from));
  }, to - from);
}

/** Returns the milliseconds that a plan has waited for answers until a time. */
export function waitedUntil(elapsed: number, { waitingSince = elapsed, waited = 0 }: PlanView): number {
  return waited + elapsed - waitingSince;
}

/** Returns the milliseconds that a plan has worked until a time, without those in which it waited for answers. */
export function workedUntil(elapsed: number, plan: PlanView): number {
  const { startedAt, endedAt = elapsed } = plan;
  return startedAt === undefined ? 0 : endedAt - startedAt - waitedUntil(elapsed, plan);
}
