import type { DoneOf, PlanStatus } from "../../../schemas/results/status.ts";

/** Counts the complete items. */
export function doneOf(items: readonly { readonly state: string }[]): DoneOf {
  return { done: items.filter(({ state }) => state === "complete").length, total: items.length };
}

/** Counts the tasks of plans. */
export function tasksOf(plans: readonly Pick<PlanStatus, "tasks">[]): DoneOf {
  return {
    done: plans.reduce((sum, { tasks }) => sum + tasks.done, 0),
    total: plans.reduce((sum, { tasks }) => sum + tasks.total, 0),
  };
}
