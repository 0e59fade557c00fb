import type { DoneOf, PhaseStatus, PlanStatus } from "../../../schemas/results/status.ts";

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

/** Counts the phases whose tasks are all committed, as the state document does, and the verified ones among them. */
export function phasesOf(
  phases: readonly PhaseStatus[],
): { readonly executed: number; readonly verified: number; readonly total: number } {
  const counted = phases.filter(({ aside }) => aside === undefined);
  const executed = counted.filter(({ state, verdict }) =>
    state === "complete" && verdict?.word !== "skipped"
  );
  const verified = executed.filter(({ verdict }) => verdict?.word === "verified");
  return { executed: executed.length, verified: verified.length, total: counted.length };
}
