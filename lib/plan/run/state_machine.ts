/**
 * The state machine of a run: which steps can be performed now, how to handle failures, when to stop.
 *
 * Pure. The caller that performs the steps (this program, or a coding agent that hosts it) reports the
 * outcome of each and asks for the next, and has no rules of its own. The state is plain data.
 *
 * @module
 */
import type { Feedback, StepOutcome } from "../execution/step_outcome.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { hasFinished, laneStatuses } from "./lane_status.ts";
import { advanceLane } from "./advance_lane.ts";
import { type LaneState, NEW_LANE } from "./lane_state.ts";
import { askDependents } from "../steer/ask_dependents.ts";
import { skippedText } from "../execution/planned_plan.ts";
import { stepsByLane } from "../execution/lanes.ts";

/** The state of a run, immutable. */
export interface RunState {
  /** The execution plan. */
  readonly plan: ExecutionPlan;
  /** The steps of each lane, by its ID. */
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** The states of the started lanes, by ID. */
  readonly lanes: ReadonlyMap<string, LaneState>;
  /** True if the user has interrupted the run. */
  readonly interrupted: boolean;
}

/** A step to perform now. */
export interface ScheduledStep {
  /** The step. */
  readonly step: Step;
  /** The lane of the step. */
  readonly lane: Lane;
  /** The failure that a turn has to fix. */
  readonly feedback?: Feedback;
  /** The number of the turn of the task, from 1. */
  readonly attempt: number;
  /** The reason why the user skips the task, instead of its commit. */
  readonly skip?: string;
  /** The answer to a checkpoint, for its commit; the merge mode, for a merge. */
  readonly answer?: string;
  /** True if a merge with conflicts is started anyway, for the user to resolve. */
  readonly byHand: boolean;
  /** The IDs of the other plans that were active since the start of the lane. */
  readonly concurrentPlans: readonly string[];
}

/** The next action, if one step is performed at a time. */
export type NextAction =
  | ({ readonly kind: "perform" } & ScheduledStep)
  | { readonly kind: "stop"; readonly outcome: RunOutcome };

/** Returns the initial state of a run. */
export function startRun(plan: ExecutionPlan): RunState {
  return { plan, steps: stepsByLane(plan), lanes: new Map(), interrupted: false };
}

/**
 * Returns the steps that can be performed now, next to those in progress, in the order of their lanes.
 *
 * At most `plan.agents` lanes with work for an agent are in progress. One step at a time writes history, and
 * one question is open. After a failure no further plan starts, and those in progress continue to their end.
 */
export function nextSteps(state: RunState): readonly ScheduledStep[] {
  if (state.interrupted) return [];
  const statuses = laneStatuses(state);
  const { steps } = state;
  const busy = new Set<string>();
  const found: ScheduledStep[] = [];
  const take = (step: Step) => {
    const resource = resourceOf(step);
    if (resource === undefined) return true;
    if (busy.has(resource)) return false;
    busy.add(resource);
    return true;
  };
  for (const lane of state.plan.lanes) {
    if (statuses.get(lane.id) === "running") take(currentStep(state, lane.id, steps.get(lane.id)!)!);
  }
  const active = activePlans(state);
  for (const lane of state.plan.lanes) {
    if (statuses.get(lane.id) !== "ready") continue;
    const step = currentStep(state, lane.id, steps.get(lane.id) ?? []);
    if (step === undefined || !take(step)) continue;
    found.push(scheduledStep(state.lanes.get(lane.id) ?? NEW_LANE, step, lane, active));
  }
  return found;
}

/**
 * Returns the first of {@link nextSteps}, or the outcome of the run. For callers that perform one step at a
 * time.
 */
export function nextStep(state: RunState): NextAction {
  const [next] = nextSteps(state);
  if (next !== undefined) return { kind: "perform", ...next };
  return { kind: "stop", outcome: outcomeOf(state) };
}

/** Returns the outcome of a run without further steps: the worst outcome of a lane, the first of several. */
export function outcomeOf(state: RunState): RunOutcome {
  const statuses = laneStatuses(state);
  const finished = state.plan.lanes.every(({ id }) => statuses.get(id) === "finished");
  if (state.interrupted && !finished) return { kind: "interrupted" };
  const stops = state.plan.lanes.flatMap(({ id }) => state.lanes.get(id)?.stopped ?? []);
  for (const kind of ["failed", "gaps", "conflict", "declined", "waiting", "suspended"] as const) {
    const stop = stops.find((candidate) => candidate.kind === kind);
    if (stop !== undefined) return stop;
  }
  return { kind: "completed" };
}

