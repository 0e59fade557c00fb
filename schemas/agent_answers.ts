/**
 * The data that agents answer with: the last fenced `json` block of a turn.
 * @module
 */

/**
 * The role in which an agent takes a turn. `discussion` and `project` use the model of `planning`.
 */
export type AgentRole =
  | "research"
  | "planning"
  | "plan check"
  | "discussion"
  | "project"
  | "execution"
  | "verification";

/** `blocker`: the plans would miss the phase's goal. `warning`: they would reach it, but less well. */
export type FindingSeverity = "blocker" | "warning";

/** A finding of a plan checker. */
export interface PlanCheckFinding {
  /** ID of the plan; absent when the finding concerns the phase. */
  readonly plan?: string;
  /** Severity of the finding. */
  readonly severity: FindingSeverity;
  /**
   * The problem, in one sentence.
   * @minLength 1
   */
  readonly what: string;
  /** The remedy, in one sentence; may be empty. */
  readonly todo?: string;
}

/** The answer of a plan checker. */
export interface PlanCheckAnswer {
  /** The findings; empty when the plans reach the phase's goal. */
  readonly findings: readonly PlanCheckFinding[];
}
