import type { Feedback } from "../../plan/execution/step_outcome.ts";

/** What a turn is told beside its step. */
export interface TurnRequest {
  /** What has to be mended. */
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
}
