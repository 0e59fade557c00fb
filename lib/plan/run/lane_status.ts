import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";
import type { LaneState } from "./lane_state.ts";

/**
 * The status of a lane: `ready` can continue now, `blocked` waits for another lane or for a free agent,
 * `stuck` can no longer be reached in this run.
 */
export type LaneStatus = "finished" | "stopped" | "stuck" | "running" | "ready" | "blocked";

export interface LaneStates {
  readonly plan: ExecutionPlan;
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  readonly lanes: ReadonlyMap<string, LaneState>;
}

/**
 * Returns the status of each lane, by ID. Takes time linear in lanes and their edges.
 *
 * A lane waits until the lanes in `after` have finished, and for those in `behind` only as long as they can
 * finish. Lanes with work for an agent are ready while agents are free, in order. Once a lane has stopped for
 * good, further lanes with work for an agent start only for other plans that are in progress.
 */
export function laneStatuses(states: LaneStates): ReadonlyMap<string, LaneStatus> {
  const { plan, lanes } = states;
  const statuses = new Map<string, LaneStatus>();
  const continues = continuingLanes(states);
  let free = plan.agents;
  for (const { id } of plan.lanes) if (isInProgress(id, states) && needsAgent(id, states)) free--;
  for (const lane of plan.lanes) {
    const status = statusOf(lane, states, statuses);
    const begins = status === "ready" && !lanes.has(lane.id) && needsAgent(lane.id, states);
    if (!begins) statuses.set(lane.id, status);
    else if (!continues(lane)) statuses.set(lane.id, "stuck");
    else statuses.set(lane.id, free-- > 0 ? "ready" : "blocked");
  }
  return statuses;
}

/** Returns a predicate for lanes that may still start: all of them until one has stopped for good. */
function continuingLanes({ plan, lanes }: LaneStates): (lane: Lane) => boolean {
  const hasStopped = ({ stopped }: LaneState) => {
    return stopped !== undefined && stopped.kind !== "waiting" && stopped.kind !== "suspended";
  };
  if (![...lanes.values()].some(hasStopped)) return () => true;
  const begun = plan.lanes.filter(({ id }) => lanes.has(id));
  const failed = new Set(begun.filter(({ id }) => hasStopped(lanes.get(id)!)).map((lane) => lane.plan));
  const inProgress = new Set(begun.map((lane) => lane.plan));
  return (lane) => lane.plan !== undefined && inProgress.has(lane.plan) && !failed.has(lane.plan);
}

function statusOf(
  { id, after, behind }: Lane,
  states: LaneStates,
  statuses: ReadonlyMap<string, LaneStatus>,
): LaneStatus {
  const state = states.lanes.get(id);
  if (state?.running || state?.stopped?.kind === "suspended") return "running";
  if (state?.stopped !== undefined) return "stopped";
  if (hasFinished(id, states)) return "finished";
  if (state !== undefined) return "ready";
  const before = after.map((other) => statuses.get(other) ?? "finished");
  if (before.some((status) => status === "stopped" || status === "stuck")) return "stuck";
  if (before.some((status) => status !== "finished")) return "blocked";
  const ahead = behind.map((other) => statuses.get(other) ?? "finished");
  return ahead.every((status) => status === "finished" || status === "stopped" || status === "stuck")
    ? "ready"
    : "blocked";
}

/** Reports whether a lane has reached its end, or has no steps at all. Takes the same time for any number of lanes. */
export function hasFinished(id: string, states: LaneStates): boolean {
  const state = states.lanes.get(id);
  if (state === undefined) return states.steps.get(id)?.length === 0;
  return !state.running && state.stopped === undefined && !isInProgress(id, states);
}

/** Reports whether a lane has started and has steps left. */
function isInProgress(id: string, { steps, lanes }: LaneStates): boolean {
  const state = lanes.get(id);
  if (state === undefined) return false;
  // The task is in progress in a hosting agent.
  if (state.stopped?.kind === "suspended") return true;
  if (state.stopped !== undefined) return false;
  return state.running || state.before !== undefined || state.cursor < (steps.get(id)?.length ?? 0);
}

const AGENT_STEPS: ReadonlySet<Step["kind"]> = new Set(["turn", "commit-task"]);

/**
 * Returns true for a lane that has work for an agent. An agent also fixes what a user reports at a checkpoint, and
 * what a hook refuses in its commit.
 */
function needsAgent(id: string, { steps }: LaneStates): boolean {
  return steps.get(id)?.some(({ kind }) => AGENT_STEPS.has(kind)) ?? false;
}
