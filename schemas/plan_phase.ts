/**
 * What came of planning a phase.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";
import type { RoleModel } from "./role_model.ts";

/**
 * `error`: a plan cannot be executed as it is. `blocker`: the plans would miss the phase's goal.
 * `warning`: they reach it, less well.
 */
export type PlanProblemSeverity = "error" | "blocker" | "warning";

/** Something that is wrong with the plans of a phase. */
export interface PlanProblem {
  /** Who found it: the rules of `validate`, the requirements without a test, or the checker agent. */
  readonly source: "validate" | "coverage" | "checker";
  /** How much it matters. */
  readonly severity: PlanProblemSeverity;
  /** ID of the plan; absent when it is about the phase. */
  readonly plan?: string;
  /** Code of the rule. */
  readonly code?: string;
  /** File, relative to the project root. */
  readonly path?: string;
  /** Line in the file, from 1. */
  readonly line?: number;
  /** What is wrong. */
  readonly what: string;
  /** What to do about it; may be empty. */
  readonly todo: string;
}

/** A role of planning, and whether it takes part. */
export interface PlanningRole extends RoleModel {
  /** Whether it takes part. */
  readonly runs: boolean;
  /** Why it does not, or why it does all the same; may be empty. */
  readonly why: string;
}

/** A plan that was made or taken. */
export interface PhasePlan {
  /** Plan ID. */
  readonly id: string;
  /** Path relative to the project root. */
  readonly path: string;
  /** First line of its objective. */
  readonly objective: string;
  /** Names of its tasks, in order. */
  readonly tasks: readonly string[];
}

/**
 * `planned`: the plans stand. `waiting`: a question has no answer yet. `declined`: a person answered
 * with no. `invalid`: errors are left after the last round. `failed`: the agent failed. `refused`: a
 * hook did not let the documents through. `dry-run`: nothing was done.
 */
export type PlanPhaseStatus =
  | "planned"
  | "waiting"
  | "declined"
  | "invalid"
  | "failed"
  | "refused"
  | "interrupted"
  | "dry-run";

/** Result of `plan-phase`. */
export interface PlanPhaseResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The phase. */
  readonly phase: PhaseReference;
  /** What it came to. */
  readonly status: PlanPhaseStatus;
  /** The roles, in the order of the work. */
  readonly roles: readonly PlanningRole[];
  /** The plans of the phase that are not complete. */
  readonly plans: readonly PhasePlan[];
  /** Their IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** How often the planner took a turn. */
  readonly rounds: number;
  /** What is still wrong with the plans. */
  readonly problems: readonly PlanProblem[];
  /** Files that were written, or with `--dry-run` may be, relative to the project root. */
  readonly written: readonly string[];
  /** Commits that hold them, oldest first. */
  readonly commits: readonly string[];
  /** The question that waits for a person, or that was answered with no. */
  readonly question?: Question;
  /** What happened, when it failed. */
  readonly message?: string;
  /** Commands that make sense now, the likeliest first. Each can be pasted. */
  readonly next: readonly string[];
}
