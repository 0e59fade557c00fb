import type { Feedback } from "../../plan/execution/step_outcome.ts";
import type { StepControl } from "../steer/steering.ts";

export interface TurnRequest extends StepControl {
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
  /** The user's words on the task so far, for a new session. */
  readonly given?: readonly string[];
}
