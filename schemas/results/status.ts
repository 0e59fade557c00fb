/**
 * The results of `status` and `graph`.
 * @module
 */
import type { RevertedTask } from "../execution_plan.ts";
import type { RunState } from "../run_log.ts";
import type { PhaseVerdict, VerificationStatus } from "../verification.ts";
import type { UsageSums, UsageTotal } from "../usage.ts";

/** A count of items and of those that are done. */
export interface DoneOf {
  /** Number of items that are done. */
  readonly done: number;
  /** Number of all items. */
  readonly total: number;
}

/**
 * State of a plan: `complete` with its summary, `in-progress` once a task of it was begun, and while a deferred
 * checkpoint waits for an answer.
 */
export type PlanState = "complete" | "in-progress" | "not-started" | "unreadable";

/** State of a phase; `unplanned` when it has no plans. */
export type PhaseState = "complete" | "in-progress" | "not-started" | "unplanned";

/**
 * The reason why a phase is excluded: the roadmap defers it or has dropped it. `older` is a phase that the
 * roadmap does not name, with a number before those of a shipped milestone.
 */
export type ExclusionReason = "backlog" | "promoted" | "removed" | "deprecated" | "cancelled" | "older";

/** Progress of a plan. */
export interface PlanStatus {
  /** Plan ID. */
  readonly id: string;
  /** Path of the plan file, relative to the project root. */
  readonly path: string;
  /** The one-line objective; may be empty. */
  readonly objective: string;
  /** Number of its wave, from 1; absent when a cycle or an unreadable plan prevents it. */
  readonly wave?: number;
  /** State. */
  readonly state: PlanState;
  /** Its tasks; those of a complete plan all count as done, except for skipped ones. */
  readonly tasks: DoneOf;
  /** Numbers of the tasks that the user skipped; absent when there are none. */
  readonly skipped?: readonly number[];
  /** Tasks that count as done even though a later commit reverts them; absent when there are none. */
  readonly reverted?: readonly RevertedTask[];
}

/** Progress of a phase. */
export interface PhaseStatus {
  /** Number as printed, for example `03`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** State; a phase without plans is complete if the roadmap ticks it off or its milestone is shipped. */
  readonly state: PhaseState;
  /** The reason why it is excluded and not counted; absent for all other phases. */
  readonly aside?: ExclusionReason;
  /** Status of its last verification; absent when there was none. */
  readonly verification?: VerificationStatus;
  /** The verdict on a phase whose plans are all complete; absent for other phases. */
  readonly verdict?: PhaseVerdict;
  /**
   * True when it counts as done: complete, and verified or ticked in the roadmap. With `workflow.verifier` off,
   * an executed phase is done. A phase that wf has not begun is done when the roadmap ticks it.
   */
  readonly done: boolean;
  /** Its plans, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}

/** A run that is in progress, or has stopped before its end. */
export interface RunStatus {
  /** The ID of its log. */
  readonly id: string;
  /** The command, without options. */
  readonly command: string;
  /** The time when it started, ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds from its start to its end; to now while it runs. */
  readonly milliseconds: number;
  /** Its state. */
  readonly state: Exclude<RunState, "done">;
  /** The reason why it stopped, a sentence; empty if none is known. */
  readonly reason: string;
  /** The plans that it works on, or worked on when it ended. */
  readonly plans: readonly RunningPlan[];
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** A command that a coding agent hosts, between two of its calls. */
export interface HostedStatus {
  /** The command with its options, without `wf`. */
  readonly command: string;
  /** The tokens of the turns whose reports are expected; empty while the user has to answer a question. */
  readonly turns: readonly string[];
}

/** A plan in a run. */
export interface RunningPlan {
  /** Plan ID. */
  readonly id: string;
  /** Its tasks. */
  readonly tasks: DoneOf;
  /** The tasks that are being worked on. */
  readonly working: readonly { readonly number: number; readonly name: string }[];
}

/** Counts of a whole project. */
export interface StatusTotals {
  /** The phases. */
  readonly phases: DoneOf;
  /** The plans. */
  readonly plans: DoneOf;
  /** The tasks of all plans. */
  readonly tasks: DoneOf;
}

/** The state of a repaired document: merged, updated from the history, or left to the user. */
export type RepairState = "merged" | "updated" | "conflict" | "removed";

/** A document that `status --repair` has changed, or has left to the user. */
export interface RepairedDocument {
  /** Path relative to the project root. */
  readonly path: string;
  /** `conflict`: the user has to resolve the rest. `removed`: one side has removed the document. */
  readonly state: RepairState;
  /** The lines at which the remaining conflicts begin, from 1. */
  readonly lines: readonly number[];
}

/** Result of `status --repair`. */
export interface RepairResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** False with `--dry-run`. */
  readonly written: boolean;
  /** The documents; empty when there was nothing to repair. */
  readonly documents: readonly RepairedDocument[];
  /** The changes, as a unified diff. */
  readonly diff: string;
  /** True if later merges in this clone use wf, and did not before. */
  readonly mergeDriver?: true;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
}

/** Result of `status`. */
export interface StatusResult extends UsageSums {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** False outside a git repository, where only summaries show what is done. */
  readonly repository: boolean;
  /** The current branch; null when HEAD is detached, or outside a repository. */
  readonly branch: string | null;
  /** The current milestone, if the roadmap or the state document names it. */
  readonly milestone?: {
    /** Version identifier, for example `v1.0`. */
    readonly version: string;
    /** Name; may be empty. */
    readonly name: string;
  };
  /** The last completed milestone, if none is in progress and none is planned. */
  readonly completed?: {
    /** Version identifier, for example `v1.0`. */
    readonly version: string;
    /** Name; may be empty. */
    readonly name: string;
  };
  /** A merge in progress that the user has to resolve; absent when there is none. */
  readonly merge?: {
    /** Branch that is merged. */
    readonly branch: string;
    /** Branch that receives the merge. */
    readonly base: string;
    /** Unresolved paths, relative to the root of the repository. */
    readonly unresolved: readonly string[];
  };
  /** The phases, in the order of their numbers. */
  readonly phases: readonly PhaseStatus[];
  /** Number of the current phase; absent when no phase has open plans. */
  readonly current?: string;
  /** The counts. */
  readonly totals: StatusTotals;
  /** The last run, while it is in progress and after it has stopped before its end; absent when it is done. */
  readonly run?: RunStatus;
  /** The command that a coding agent hosts and has not completed; absent if there is none. */
  readonly hosted?: HostedStatus;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
  /** What to do before the first of these commands, in words; absent if nothing comes before. */
  readonly todo?: string;
  /** Commands that remove the merged branches of phases; absent when there are none. */
  readonly cleanup?: readonly string[];
}

/** A dependency between two plans. */
export interface GraphEdge {
  /** ID of the plan that comes first. */
  readonly from: string;
  /** ID of the plan that depends on it. */
  readonly to: string;
}

/** Result of `graph`. */
export interface GraphResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Phase number as printed, for example `03`. */
  readonly phase: string;
  /** Name of the phase. */
  readonly name: string;
  /** Plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** The dependencies between plans of the phase, each once. */
  readonly edges: readonly GraphEdge[];
  /** Pairs of plans in one wave that share files and never run concurrently. */
  readonly serialized: readonly (readonly string[])[];
  /** The plans of the waves, in the order of their IDs. */
  readonly plans: readonly PlanStatus[];
}
