import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { RunCommit, RunOutcome } from "../../../schemas/event.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Usage } from "../../../schemas/usage.ts";

export interface TaskView {
  readonly number: number;
  readonly name: string;
  /** The number of the turn, from 1. */
  readonly attempt: number;
}

/**
 * The progress of a plan: `waiting` to start, `working`, `asking` the user, `complete`, or `stopped` before
 * its end.
 */
export type PlanProgress = "waiting" | "working" | "asking" | "complete" | "stopped";

/** The state of a plan during a run. */
export interface PlanView {
  readonly planned: PlannedPlan;
  readonly state: PlanProgress;
  /** The numbers of the committed tasks, of this run or an earlier one. */
  readonly done: readonly number[];
  /** The tasks in progress, in order. */
  readonly tasks: readonly TaskView[];
  /** The last line of the agent's output. */
  readonly output: string;
  /** What its turns used, in order. */
  readonly used: readonly Usage[];
  /** The time of its first turn or question, in milliseconds since the start of the run. */
  readonly startedAt?: number;
  /** The time when it was complete or stopped. */
  readonly endedAt?: number;
  /** True once all of it but deferred checkpoints is complete. */
  readonly isFinished?: boolean;
  /** Its state before the open question, if it asks. */
  readonly before?: PlanProgress;
  /** The time since which it waits for an answer: to its own question, or to that of another plan before its turn. */
  readonly waitingSince?: number;
  /** The milliseconds that it has waited for answers before. */
  readonly waited?: number;
}

/** The state of a wave during a run. */
export interface WaveView {
  /** The number, from 1. */
  readonly wave: number;
  /** True if its plans run concurrently. */
  readonly parallel: boolean;
  /** The plans, in order. */
  readonly plans: readonly PlanView[];
}

/** A turn in progress that belongs to no plan. */
export interface RoleView {
  readonly role: AgentRole;
  /** Its beginning, in milliseconds since the start of the run. */
  readonly startedAt: number;
  /** The last line of the agent's output. */
  readonly output: string;
}

export interface IdleTime {
  readonly from: number;
  /** Undefined while it lasts. */
  readonly to?: number;
}

/** The state of a run as shown to the user, derived from events only. */
export interface RunView {
  /** The phase; undefined before the start of the run. */
  readonly phase?: PhaseReference;
  /** The names of the agents that may take the turns of a task. */
  readonly agents: readonly string[];
  readonly waves: readonly WaveView[];
  /** The commits of this run, in order. */
  readonly commits: readonly RunCommit[];
  /** What the turns of this run used, in order. */
  readonly used: readonly Usage[];
  /** The turn in progress that belongs to no plan. */
  readonly role?: RoleView;
  readonly question?: Question;
  /** The times in which the run only waited for an answer, in milliseconds since its start. */
  readonly idle: readonly IdleTime[];
  readonly outcome?: RunOutcome;
  /** The milliseconds since the start of the run, at the last event. */
  readonly elapsed: number;
}
