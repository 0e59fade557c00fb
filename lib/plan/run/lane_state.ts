import type { ConflictPath, RunOutcome } from "../../../schemas/event.ts";
import type { Step } from "../../../schemas/execution_plan.ts";
import type { CompletionStep } from "../../../schemas/milestone.ts";
import type { Inserted, StepOutcome } from "../execution/step_outcome.ts";

/** The state of a started lane. */
export interface LaneState {
  /** The index of its next step. */
  readonly cursor: number;
  /** The IDs of the plans that were active at the same time. */
  readonly concurrentPlans: readonly string[];
  /** True while that step is being performed. */
  readonly running: boolean;
  /** The number of turns of the current task. */
  readonly turns: number;
  /** The number of failed checks of the current task since its last refused commit, and of tests that should fail. */
  readonly failedChecks: number;
  /** The number of refused commits of the current task. */
  readonly refusedCommits: number;
  /** True if its last refused commit is repeated without a turn. */
  readonly repeated: boolean;
  /** The answer to the last question. */
  readonly answer: string | undefined;
  /** An inserted step, which comes before the one at the cursor. */
  readonly before: Inserted | undefined;
  /** True if a merge with conflicts is started for the user to resolve. */
  readonly byHand: boolean;
  /** The conflicts of its merge. */
  readonly conflicts: readonly ConflictPath[];
  /** The reason why the user skips the current task; undefined if it is executed. */
  readonly skip: string | undefined;
  /** The outcome with which it stopped before its end. */
  readonly stopped: RunOutcome | undefined;
}

/** The initial state of a lane. */
export const NEW_LANE: LaneState = {
  cursor: 0,
  concurrentPlans: [],
  running: false,
  turns: 0,
  failedChecks: 0,
  refusedCommits: 0,
  repeated: false,
  answer: undefined,
  before: undefined,
  byHand: false,
  conflicts: [],
  skip: undefined,
  stopped: undefined,
};

/** A step of an execution or of the completion of a milestone. */
export type LaneStep = Step | CompletionStep;

export interface LanePosition {
  /** The performed step. */
  readonly step: LaneStep;
  readonly steps: readonly LaneStep[];
  /** All steps of the run. */
  readonly all: readonly LaneStep[];
}

export type Outcome<K extends StepOutcome["kind"]> = Extract<StepOutcome, { readonly kind: K }>;

export function stop(state: LaneState, stopped: RunOutcome): LaneState {
  return { ...state, stopped };
}

export function fail(state: LaneState, message: string, output = ""): LaneState {
  return stop(state, { kind: "failed", message, output });
}

export function unexpected(state: LaneState, step: LaneStep, outcome: StepOutcome): LaneState {
  const name = outcome.kind === "answered" ? `the answer "${outcome.value}"` : `"${outcome.kind}"`;
  return fail(state, `Step ${step.id} cannot have the outcome ${name}`);
}
