import type { Feedback } from "../../plan/execution/step_outcome.ts";

export interface TurnRequest {
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
}
