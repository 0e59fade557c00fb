import type { SteeringAction, SteeringCommand } from "../../../schemas/steering.ts";
import { defined } from "../../collections/defined.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { LogTarget } from "../log/log_target.ts";
import type { PlanView, RunView } from "../run/live_view.ts";

/**
 * Returns the plan and task of a run in progress that the user wants to steer.
 *
 * @param elsewhere True if workers on other machines carry out the plans. They report a task before the coordinator
 * has the commit of the one before it.
 */
export function findSteered(
  { waves }: Pick<RunView, "waves">,
  target: LogTarget,
  action: SteeringAction,
  elsewhere = false,
): Pick<SteeringCommand, "plan" | "task"> | Refused {
  const plans = waves.flatMap((wave) => wave.plans);
  const named = "plan" in target ? target.plan : "role" in target ? target.role : "";
  const plan = plans.find(({ planned }) => planKey(planned.id) === planKey(named));
  const open = plans.filter(({ state }) => state !== "complete" && state !== "stopped");
  const hint = open.length === 0
    ? ""
    : `The run has these: ${open.map(({ planned }) => planned.id).join(", ")}`;
  if (plan === undefined) return refuse("The run in progress has no such plan", hint);
  const { id } = plan.planned;
  if (!open.includes(plan)) return refuse(`Plan ${id} is ${plan.state} in this run`, hint);
  const only = target.kind === "task" ? target.task : undefined;
  const tasks = plan.tasks.map(({ number }) => number)
    .filter((number) => only === undefined || number === only)
    .slice(elsewhere ? -1 : 0);
  if (tasks.length === 1 || (tasks.length === 0 && action === "tell" && only === undefined)) {
    return { plan: id, ...defined({ task: tasks[0] }) };
  }
  const what = only === undefined ? `No task of plan ${id} is` : `Task ${id}/${only} is not`;
  return tasks.length === 0
    ? refuse(`${what} in progress`, progressOf(plan))
    : refuse(`Several tasks of plan ${id} are in progress`, progressOf(plan));
}

function progressOf({ planned: { id }, tasks }: PlanView): string {
  return tasks.length === 0 ? "" : `Name one of ${tasks.map(({ number }) => `${id}/${number}`).join(", ")}`;
}
