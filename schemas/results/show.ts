/**
 * The result of `show`.
 * @module
 */
import type { PhaseVerdict } from "../verification.ts";
import type { PlanState } from "./status.ts";
import type { UndoneCommit as ShownCommit } from "./undo.ts";
import type { UsageTotal } from "../usage.ts";

/** A check of a task. */
export interface ShownCheck {
  /** The command. */
  readonly command: string;
  /** Its last logged result; null if no log has one. */
  readonly passed: boolean | null;
}

/** A task. */
export interface ShownTask {
  /** Its number, from 1. */
  readonly task: number;
  /** Its name. */
  readonly name: string;
  /** Its commit; null if it is not done. */
  readonly commit: ShownCommit | null;
  /** Hash of a later commit that reverts it; absent if none does. */
  readonly reverted?: string;
  /** The reason why the user skipped it; absent if it is not skipped. */
  readonly skipped?: string;
  /** The answers at its checkpoint, in order. */
  readonly answers: readonly string[];
  /** Its checks. */
  readonly checks: readonly ShownCheck[];
  /** Milliseconds that the logged runs worked on it; null if none did. */
  readonly milliseconds: number | null;
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** A plan. */
export interface ShownPlan {
  /** Its ID. */
  readonly plan: string;
  /** Its objective, on one line; may be empty. */
  readonly objective: string;
  /** Its state. */
  readonly state: PlanState;
  /** Its tasks; of a target that is a task, only this one. */
  readonly tasks: readonly ShownTask[];
  /** The commits with its documents, newest first. */
  readonly documents: readonly ShownCommit[];
  /** Path of its summary, relative to the project root; null if there is none. */
  readonly summary: string | null;
  /** The changed paths that it does not declare, relative to the project root. */
  readonly undeclared: readonly string[];
  /** Milliseconds that the logged runs worked on it; null if none did. */
  readonly milliseconds: number | null;
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** A file that the tasks changed. */
export interface ShownFile {
  /** Its path, relative to the root of the repository. */
  readonly path: string;
  /** Number of added lines; null for a binary file. */
  readonly added: number | null;
  /** Number of removed lines; null for a binary file. */
  readonly removed: number | null;
}

/** Result of `show`. */
export interface ShowResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Kind of the target. */
  readonly kind: "phase" | "plan" | "task";
  /** The phase, plan or task, as an argument of the command. */
  readonly target: string;
  /** The name of the phase or task, or the objective of the plan. */
  readonly name: string;
  /** The branch whose history is shown; null when HEAD is detached, or outside a repository. */
  readonly branch: string | null;
  /** The plans of the phase, or the plan. */
  readonly plans: readonly ShownPlan[];
  /** The decisions in the context document of the phase; only if the target is a phase. */
  readonly decisions: readonly string[];
  /** The files that the commits of the shown tasks changed, all commits together. */
  readonly files: readonly ShownFile[];
  /** The verdict on the must-haves of the phase; absent until all its plans are complete. */
  readonly verdict?: PhaseVerdict;
  /** The gaps that the last verification of the phase found. */
  readonly gaps: readonly string[];
  /** The next commands. */
  readonly next: readonly string[];
}
