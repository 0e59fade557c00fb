import type { ExecutionPlan, Lane } from "../../../schemas/execution_plan.ts";
import type { TaskName } from "../naming/work_message.ts";

/** Reports whether workers on other machines can carry out the tasks of a lane: those of a whole plan in its worktree. */
export function isForWorkers({ plan, worktree }: Lane): boolean {
  return worktree !== undefined && worktree === plan;
}

/** Returns who carries out a task while its lane is on another machine: the user answers checkpoints at the coordinator. */
export function taskWorker(
  { steps }: Pick<ExecutionPlan, "steps">,
  { plan, task }: TaskName,
): "worker" | "coordinator" {
  const asks = steps.some((step) => step.kind === "ask" && step.plan === plan && step.task === task);
  return asks ? "coordinator" : "worker";
}
