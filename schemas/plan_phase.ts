/**
 * The result of planning a phase.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";
import type { RoleModel } from "./role_model.ts";

/**
 * `error`: a plan cannot be executed as it is. `blocker`: the plans would miss the phase's goal.
 * `warning`: they reach it, but less well.
 */
export type PlanProblemSeverity = "error" | "blocker" | "warning";

/** A problem with the plans of a phase. */
export interface PlanProblem {
  /** Source of the problem: the rules of `validate`, the test coverage of requirements, or the checker agent. */
  readonly source: "validate" | "coverage" | "checker";
  /** Severity of the problem. */
  readonly severity: PlanProblemSeverity;
  /** ID of the plan; absent when the problem concerns the phase. */
  readonly plan?: string;
  /** Code of the rule. */
  readonly code?: string;
  /** File, relative to the project root. */
  readonly path?: string;
  /** Line in the file, from 1. */
  readonly line?: number;
  /** The problem. */
  readonly what: string;
  /** The remedy; may be empty. */
  readonly todo: string;
}

/** A role of planning, and whether it is used. */
export interface PlanningRole extends RoleModel {
  /** True when the role is used. */
  readonly runs: boolean;
  /** The reason why it is not used, or is used despite the configuration; may be empty. */
  readonly why: string;
}

/** A plan of the phase. */
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
 * `planned`: the plans are accepted. `waiting`: a question has no answer yet. `declined`: the user
 * answered no. `invalid`: errors remain after the last round. `failed`: the agent failed. `refused`: a
 * git hook rejected the commit of the documents. `dry-run`: nothing was done.
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
  /** Outcome of planning. */
  readonly status: PlanPhaseStatus;
  /** The roles, in the order of the work. */
  readonly roles: readonly PlanningRole[];
  /** The plans of the phase that are not complete. */
  readonly plans: readonly PhasePlan[];
  /** Their IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** Number of the planner's turns. */
  readonly rounds: number;
  /** The remaining problems. */
  readonly problems: readonly PlanProblem[];
  /** Files that were written, or with `--dry-run` may be, relative to the project root. */
  readonly written: readonly string[];
  /** Commits that contain them, oldest first. */
  readonly commits: readonly string[];
  /** The question that is open, or that was answered with no. */
  readonly question?: Question;
  /** Description of the failure, if any. */
  readonly message?: string;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
}
