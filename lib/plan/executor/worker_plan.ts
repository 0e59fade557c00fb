import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";

/**
 * Returns the part of an execution that a worker carries out: the tasks of a plan up to its next checkpoint. Gates,
 * worktrees and documents are the coordinator's.
 */
export function workerPlan(plan: ExecutionPlan, id: string): ExecutionPlan {
  const own = plan.steps.filter((step) => "plan" in step && step.plan === id);
  const end = own.findIndex((step) => step.kind === "ask" && step.task !== undefined);
  const steps = (end === -1 ? own : own.slice(0, end)).filter(isWork);
  const lane: Lane = { id, plan: id, after: [], behind: [] };
  return { ...plan, lanes: [lane], steps: steps.map((step) => ({ ...step, lane: id })) };
}

function isWork({ kind }: Step): boolean {
  return kind === "turn" || kind === "check" || kind === "commit-task";
}
