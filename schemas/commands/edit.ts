/**
 * The commands that change plans and what was done.
 * @module
 */
import type { ConfigOverrides } from "./shared.ts";

/** Actions of the command `phase`. */
export type PhaseAction = "add" | "insert" | "remove" | "rename" | "move";

/** Add, insert, remove, rename or move a phase: its folder, plans and numbers, and the documents that name it. */
export interface PhaseOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: PhaseAction;
  /**
   * Name of the new phase for add, otherwise a phase (3 or 2.1). insert puts the new phase after it; after 0, it is the first.
   * @positional
   * @placeholder phase-or-name
   */
  readonly subject: string;
  /**
   * Name, for insert and rename; for move, the phase to put it after. After 0, it is the first.
   * @positional
   * @placeholder name-or-phase
   */
  readonly value?: string;
  /**
   * Goal of a new phase, in one sentence.
   * @placeholder text
   */
  readonly goal?: string;
  /**
   * Use whole numbers, and change those of later phases. Default: a number such as 3.1, so that no other changes.
   * @default false
   */
  readonly renumber?: boolean;
  /**
   * Show the files and the differences without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Make the change without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Give up a phase: cancel it in the roadmap for a reason, and keep its branches under other names. */
export interface AbandonOptions extends ConfigOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * The reason, recorded in the roadmap and the commit.
   * @placeholder reason
   */
  readonly why?: string;
  /**
   * Show what would change without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Make the change without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Actions of the command `plan`. */
export type PlanAction = "new" | "insert" | "remove" | "rename";

/** Types of a new plan. */
export type NewPlanType = "execute" | "tdd";

/** Create, insert, remove or rename a plan: its file, number and dependencies, and the documents that name it. */
export interface PlanOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: PlanAction;
  /**
   * Phase (3) for new, otherwise plan (03-01). insert puts the new plan after it.
   * @positional
   * @placeholder phase-or-plan
   */
  readonly subject: string;
  /**
   * Name of the new plan, or the new name; for rename also a new ID, for example 03-04 or 04-01.
   * @positional
   * @placeholder name
   */
  readonly value?: string;
  /**
   * Type of a new plan.
   * @default "execute"
   */
  readonly type?: NewPlanType;
  /**
   * Plan or phase that a new plan depends on: 03-01, "Phase 2". Default for insert: the plan before it.
   * @placeholder plan-id
   */
  readonly "depends-on"?: readonly string[];
  /**
   * Wave of a new plan. It must be the one that follows from the dependencies.
   * @placeholder number
   */
  readonly wave?: string;
  /**
   * Use whole numbers, and change those of later plans. Default: a number such as 03-01.1, so that no other changes.
   * @default false
   */
  readonly renumber?: boolean;
  /**
   * Show the files and the differences without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Make the change without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Undo a phase, plan or task: revert its commits, so that the next run executes it again. */
export interface UndoOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to undo.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * Show the commits and tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Undo it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Redo a phase, plan or task: the next run executes it again, on top of its changes. */
export interface RedoOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to redo.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * Revert its commits first, like wf undo. Otherwise its changes stay, and the agent continues from them.
   * @default false
   */
  readonly undo?: boolean;
  /**
   * Show the commits and tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Redo it without asking.
   * @default false
   */
  readonly yes?: boolean;
}

/** Skip a task, or the open tasks of a plan: they are not executed, and never count as done. */
export interface SkipOptions extends ConfigOverrides {
  /**
   * Plan (01-02) or task (01-02/3) to skip.
   * @positional
   * @placeholder work
   */
  readonly target: string;
  /**
   * The reason. It is recorded in the history, and in the summary of the plan. Required.
   * @placeholder reason
   */
  readonly why?: string;
  /**
   * Show the tasks without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Skip it without asking.
   * @default false
   */
  readonly yes?: boolean;
}
