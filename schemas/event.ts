/**
 * What a run reports while it goes on. With `--json` each event is one line of standard output.
 * @module
 */
import type { ExecutionPlan } from "./execution_plan.ts";
import type { Question } from "./question.ts";
import type { PhaseVerdict, VerificationGap, VerificationScore, VerificationStatus } from "./verification.ts";

/** What every event has. */
export interface EventBase {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Milliseconds since the run began. */
  readonly elapsed: number;
}

/** The run begins. */
export interface RunStarted extends EventBase {
  /** The run begins. */
  readonly kind: "run-started";
  /** What it will do. */
  readonly plan: ExecutionPlan;
}

/** Something a person should know; the run goes on. */
export interface Notice extends EventBase {
  /** A remark. */
  readonly kind: "notice";
  /** The remark, a sentence. */
  readonly message: string;
}

/** The run is on a branch. */
export interface BranchSwitched extends EventBase {
  /** A branch was checked out. */
  readonly kind: "branch-switched";
  /** Name of the branch. */
  readonly branch: string;
  /** True when it was made. */
  readonly created: boolean;
}

/** A worktree is there for a plan, or for one of its tasks. */
export interface WorktreeAdded extends EventBase {
  /** A worktree was made or taken up. */
  readonly kind: "worktree-added";
  /** Plan ID. */
  readonly plan: string;
  /** Its folder, absolute. */
  readonly directory: string;
  /** True when an earlier run left it. */
  readonly exists: boolean;
}

/** A commit as it stands after it was replayed. */
export interface ReplayedCommit {
  /** Its new hash. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Task number, from 1. */
  readonly task?: number;
}

/** What was committed in a worktree is on the branch that it was meant for. */
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

/** Two plans that run at the same time have changed the same lines; replaying one of them will fail. */
export interface ConflictPredicted extends EventBase {
  /** A conflict is coming. */
  readonly kind: "conflict-foreseen";
  /** The two plan IDs. */
  readonly plans: readonly string[];
  /** The paths, with what each side did: base is the first plan, branch the second. */
  readonly conflicts: readonly ConflictPath[];
}

/** A plan does not go on in this run; others may. */
export interface PlanStopped extends EventBase {
  /** A plan has stopped. */
  readonly kind: "plan-stopped";
  /** Plan ID. */
  readonly plan: string;
  /** Why. */
  readonly outcome: RunOutcome;
  /** Folder in which its work is kept, absolute; absent for the project's own working tree. */
  readonly directory?: string;
}

/** The agent begins to work on a task. */
export interface TurnStarted extends EventBase {
  /** A turn begins. */
  readonly kind: "turn-started";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** 1 for the first turn on this task, more when something failed. */
  readonly attempt: number;
}

/** The agent said something. */
export interface AgentOutput extends EventBase {
  /** Output of the agent. */
  readonly kind: "agent-output";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** The text, one line or more. */
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
  /** Whether it exited with 0. */
  readonly passed: boolean;
  /** What it printed; empty when it passed. */
  readonly output: string;
}

/** A hook of git refused a commit. */
export interface HookRefused extends EventBase {
  /** A hook refused a commit. */
  readonly kind: "hook-refused";
  /** Plan ID. */
  readonly plan: string;
  /** Task number; absent for a commit of documents. */
  readonly task?: number;
  /** What the hook printed. */
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
  /** Hash of the commit. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Paths it changes, relative to the root of the repository. */
  readonly files: readonly string[];
}

/** A person is asked, or would be. */
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
  /** The answer. */
  readonly answer: string;
  /** Who answered: a person at the terminal, a flag, or the configuration. */
  readonly by: "person" | "flag" | "configuration";
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
  /** What came of it. */
  readonly status: VerificationStatus;
  /** The same as a verdict on the phase. */
  readonly verdict: PhaseVerdict;
  /** How many of them are verified, and how many there are. */
  readonly score: VerificationScore;
  /** The document that tells more, relative to the project root. */
  readonly path: string;
}

/** What one of two sides did to a path since they parted. */
export type ConflictSide = "changed" | "added" | "removed";

/** A path that two sides changed in ways that do not go together. */
export interface ConflictPath {
  /** The path, relative to the root of the repository. */
  readonly path: string;
  /** What the side did that receives the work. */
  readonly base: ConflictSide;
  /** What the side did that brings the work. */
  readonly branch: ConflictSide;
}

/** How a run ended. */
export type RunOutcome =
  | {
    readonly kind: "completed";
    /** The verdict on the phase; absent where a milestone was completed. */
    readonly verdict?: PhaseVerdict;
  }
  | { readonly kind: "failed"; readonly message: string; readonly output: string }
  | { readonly kind: "waiting"; readonly question: Question }
  | { readonly kind: "declined"; readonly question: Question }
  | {
    readonly kind: "gaps";
    /** The document that tells more, relative to the project root. */
    readonly path: string;
    /** What keeps the phase from passing. */
    readonly gaps: readonly VerificationGap[];
  }
  | {
    readonly kind: "conflict";
    readonly branch: string;
    readonly base: string;
    /** The plan whose work cannot be replayed; absent for the merge of a branch. */
    readonly plan?: string;
    /** The paths, with what each side did. */
    readonly conflicts: readonly ConflictPath[];
    /** Whether the merge was begun, so that a person resolves it in the working tree. */
    readonly begun: boolean;
  }
  /** Somebody else carries out a task, and reports it. */
  | { readonly kind: "suspended" }
  | { readonly kind: "interrupted" };

/** A commit of a run, as it stands at the end: after it was replayed. */
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

/** What a run spent on a plan, from the first turn to its summary. */
export interface PlanDuration {
  /** Plan ID. */
  readonly plan: string;
  /** Milliseconds; of a plan that did not come to its end, as far as it came. */
  readonly milliseconds: number;
  /** Whether it came to its end. */
  readonly complete: boolean;
}

/** What a run spent on a wave, from the first turn of its plans to the last of their summaries. */
export interface WaveDuration {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Milliseconds. */
  readonly milliseconds: number;
  /** Its plans that the run worked on, in the order of the wave. */
  readonly plans: readonly PlanDuration[];
}

/** What a run did and how long it took. */
export interface RunSummary {
  /** Its commits; of a plan, the commits of its tasks in their order, and then its documents. */
  readonly commits: readonly RunCommit[];
  /** The waves that it worked on. */
  readonly waves: readonly WaveDuration[];
  /** The chain of plans, each waiting for the one before, that took the longest. */
  readonly criticalPath: {
    /** Plan IDs. */
    readonly plans: readonly string[];
    /** What they took together. */
    readonly milliseconds: number;
  };
}

/** The run ends. */
export interface RunFinished extends EventBase {
  /** The run ends. */
  readonly kind: "run-finished";
  /** How it ended. */
  readonly outcome: RunOutcome;
  /** Number of commits it made. */
  readonly commits: number;
  /** What it did and how long it took. */
  readonly summary: RunSummary;
  /** What to type next; commands that can be pasted, the first is the likeliest. */
  readonly next: readonly string[];
}

/** Anything a run reports, told apart by `kind`. */
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
  | CheckFinished
  | HookRefused
  | Committed
  | QuestionAsked
  | QuestionAnswered
  | PlanFinished
  | Verified
  | RunFinished;
