import type { Question } from "./question.ts";
import type { PhaseReference } from "./phase.ts";
/**
 * What an execution will do, as data: computed by a pure function, printed by `--dry-run`, walked
 * by the run.
 * @module
 */
import type { BranchingStrategy } from "./config.ts";
import type { TaskType } from "./plan_file.ts";
import type { RoleModel } from "./role_model.ts";

/** What every step has. */
export interface StepBase {
  /** Unique within the plan, for example `01-02/3/turn`. */
  readonly id: string;
  /** ID of the lane it belongs to; the steps of a lane come one after the other. */
  readonly lane: string;
}

/** Check out the branch the run commits to. */
export interface SwitchBranchStep extends StepBase {
  /** Check out a branch. */
  readonly kind: "switch-branch";
  /** Name of the branch. */
  readonly branch: string;
  /** Branch it starts from, and into which a merge is offered at the end. */
  readonly base: string;
  /** True when the branch does not exist yet. */
  readonly create: boolean;
}

/** Ask a person. */
export interface AskStep extends StepBase {
  /** Ask a person. */
  readonly kind: "ask";
  /** Plan the question belongs to; absent when it concerns the phase. */
  readonly plan?: string;
  /** Task number, for a checkpoint. */
  readonly task?: number;
  /** The question. */
  readonly question: Question;
}

/** Make the worktree of a lane usable, or take it up again. */
export interface AddWorktreeStep extends StepBase {
  /** Make a worktree. */
  readonly kind: "add-worktree";
  /** Plan ID. */
  readonly plan: string;
  /** Name of the worktree. */
  readonly worktree: string;
  /** Branch that is checked out in it, made by this tool. */
  readonly branch: string;
  /** Branch its work is going to be replayed onto. */
  readonly onto: string;
  /** True when an earlier run left it. */
  readonly exists: boolean;
}

/** Run the commands that make a new worktree ready. */
export interface SetUpWorktreeStep extends StepBase {
  /** Make a worktree ready. */
  readonly kind: "set-up-worktree";
  /** Plan ID. */
  readonly plan: string;
  /** Name of the worktree. */
  readonly worktree: string;
  /** Shell commands, in order. */
  readonly commands: readonly string[];
}

/** Replay what was committed in a worktree onto a branch, and remove the worktree. */
export interface ReplayStep extends StepBase {
  /** Replay the commits of a worktree. */
  readonly kind: "replay";
  /** Plan ID. */
  readonly plan: string;
  /** Name of the worktree. */
  readonly worktree: string;
  /** Branch that is checked out in it. */
  readonly branch: string;
  /** Branch that receives the commits. */
  readonly onto: string;
}

/** Let the agent carry out a task. */
export interface TurnStep extends StepBase {
  /** Let the agent work. */
  readonly kind: "turn";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** Type of the task. */
  readonly type: TaskType;
  /** Files the task declares. */
  readonly files: readonly string[];
  /** Folder the agent works in, relative to the project root. */
  readonly directory: string;
}

/** Run the commands that prove a task. */
export interface CheckStep extends StepBase {
  /** Run a task's checks. */
  readonly kind: "check";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Shell commands, in order. */
  readonly commands: readonly string[];
  /** Folder they run in, relative to the project root. */
  readonly directory: string;
}

/** Commit what a task changed. */
export interface CommitTaskStep extends StepBase {
  /** Commit a task. */
  readonly kind: "commit-task";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Whole message, trailers included. */
  readonly message: string;
}

/** Write a plan's summary and bring STATE and ROADMAP up to date. */
export interface WriteSummaryStep extends StepBase {
  /** Write a plan's summary. */
  readonly kind: "write-summary";
  /** Plan ID. */
  readonly plan: string;
  /** Path of the summary, relative to the project root. */
  readonly path: string;
}

/** Commit documents under `.planning/`. */
export interface CommitDocsStep extends StepBase {
  /** Commit documents. */
  readonly kind: "commit-docs";
  /** Plan ID. */
  readonly plan: string;
  /** Whole message, trailers included. */
  readonly message: string;
  /** Paths that are committed where they changed, relative to the project root. */
  readonly paths: readonly string[];
}