/** Returns the state while a step of a lane is being performed. */
export function begin(state: RunState, lane: string): RunState {
  const before = state.lanes.get(lane) ?? NEW_LANE;
  const concurrentPlans = [...new Set([...before.concurrentPlans, ...activePlans(state)])];
  return withLane(state, lane, { ...before, concurrentPlans, running: true });
}

/**
 * Returns the state after the outcome of the current step of a lane.
 *
 * A stopped lane stays stopped. An outcome that the step cannot have stops it, because the step would
 * otherwise be repeated forever.
 */
export function advance(state: RunState, lane: string, outcome: StepOutcome): RunState {
  const steps = state.steps.get(lane) ?? [];
  const before = state.lanes.get(lane) ?? NEW_LANE;
  if (outcome.kind === "interrupted") {
    return { ...withLane(state, lane, { ...before, running: false }), interrupted: true };
  }
  const step = currentStep(state, lane, steps);
  if (step === undefined || before.stopped !== undefined) return state;
  const all = state.plan.steps;
  const after = { ...advanceLane(before, { step, steps, all }, outcome), running: false };
  const next = withLane(state, lane, after);
  if (step.kind !== "commit-task" || before.skip === undefined || outcome.kind !== "done") return next;
  const { plan, task } = step;
  const skipped = skippedText({ plan, task, why: before.skip });
  return { ...next, steps: askDependents(state.steps, state.plan, { plan, skipped }) };
}

/** Returns the state after an interruption by the user: nothing new starts. */
export function interrupt(state: RunState): RunState {
  return { ...state, interrupted: true };
}

/** Reports whether a lane has started and reached its end. */
export function isFinished(state: RunState, lane: string): boolean {
  return hasFinished(lane, state);
}

function withLane(state: RunState, id: string, lane: LaneState): RunState {
  return { ...state, lanes: new Map(state.lanes).set(id, lane) };
}

/** Returns the current step of a lane: an inserted step comes before the one at the cursor. */
function currentStep({ lanes }: RunState, lane: string, steps: readonly Step[]): Step | undefined {
  const { before, cursor } = lanes.get(lane) ?? NEW_LANE;
  return before?.step ?? steps[cursor];
}

/** Returns the resource that only one step can use at a time. */
function resourceOf({ kind }: Step): "history" | "person" | undefined {
  switch (kind) {
    case "ask":
      return "person";
    case "turn":
    case "check":
    case "set-up-worktree":
      return undefined;
    default:
      return "history";
  }
}

/** Returns the IDs of the plans that have started in worktrees and are not replayed yet. */
function activePlans({ plan, steps, lanes }: RunState): readonly string[] {
  const plans = new Set<string>();
  for (const lane of plan.lanes) {
    if (lane.plan === undefined) continue;
    const state = lanes.get(lane.id);
    if (lane.worktree !== undefined && state !== undefined) plans.add(lane.plan);
    const replayed = lane.worktree === undefined && state !== undefined &&
      state.cursor >= (steps.get(lane.id)?.length ?? 0);
    if (replayed) plans.delete(lane.plan);
  }
  return [...plans];
}

function scheduledStep(
  { turns, before, answer, byHand, skip, concurrentPlans: earlier }: LaneState,
  step: Step,
  lane: Lane,
  active: readonly string[],
): ScheduledStep {
  const concurrentPlans = [...new Set([...earlier, ...active])].filter((plan) => plan !== lane.plan);
  // The user can reject a checkpoint before its first turn; it still counts as further work.
  if (before?.feedback !== undefined) {
    return {
      step,
      lane,
      feedback: before.feedback,
      attempt: Math.max(2, turns + 1),
      concurrentPlans,
      byHand,
    };
  }
  const attempt = turns + 1;
  const known = step.kind === "commit-task" || step.kind === "merge" ? answer : undefined;
  return { step, lane, attempt, concurrentPlans, byHand, ...defined({ answer: known, skip }) };
}
