/**
 * The events that a run reports. With `--json` each event is one line of standard output.
 * @module
 */
import type { AgentRole } from "./agent_answers.ts";
import type { ExecutionPlan } from "./execution_plan.ts";
import type { Question } from "./question.ts";
import type { SteeringAction } from "./steering.ts";
import type { Usage, UsageTotal, UsedBy } from "./usage.ts";
import type { PhaseVerdict, VerificationGap, VerificationScore, VerificationStatus } from "./verification.ts";

/** Properties of every event. */
export interface EventBase {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Milliseconds since the run started. */
  readonly elapsed: number;
}

/** The run starts. */
export interface RunStarted extends EventBase {
  /** The run starts. */
  readonly kind: "run-started";
  /** The steps of the run. */
  readonly plan: ExecutionPlan;
}

/** Information for the user; the run continues. */
export interface Notice extends EventBase {
  /** A notice. */
  readonly kind: "notice";
  /** The notice, one sentence. */
  readonly message: string;
}

/** The run has switched to a branch. */
export interface BranchSwitched extends EventBase {
  /** A branch was checked out. */
  readonly kind: "branch-switched";
  /** Name of the branch. */
  readonly branch: string;
  /** True when the branch was created. */
  readonly created: boolean;
}

/** A worktree is ready for a plan, or for one of its tasks. */
export interface WorktreeAdded extends EventBase {
  /** A worktree was created or reused. */
  readonly kind: "worktree-added";
  /** Plan ID. */
  readonly plan: string;
  /** Its folder, absolute. */
  readonly directory: string;
  /** True when an earlier run left it. */
  readonly exists: boolean;
}

/** A commit after it was replayed. */
export interface ReplayedCommit {
  /** Its new hash. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Task number, from 1. */
  readonly task?: number;
}

/** The commits of a worktree are on their target branch. */
export interface Replayed extends EventBase {
  /** A worktree's commits were replayed. */
  readonly kind: "replayed";
  /** Plan ID. */
  readonly plan: string;
  /** Branch that received them. */
  readonly onto: string;
  /** The commits, oldest first. */
  readonly commits: readonly ReplayedCommit[];
}

/** Two concurrent plans have changed the same lines; replaying one of them will fail. */
export interface ConflictPredicted extends EventBase {
  /** A conflict is predicted. */
  readonly kind: "conflict-foreseen";
  /** The two plan IDs. */
  readonly plans: readonly string[];
  /** The conflicting paths and each side's change: `base` is the first plan, `branch` the second. */
  readonly conflicts: readonly ConflictPath[];
}

/** A plan has stopped for this run; other plans may continue. */
export interface PlanStopped extends EventBase {
  /** A plan has stopped. */
  readonly kind: "plan-stopped";
  /** Plan ID. */
  readonly plan: string;
  /** The reason why it stopped. */
  readonly outcome: RunOutcome;
  /** Absolute path of the worktree that keeps its work; absent for the project's own working tree. */
  readonly directory?: string;
}

/** The agent starts a turn on a task. */
export interface TurnStarted extends EventBase {
  /** A turn starts. */
  readonly kind: "turn-started";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** Number of this turn on the task; greater than 1 after a failure. */
  readonly attempt: number;
}

/** The agent printed a message. */
export interface AgentOutput extends EventBase {
  /** Output of the agent. */
  readonly kind: "agent-output";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** The text, one or more lines. */
  readonly text: string;
}

/** A turn of an agent that belongs to no plan starts or ends: one of research, planning or verification. */
export interface RoleTurn extends EventBase {
  /** A turn starts or ends. */
  readonly kind: "role-turn";
  /** The role of the agent. */
  readonly role: AgentRole;
  /** The state of the turn. */
  readonly state: "started" | "ended";
}

/** The agent printed a message in a turn that belongs to no plan. */
export interface RoleOutput extends EventBase {
  /** Output of the agent. */
  readonly kind: "role-output";
  /** The role of the agent. */
  readonly role: AgentRole;
  /** The text, one or more lines. */
  readonly text: string;
}

/** A turn of an agent has ended, and the agent reported what it used. */
export interface UsageReported extends EventBase, UsedBy, Usage {
  /** A turn used tokens. */
  readonly kind: "usage";
}

/** The user has steered a plan during the run. */
export interface Steered extends EventBase {
  /** The user has steered a plan. */
  readonly kind: "steered";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1; absent for words to a plan without a task in progress. */
  readonly task?: number;
  /** What to do. */
  readonly action: SteeringAction;
  /** The words for the agent, or the reason to skip. */
  readonly text: string;
}

/** A task's check ran. */
export interface CheckFinished extends EventBase {
  /** A check ran. */
  readonly kind: "check-finished";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** The command. */
  readonly command: string;
  /** True when it exited with 0. */
  readonly passed: boolean;
  /** Set when it should fail, because the tests of its task are not implemented yet. */
  readonly expected?: "failure";
  /** Output of the command; empty when it passed. */
  readonly output: string;
}

/** A git hook rejected a commit. */
export interface HookRefused extends EventBase {
  /** A hook rejected a commit. */
  readonly kind: "hook-refused";
  /** Plan ID. */
  readonly plan: string;
  /** Task number; absent for a commit of documents. */
  readonly task?: number;
  /** Output of the hook. */
  readonly output: string;
}

/** A commit was made. */
export interface Committed extends EventBase {
  /** A commit was made. */
  readonly kind: "committed";
  /** Plan ID; absent for a merge. */
  readonly plan?: string;
  /** Task number; absent for documents and merges. */
  readonly task?: number;
  /** Numbers of earlier tasks whose tests it contains, because a hook refused to commit them alone. */
  readonly tests?: readonly number[];
  /** Hash of the commit. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Paths that it changes, relative to the root of the repository. */
  readonly files: readonly string[];
  /** True if it records that the user has skipped a task. */
  readonly skipped?: boolean;
}

