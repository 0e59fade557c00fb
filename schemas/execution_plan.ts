import type { Question } from "./question.ts";
import type { PhaseReference } from "./phase.ts";
/**
 * The steps of an execution, as data: computed by a pure function, printed by `--dry-run`, carried
 * out by the run.
 * @module
 */
import type { BranchingStrategy } from "./config.ts";
import type { TaskType } from "./plan_file.ts";
import type { RoleModel } from "./role_model.ts";
import type { UsageEstimate } from "./usage.ts";

/** Properties of every step. */
export interface StepBase {
  /** Unique within the plan, for example `01-02/3/turn`. */
  readonly id: string;
  /** ID of its lane; the steps of a lane are sequential. */
  readonly lane: string;
}

/** Check out the branch that the run commits to. */
export interface SwitchBranchStep extends StepBase {
  /** Check out a branch. */
  readonly kind: "switch-branch";
  /** Name of the branch. */
  readonly branch: string;
  /** Branch it starts from, and that it can be merged into at the end. */
  readonly base: string;
  /** True when the branch does not exist yet. */
  readonly create: boolean;
  /** Full name of the branch on a remote that it starts from, if another clone has pushed it. */
  readonly from?: string;
}

/** Ask the user. */
export interface AskStep extends StepBase {
  /** Ask the user. */
  readonly kind: "ask";
  /** Plan that the question belongs to; absent when it concerns the phase. */
  readonly plan?: string;
  /** Task number, for a checkpoint. */
  readonly task?: number;
  /** The question. */
  readonly question: Question;
}

/** Create the worktree of a lane, or reuse an existing one. */
export interface AddWorktreeStep extends StepBase {
  /** Create a worktree. */
  readonly kind: "add-worktree";
  /** Plan ID. */
  readonly plan: string;
  /** Name of the worktree. */
  readonly worktree: string;
  /** Branch that is checked out in it, created by this tool. */
  readonly branch: string;
  /** Branch that its commits are replayed onto. */
  readonly onto: string;
  /** True when an earlier run left it. */
  readonly exists: boolean;
}

/** Run the setup commands of a new worktree. */
export interface SetUpWorktreeStep extends StepBase {
  /** Set up a worktree. */
  readonly kind: "set-up-worktree";
  /** Plan ID. */
  readonly plan: string;
  /** Name of the worktree. */
  readonly worktree: string;
  /** Shell commands, in order. */
  readonly commands: readonly string[];
}

/** Replay the commits of a worktree onto a branch, and remove the worktree. */
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

/** Have the agent carry out a task. */
export interface TurnStep extends StepBase {
  /** Start a turn of the agent. */
  readonly kind: "turn";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** Type of the task. */
  readonly type: TaskType;
  /** Files that the task declares. */
  readonly files: readonly string[];
  /** Folder that the agent works in, relative to the project root. */
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
  /** Shell commands of which one has to fail, because the task's tests are not implemented yet. */
  readonly failing?: readonly string[];
  /** Folder they run in, relative to the project root. */
  readonly directory: string;
}

/** Commit the changes of a task. */
export interface CommitTaskStep extends StepBase {
  /** Commit a task. */
  readonly kind: "commit-task";
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Complete message, including trailers. */
  readonly message: string;
  /** Task whose commit contains the changes of this one too, if a hook runs the tests and refuses them. */
  readonly deferTo?: number;
}

/** Write a plan's summary and update STATE and ROADMAP. */
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
  /** Complete message, including trailers. */
  readonly message: string;
  /** Paths to commit if they changed, relative to the project root. */
  readonly paths: readonly string[];
}

/** Verify the must-haves of the phase. */
export interface VerifyStep extends StepBase {
  /** Verify the must-haves. */
  readonly kind: "verify";
  /** The phase's folder, relative to the project root. */
  readonly directory: string;
}