/** Verify the must-haves of the phase. */
export interface VerifyStep extends StepBase {
  /** Verify the must-haves. */
  readonly kind: "verify";
  /** The phase's folder, relative to the project root. */
  readonly directory: string;
}

/** Merge the phase's branch into its base, as the question `merge` was answered. */
export interface MergeStep extends StepBase {
  /** Merge a branch. */
  readonly kind: "merge";
  /** Branch that is merged. */
  readonly branch: string;
  /** Branch that receives the merge. */
  readonly base: string;
  /** Message of the merge or squash commit. */
  readonly message: string;
  /** Trailers of the commit, beside the one that says what a squash took in. */
  readonly trailers?: readonly string[];
  /** How to merge, where an earlier run was told and ended before it could. */
  readonly mode?: "squash" | "history";
}

/** One step of an execution. */
export type Step =
  | SwitchBranchStep
  | AskStep
  | AddWorktreeStep
  | SetUpWorktreeStep
  | ReplayStep
  | TurnStep
  | CheckStep
  | CommitTaskStep
  | WriteSummaryStep
  | CommitDocsStep
  | VerifyStep
  | MergeStep;

/** A task that counts as done although a later commit reverts its own. */
export interface RevertedTask {
  /** Task number, from 1. */
  readonly task: number;
  /** Hash of its commit. */
  readonly commit: string;
  /** Hash of the commit that reverts it. */
  readonly by: string;
  /** Command that asks for the task once more. Can be pasted. */
  readonly again: string;
}

/** A plan within a wave. */
export interface PlannedPlan {
  /** Plan ID. */
  readonly id: string;
  /** Path of the plan file, relative to the project root. */
  readonly path: string;
  /** The one-line objective. */
  readonly objective: string;
  /** Numbers of all its tasks. */
  readonly tasks: readonly number[];
  /** Numbers of the tasks that earlier runs committed. */
  readonly done: readonly number[];
  /** Those of them that a later commit reverts; absent when there are none. */
  readonly reverted?: readonly RevertedTask[];
  /** True when its summary is there and nothing remains. */
  readonly complete: boolean;
  /** IDs of the plans of the phase that it waits for. */
  readonly dependsOn: readonly string[];
  /** Files it declares, those of its tasks included, relative to the project root. */
  readonly files: readonly string[];
}

/** Plans that do not depend on one another. */
export interface PlannedWave {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Its plans, in the order they run. */
  readonly plans: readonly PlannedPlan[];
  /** Whether its plans run at the same time, each in a worktree of its own. */
  readonly parallel: boolean;
}

/**
 * Steps that come one after the other in one working tree. Lanes run at the same time unless one
 * waits for another.
 */
export interface Lane {
  /** Unique within the plan: `start`, `01-02`, `01-02/replay`, `end`. */
  readonly id: string;
  /** Plan ID; absent for a lane of the phase. */
  readonly plan?: string;
  /** Name of the worktree it works in; absent for the project's own working tree. */
  readonly worktree?: string;
  /** IDs of lanes that must have reached their end. */
  readonly after: readonly string[];
  /** IDs of lanes that come first as long as they can still reach their end. */
  readonly behind: readonly string[];
}

/** Everything an execution of one phase will do, in order. */
export interface ExecutionPlan {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The phase. */
  readonly phase: PhaseReference;
  /** Strategy the branches follow. */
  readonly strategy: BranchingStrategy;
  /** Branch the commits go to. */
  readonly branch: string;
  /** Branch into which a merge is offered; absent with strategy `none`. */
  readonly base?: string;
  /** Agent that carries out the tasks. */
  readonly agent: string;
  /** The command that the configuration gives for it, in full; absent where the agent's own is started. */
  readonly command?: string;
  /** The models that the profile gives those who work in this run; empty where the agent chooses, or has none. */
  readonly models: readonly RoleModel[];
  /** The waves, complete plans included. */
  readonly waves: readonly PlannedWave[];
  /** Pairs of plans of one wave that share files and therefore never run at the same time. */
  readonly serialized: readonly (readonly string[])[];
  /** Most agents at the same time. */
  readonly agents: number;
  /** The lanes, in an order in which they can run one after the other. */
  readonly lanes: readonly Lane[];
  /** What is to be done, lane by lane. Empty when the phase is complete. */
  readonly steps: readonly Step[];
}
