/**
 * The result of `waves`.
 * @module
 */
import type { DoneOf, PlanState } from "./status.ts";

/** Result of `waves`. */
export interface WavesResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Phase number as printed, for example `03`. */
  readonly phase: string;
  /** Plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** Pairs of plans in one wave that share files and never run concurrently. */
  readonly serialized: readonly (readonly string[])[];
  /** With `--explain`: why each plan is in its wave, and which chain of plans is longest. */
  readonly explain?: WavesExplanation;
}

/**
 * Explanation of the waves of a phase. The unit of time is one open task; the tasks of a plan run
 * sequentially.
 */
export interface WavesExplanation {
  /** The plans, by wave. */
  readonly plans: readonly PlanPlacement[];
  /** The pairs of open plans in one wave that share files, ordered by wave, later plan and earlier plan. */
  readonly overlaps: readonly FileOverlap[];
  /** The longest chain of plans that depend on one another. */
  readonly criticalPath: {
    /** Its plans with open tasks, each depending on the previous one. */
    readonly plans: readonly string[];
    /** Their total number of open tasks. */
    readonly tasks: number;
  };
  /** Effect of the configuration. */
  readonly parallelization: ParallelizationExplanation;
}

/** Explanation of a plan's wave. */
export interface PlanPlacement {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its wave, from 1. */
  readonly wave: number;
  /** State. */
  readonly state: PlanState;
  /** Its tasks. */
  readonly tasks: DoneOf;
  /**
   * The chain of dependencies that determines the wave: the plan it depends on in the previous wave, then
   * that plan's own dependency, back to wave 1. Empty in wave 1.
   */
  readonly because: readonly string[];
  /** The plans of other phases that it depends on. They do not affect the waves. */
  readonly elsewhere: readonly OuterDependency[];
}

/** A plan of another phase that a plan depends on. */
export interface OuterDependency {
  /** ID of that plan. */
  readonly plan: string;
  /** True when it is complete; otherwise the phase cannot be executed. */
  readonly complete: boolean;
}

/** Two plans in one wave that share files and therefore run sequentially. */
export interface FileOverlap {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** ID of the earlier plan. */
  readonly first: string;
  /** ID of the later plan. */
  readonly second: string;
  /** The shared paths; for a folder and a file in it, the file. */
  readonly paths: readonly string[];
  /** A dependency that resolves the overlap; absent when other pairs imply it (1 before 2 and 2 before 3). */
  readonly resolution?: OverlapResolution;
}

/** A dependency that resolves an overlap, and its consequences. */
export interface OverlapResolution {
  /** The plan whose `depends_on` gets another ID. */
  readonly plan: string;
  /** The ID to add. */
  readonly dependsOn: string;
  /** The plans that would move to another wave. */
  readonly moves: readonly WaveMove[];
  /** Length of the critical path, in tasks. */
  readonly criticalPath: BeforeAfter;
}

/** A plan that moves to another wave. */
export interface WaveMove {
  /** Plan ID. */
  readonly plan: string;
  /** Number of its old wave. */
  readonly from: number;
  /** Number of its new wave. */
  readonly to: number;
}

/** A number before and after a change. */
export interface BeforeAfter {
  /** Value before the change. */
  readonly before: number;
  /** Value after the change. */
  readonly after: number;
}

/**
 * Why plans run sequentially: a key of `parallelization` requires it, the phase or the wave has only one
 * plan, the plans of the wave share files, the repository has no commits yet or has submodules, or the
 * checkouts of their worktrees would take longer than they save.
 */
export type SequentialReason =
  | "enabled"
  | "plan_level"
  | "max_concurrent_agents"
  | "min_plans_for_parallel"
  | "single-plan-phase"
  | "single-plan-wave"
  | "shared-files"
  | "no-commit"
  | "submodules"
  | "checkouts";

/** Effect of the configuration on the waves. */
export interface ParallelizationExplanation {
  /** The waves that have open tasks. */
  readonly waves: readonly WaveConcurrency[];
}

/** Concurrency of a wave. */
export interface WaveConcurrency {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Number of its plans with open tasks. */
  readonly plans: number;
  /** Maximum number of them that run concurrently, if each takes the same time. */
  readonly atOnce: number;
  /** The reason why they run sequentially; absent when they run concurrently. */
  readonly sequential?: SequentialReason;
}
