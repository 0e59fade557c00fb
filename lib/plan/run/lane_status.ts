import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";
import type { LaneState } from "./lane_state.ts";
import { stepsByLane } from "../execution/lanes.ts";

/**
 * How a lane stands: `ready` can go on now, `blocked` waits for another lane or for an agent to be
 * free, `stuck` cannot be reached any more in this run.
 */
export type LaneStatus = "finished" | "stopped" | "stuck" | "running" | "ready" | "blocked";

/** What {@link laneStatuses} looks at. */
export interface LaneStates {
  /** What is to be done. */
  readonly plan: ExecutionPlan;
  /** Where the lanes that have begun stand, by ID. */
  readonly lanes: ReadonlyMap<string, LaneState>;
}

/**
 * How each lane stands, by ID. Linear in lanes and their edges.
 *
 * A lane waits for those it comes `after` to finish, and for those it comes `behind` only as long as
 * they can. Lanes with work for an agent are ready as far as agents are free, in their order. Once a
 * lane has stopped for good, none with work for an agent begins but those of other plans under way.
 */
export function laneStatuses({ plan, lanes }: LaneStates): ReadonlyMap<string, LaneStatus> {
  const statuses = new Map<string, LaneStatus>();
  const continues = continuingLanes({ plan, lanes });
  const working = agentLanes(plan);
  let free = plan.agents;
  for (const { id } of plan.lanes) if (working.has(id) && isInProgress(plan, id, lanes.get(id))) free--;
  for (const lane of plan.lanes) {
    const status = statusOf(lane, { plan, lanes }, statuses);
    const begins = status === "ready" && working.has(lane.id) && !lanes.has(lane.id);
    if (!begins) statuses.set(lane.id, status);
    else if (!continues(lane)) statuses.set(lane.id, "stuck");
    else statuses.set(lane.id, free-- > 0 ? "ready" : "blocked");
  }
  return statuses;
}

/** Tells which lanes may still begin: all of them until one has stopped for good. */
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
  { plan, lanes }: LaneStates,
  statuses: ReadonlyMap<string, LaneStatus>,
): LaneStatus {
  const state = lanes.get(id);
  if (state?.running || state?.stopped?.kind === "suspended") return "running";
  if (state?.stopped !== undefined) return "stopped";
  const left = state === undefined ? stepsByLane(plan).get(id)?.length !== 0 : isInProgress(plan, id, state);
  if (!left) return "finished";
  if (state !== undefined) return "ready";
  const before = after.map((other) => statuses.get(other) ?? "finished");
  if (before.some((status) => status === "stopped" || status === "stuck")) return "stuck";
  if (before.some((status) => status !== "finished")) return "blocked";
  const ahead = behind.map((other) => statuses.get(other) ?? "finished");
  return ahead.every((status) => status === "finished" || status === "stopped" || status === "stuck")
    ? "ready"
    : "blocked";
}

/** Whether a lane has begun and has something left. */
function isInProgress(plan: ExecutionPlan, id: string, state: LaneState | undefined): boolean {
  if (state === undefined) return false;
  // Whoever carries out the task is at work, though not here.
  if (state.stopped?.kind === "suspended") return true;
  if (state.stopped !== undefined) return false;
  return state.running || state.before !== undefined ||
    state.cursor < (stepsByLane(plan).get(id)?.length ?? 0);
}

const AGENT_STEPS: ReadonlySet<Step["kind"]> = new Set(["turn", "commit-task"]);
const AGENT_LANES = new WeakMap<ExecutionPlan, ReadonlySet<string>>();

/**
 * IDs of the lanes that have work for an agent. What a person finds wrong at a checkpoint, or a hook in its
 * commit, is an agent's to mend.
 */
function agentLanes(plan: ExecutionPlan): ReadonlySet<string> {
  const known = AGENT_LANES.get(plan);
  if (known !== undefined) return known;
  const found = new Set(plan.steps.filter(({ kind }) => AGENT_STEPS.has(kind)).map(({ lane }) => lane));
  AGENT_LANES.set(plan, found);
  return found;
}