/** The user is asked a question, or would be at a terminal. */
export interface QuestionAsked extends EventBase {
  /** A question is open. */
  readonly kind: "question-asked";
  /** The question. */
  readonly question: Question;
}

/** A question was answered. */
export interface QuestionAnswered extends EventBase {
  /** A question was answered. */
  readonly kind: "question-answered";
  /** ID of the question. */
  readonly question: string;
  /** The plan, for a gate about one plan. */
  readonly plan?: string;
  /** The answer. */
  readonly answer: string;
  /** Source of the answer: the user at the terminal, or elsewhere during the run, a flag, or the configuration. */
  readonly by: "person" | "elsewhere" | "flag" | "configuration";
}

/** All tasks of a plan are committed and its summary is written. */
export interface PlanFinished extends EventBase {
  /** A plan is complete. */
  readonly kind: "plan-finished";
  /** Plan ID. */
  readonly plan: string;
  /** Path of its summary, relative to the project root. */
  readonly summary: string;
}

/** The must-haves of the phase were verified. */
export interface Verified extends EventBase {
  /** The must-haves were verified. */
  readonly kind: "verified";
  /** Status of the verification. */
  readonly status: VerificationStatus;
  /** The status as a verdict on the phase. */
  readonly verdict: PhaseVerdict;
  /** The number of verified must-haves, and of all. */
  readonly score: VerificationScore;
  /** Path of the document with the details, relative to the project root. */
  readonly path: string;
}

/** A side's change to a path since the two sides diverged. */
export type ConflictSide = "changed" | "added" | "removed";

/** A path with conflicting changes on two sides. */
export interface ConflictPath {
  /** The path, relative to the root of the repository. */
  readonly path: string;
  /** Change on the side that receives the work. */
  readonly base: ConflictSide;
  /** Change on the side that brings the work. */
  readonly branch: ConflictSide;
}

/** The outcome of a run. */
export type RunOutcome =
  | {
    readonly kind: "completed";
    /** The verdict on the phase; absent when a milestone was completed. */
    readonly verdict?: PhaseVerdict;
  }
  | { readonly kind: "failed"; readonly message: string; readonly output: string }
  | { readonly kind: "waiting"; readonly question: Question }
  | { readonly kind: "declined"; readonly question: Question }
  | {
    readonly kind: "gaps";
    /** Path of the document with the details, relative to the project root. */
    readonly path: string;
    /** The gaps that keep the phase from passing. */
    readonly gaps: readonly VerificationGap[];
  }
  | {
    readonly kind: "conflict";
    readonly branch: string;
    readonly base: string;
    /** The plan whose commits cannot be replayed; absent for the merge of a branch. */
    readonly plan?: string;
    /** The conflicting paths and each side's change. */
    readonly conflicts: readonly ConflictPath[];
    /** True when the merge was started and is to be resolved in the working tree. */
    readonly begun: boolean;
  }
  /** The hosting agent carries out a task and reports its result. */
  | { readonly kind: "suspended" }
  | { readonly kind: "interrupted" };

/** A commit of a run, after any replay. */
export interface RunCommit {
  /** Hash of the commit. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Plan ID; absent for a verification and a merge. */
  readonly plan?: string;
  /** Task number; absent for documents and merges. */
  readonly task?: number;
}

/** The time a run spent on a plan, from its first turn to its summary, without waiting for answers. */
export interface PlanDuration {
  /** Plan ID. */
  readonly plan: string;
  /** Milliseconds; for an incomplete plan, up to the point it reached. */
  readonly milliseconds: number;
  /** True when the plan was completed. */
  readonly complete: boolean;
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** The time a run spent on a wave, from the first turn to the last summary of its plans, without waiting for answers. */
export interface WaveDuration {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Milliseconds. */
  readonly milliseconds: number;
  /** The plans that the run worked on, in the order of the wave. */
  readonly plans: readonly PlanDuration[];
}

/** The commits of a run, and how long its waves took. */
export interface RunSummary {
  /** The commits. Those of a plan are ordered: its tasks, then its documents. */
  readonly commits: readonly RunCommit[];
  /** The duration without the time in which it only waited for answers. */
  readonly milliseconds: number;
  /** The waves that the run worked on. */
  readonly waves: readonly WaveDuration[];
  /** The longest-running chain of plans in which each waits for the previous one. */
  readonly criticalPath: {
    /** Plan IDs. */
    readonly plans: readonly string[];
    /** Their total duration. */
    readonly milliseconds: number;
  };
  /** What the turns of the run used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** The run ends. */
export interface RunFinished extends EventBase {
  /** The run ends. */
  readonly kind: "run-finished";
  /** Outcome of the run. */
  readonly outcome: RunOutcome;
  /** Number of commits that the run made. */
  readonly commits: number;
  /** The commits, and how long the waves took. */
  readonly summary: RunSummary;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
  /** What to do before the first of these commands, in words; absent if nothing comes before. */
  readonly todo?: string;
}

/** Any event of a run, distinguished by `kind`. */
export type RunEvent =
  | RunStarted
  | Notice
  | BranchSwitched
  | WorktreeAdded
  | Replayed
  | ConflictPredicted
  | PlanStopped
  | TurnStarted
  | AgentOutput
  | RoleTurn
  | RoleOutput
  | UsageReported
  | Steered
  | CheckFinished
  | HookRefused
  | Committed
  | QuestionAsked
  | QuestionAnswered
  | PlanFinished
  | Verified
  | RunFinished;
