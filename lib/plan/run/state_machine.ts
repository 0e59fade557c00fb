import type { Feedback, StepOutcome } from "../execution/step_outcome.ts";
/**
 * The state machine of a run: which steps can be performed now, what to do when one goes wrong, when
 * to stop.
 *
 * Pure. Whoever performs the steps (this program, or a coding agent that hosts it) reports the
 * outcome of each and asks for the next; neither has rules of its own. The state is plain data.
 * @module
 */
import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { laneStatuses } from "./lane_status.ts";
import { advanceLane, type LaneState, NEW_LANE } from "./lane_state.ts";
import { stepsByLane } from "../execution/lanes.ts";

/** Where a run stands. A value: nothing in it changes. */
export interface RunState {
  /** What is to be done. */
  readonly plan: ExecutionPlan;
  /** The steps of each lane, by its ID. */
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** Where the lanes that have begun stand, by ID. */
  readonly lanes: ReadonlyMap<string, LaneState>;
  /** Whether a person has interrupted it. */
  readonly interrupted: boolean;
}

/** A step to perform now. */
export interface Performance {
  /** The step. */
  readonly step: Step;
  /** The lane it belongs to. */
  readonly lane: Lane;
  /** What a turn has to mend. */
  readonly feedback?: Feedback;
  /** 1 for a task's first turn. */
  readonly attempt: number;
  /** The answer a checkpoint got, for its commit; how to merge, for a merge. */
  readonly answer?: string;
  /** Whether a merge that meets conflicts is begun all the same, for a person to resolve. */
  readonly byHand: boolean;
  /** IDs of the other plans that have been worked on since the lane began. */
  readonly beside: readonly string[];
}

/** What to do now, when one step is performed at a time. */
export type Next =
  | ({ readonly kind: "perform" } & Performance)
  | { readonly kind: "stop"; readonly outcome: RunOutcome };

/** The state of a run that begins. */
export function startRun(plan: ExecutionPlan): RunState {
  return { plan, steps: stepsByLane(plan), lanes: new Map(), interrupted: false };
}

/**
 * The steps that can be performed now, beside those that are being performed, in the order of their
 * lanes.
 *
 * At most `plan.agents` lanes with work for an agent are under way; one step at a time writes history,
 * and one question is open. After a failure no further plan begins; those under way go on to their end.
 */
export function nextSteps(state: RunState): readonly Performance[] {
  if (state.interrupted) return [];
  const statuses = laneStatuses(state);
  const { steps } = state;
  const busy = new Set<string>();
  const found: Performance[] = [];
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
  const atWork = plansAtWork(state);
  for (const lane of state.plan.lanes) {
    if (statuses.get(lane.id) !== "ready") continue;
    const step = currentStep(state, lane.id, steps.get(lane.id) ?? []);
    if (step === undefined || !take(step)) continue;
    found.push(performance(state.lanes.get(lane.id) ?? NEW_LANE, step, lane, atWork));
  }
  return found;
}

/** The first of {@link nextSteps}, or how the run ended. For whoever performs one step at a time. */
export function nextStep(state: RunState): Next {
  const [next] = nextSteps(state);
  if (next !== undefined) return { kind: "perform", ...next };
  return { kind: "stop", outcome: outcomeOf(state) };
}

/** How a run that has nothing left to perform ended: what is worst counts, and of that the first. */
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

/** The state in which a step of a lane is being performed. */
export function begin(state: RunState, lane: string): RunState {
  const before = state.lanes.get(lane) ?? NEW_LANE;
  const met = [...new Set([...before.met, ...plansAtWork(state)])];
  return withLane(state, lane, { ...before, met, running: true });
}

/**
 * The state after the current step of a lane went as told.
 *
 * A lane that has stopped stays so. An outcome that the step cannot have stops it: the step would
 * otherwise be asked for again and again.
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
  return withLane(state, lane, { ...advanceLane(before, { step, steps, all }, outcome), running: false });
}

/** The state of a run that a person interrupts: nothing new begins. */
export function interrupt(state: RunState): RunState {
  return { ...state, interrupted: true };
}

/** Whether a lane has begun and reached its end. */
export function isFinished(state: RunState, lane: string): boolean {
  return laneStatuses(state).get(lane) === "finished";
}

function withLane(state: RunState, id: string, lane: LaneState): RunState {
  return { ...state, lanes: new Map(state.lanes).set(id, lane) };
}

/** The step a lane is at: one that came up comes before the one at the cursor. */
function currentStep({ lanes }: RunState, lane: string, steps: readonly Step[]): Step | undefined {
  const { before, cursor } = lanes.get(lane) ?? NEW_LANE;
  return before?.step ?? steps[cursor];
}

/** What of a step there is only one of at a time. */
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

/** IDs of the plans that have begun in worktrees and are not replayed yet. */
function plansAtWork({ plan, steps, lanes }: RunState): readonly string[] {
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

function performance(
  { turns, before, answer, byHand, met }: LaneState,
  step: Step,
  lane: Lane,
  atWork: readonly string[],
): Performance {
  const beside = [...new Set([...met, ...atWork])].filter((plan) => plan !== lane.plan);
  // A person's finding can come before the first turn on a checkpoint; it is more work all the same.
  if (before?.feedback !== undefined) {
    return { step, lane, feedback: before.feedback, attempt: Math.max(2, turns + 1), beside, byHand };
  }
  const attempt = turns + 1;
  const known = step.kind === "commit-task" || step.kind === "merge" ? answer : undefined;
  return { step, lane, attempt, beside, byHand, ...defined({ answer: known }) };
}