/** Merge the phase's branch into its base, as answered to the question `merge`. */
export interface MergeStep extends StepBase {
  /** Merge a branch. */
  readonly kind: "merge";
  /** Branch that is merged. */
  readonly branch: string;
  /** Branch that receives the merge. */
  readonly base: string;
  /** Message of the merge or squash commit. */
  readonly message: string;
  /** Trailers of the commit, in addition to the one that names the squashed commits. */
  readonly trailers?: readonly string[];
  /** The merge mode, when it was answered in an earlier run that ended before the merge. */
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

/** A task that counts as done even though a later commit reverts it. */
export interface RevertedTask {
  /** Task number, from 1. */
  readonly task: number;
  /** Hash of its commit. */
  readonly commit: string;
  /** Hash of the commit that reverts it. */
  readonly by: string;
  /** Command that schedules the task again. Can be pasted into a shell. */
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
  /** Numbers of its tasks. */
  readonly tasks: readonly number[];
  /** Numbers of the tasks that earlier runs committed, or the user skipped. */
  readonly done: readonly number[];
  /** Numbers of the tasks that the user skipped; absent when there are none. */
  readonly skipped?: readonly number[];
  /** Done tasks that a later commit reverts; absent when there are none. */
  readonly reverted?: readonly RevertedTask[];
  /** True when its summary exists and nothing remains to be done. */
  readonly complete: boolean;
  /** IDs of the plans in the phase that it waits for. */
  readonly dependsOn: readonly string[];
  /** Files that the plan and its tasks declare, relative to the project root. */
  readonly files: readonly string[];
}

/** Plans that do not depend on one another. */
export interface PlannedWave {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Its plans, in execution order. */
  readonly plans: readonly PlannedPlan[];
  /** True when its plans run concurrently, each in its own worktree. */
  readonly parallel: boolean;
  /** The reason why they do not, if the checkouts of their worktrees would take longer than they save. */
  readonly sequential?: "checkouts";
}

/**
 * Sequential steps in one working tree. Lanes run concurrently unless one waits for another.
 */
export interface Lane {
  /** Unique within the plan: `start`, `01-02`, `01-02/replay`, `end`. */
  readonly id: string;
  /** Plan ID; absent for a lane of the phase. */
  readonly plan?: string;
  /** Name of the worktree it works in; absent for the project's own working tree. */
  readonly worktree?: string;
  /** IDs of lanes that must be complete first. */
  readonly after: readonly string[];
  /** IDs of lanes that go first while they can still complete. */
  readonly behind: readonly string[];
}

/** All steps of the execution of one phase, in order. */
export interface ExecutionPlan {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The phase. */
  readonly phase: PhaseReference;
  /** Branching strategy. */
  readonly strategy: BranchingStrategy;
  /** Branch that receives the commits. */
  readonly branch: string;
  /** Branch to merge into; absent with strategy `none`. */
  readonly base?: string;
  /** Agent that carries out the tasks. */
  readonly agent: string;
  /** The other agents of the run, with which a task may be retried; absent without any. */
  readonly otherAgents?: readonly string[];
  /** The complete configured command that starts it; absent when the agent's preset is used. */
  readonly command?: string;
  /** The models that the profile assigns to the roles of this run; empty when the agent chooses or has none. */
  readonly models: readonly RoleModel[];
  /** The plan that is executed alone while others of the phase are left; absent for the whole rest. */
  readonly alone?: string;
  /** The waves, complete plans included. */
  readonly waves: readonly PlannedWave[];
  /** Pairs of plans in one wave that share files and therefore never run concurrently. */
  readonly serialized: readonly (readonly string[])[];
  /** What the open plans will use, estimated from earlier plans with this agent; absent without any. */
  readonly estimate?: UsageEstimate;
  /** Maximum number of concurrent agents. */
  readonly agents: number;
  /** The lanes, in an order in which they could run sequentially. */
  readonly lanes: readonly Lane[];
  /** The remaining steps, lane by lane. Empty when the phase is complete. */
  readonly steps: readonly Step[];
}
