/**
 * What agents answer with when they are asked for data: the last fenced `json` block of a turn.
 * @module
 */

/**
 * What an agent takes a turn for. `discussion` and `project` get the model of `planning`.
 */
export type AgentRole =
  | "research"
  | "planning"
  | "plan check"
  | "discussion"
  | "project"
  | "execution"
  | "verification";

/** `blocker`: the plans would miss the phase's goal. `warning`: they would reach it, less well. */
export type FindingSeverity = "blocker" | "warning";

/** Something that a plan checker found. */
export interface PlanCheckFinding {
  /** ID of the plan; left out when it is about the phase. */
  readonly plan?: string;
  /** How much it matters. */
  readonly severity: FindingSeverity;
  /**
   * What is wrong, in a sentence.
   * @minLength 1
   */
  readonly what: string;
  /** What to do about it, in a sentence; may be empty. */
  readonly todo?: string;
}

/** The answer of a plan checker. */
export interface PlanCheckAnswer {
  /** What it found; nothing when the plans reach the phase's goal. */
  readonly findings: readonly PlanCheckFinding[];
}
