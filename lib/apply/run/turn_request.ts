import type { Feedback } from "../../plan/execution/step_outcome.ts";

/** Options for a turn, in addition to its step. */
export interface TurnRequest {
  /** The feedback to fix. */
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
}
