import type { SteeringCommand } from "../../../schemas/steering.ts";
import { defined } from "../../collections/defined.ts";
import type { RunEvent } from "../../../schemas/event.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { isForWorkers } from "../executor/task_place.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { LogTarget } from "../log/log_target.ts";
import { listText } from "../../text/list_text.ts";
import type { PlanView, RunView } from "../run/run_view.ts";

/** Returns the plans of a run that workers on other machines carry out, if it has any. */
export function plansForWorkers(events: readonly RunEvent[]): readonly string[] {
  const lanes = events.flatMap((event) => event.kind === "run-started" ? event.plan.lanes : []);
  return lanes.filter(isForWorkers).flatMap(({ plan }) => plan ?? []);
}

/**
 * Returns the plan and task of a run in progress that the user wants to steer.
 *
 * @param elsewhere The plans that workers on other machines carry out. They report a task before the coordinator has
 * the commit of the one before it, and have their own agent and model.
 */
export function findSteered(
  { waves, agents }: Pick<RunView, "waves" | "agents">,
  target: LogTarget,
  { action, agent, model }: Pick<SteeringCommand, "action" | "agent" | "model">,
  elsewhere: readonly string[] = [],
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
  const isElsewhere = elsewhere.includes(id);
  if (isElsewhere && (agent ?? model) !== undefined) {
    return refuse(ownAgent(id), `To retry it with those: wf tell ${id} --retry`);
  }
  if (agent !== undefined && !agents.includes(agent)) return refuse(noAgent(id, agent, agents), "");
  const only = target.kind === "task" ? target.task : undefined;
  const tasks = plan.tasks.map(({ number }) => number)
    .filter((number) => only === undefined || number === only)
    .slice(isElsewhere ? -1 : 0);
  if (tasks.length === 1 || (tasks.length === 0 && action === "tell" && only === undefined)) {
    return { plan: id, ...defined({ task: tasks[0] }) };
  }
  const what = only === undefined ? `No task of plan ${id} is` : `Task ${id}/${only} is not`;
  return tasks.length === 0
    ? refuse(`${what} in progress`, progressOf(plan))
    : refuse(`Several tasks of plan ${id} are in progress`, progressOf(plan));
}

/** Says why a plan on another machine is not retried with a chosen agent or model. */
export function ownAgent(plan: string): string {
  return `Plan ${plan} is not retried: its worker on another machine has its own agent and model`;
}

/** Says why a plan is not retried with an agent that the run does not have. */
export function noAgent(plan: string, agent: string, agents: readonly string[]): string {
  return `Plan ${plan} is not retried: this run has no agent "${agent}", only ${listText(agents)}`;
}

function progressOf({ planned: { id }, tasks }: PlanView): string {
  return tasks.length === 0 ? "" : `Name one of ${tasks.map(({ number }) => `${id}/${number}`).join(", ")}`;
}
