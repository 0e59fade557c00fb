/**
 * The result of `undo`, `redo` and `skip`.
 * @module
 */
import type { ConflictPath } from "../event.ts";

/** A commit that is reverted. */
export interface UndoneCommit {
  /** Its hash. */
  readonly commit: string;
  /** The first line of its message. */
  readonly subject: string;
}

/** A task that is to be executed again, or skipped. */
export interface ReopenedTask {
  /** ID of its plan. */
  readonly plan: string;
  /** Its number, from 1. */
  readonly task: number;
  /** Its name. */
  readonly name: string;
}

/** Result of `undo`, `redo` and `skip`. */
export interface UndoResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The command. */
  readonly action: "undo" | "redo" | "skip";
  /**
   * Outcome. `planned`: with `--dry-run`. `waiting`: the user could not be asked; confirm with `--yes`. `refused`: a hook
   * refused the commit. Only `undone`, `reopened` and `skipped` changed anything, unless an earlier call had: then
   * there is no commit.
   */
  readonly outcome:
    | "planned"
    | "waiting"
    | "declined"
    | "undone"
    | "reopened"
    | "skipped"
    | "conflict"
    | "refused";
  /** Kind of the target. */
  readonly kind: "phase" | "plan" | "task";
  /** The phase, plan or task, as an argument of the command. */
  readonly target: string;
  /** Current branch. */
  readonly branch: string;
  /** The commits to revert, newest first. */
  readonly commits: readonly UndoneCommit[];
  /** The tasks to execute again, or to skip. */
  readonly tasks: readonly ReopenedTask[];
  /** Paths of the summaries to remove, relative to the project root. */
  readonly summaries: readonly string[];
  /** Hash of the commit that was made; null if there is none, as nothing was changed. */
  readonly commit: string | null;
  /** The files in conflict, relative to the root of the repository; only with `conflict`. */
  readonly conflicts?: readonly ConflictPath[];
  /** Hash of the commit that cannot be reverted; only with `conflict`. */
  readonly conflicting?: string;
  /** Output of the hook; only with `refused`. */
  readonly output?: string;
  /** The next commands. */
  readonly next: readonly string[];
  /** The command that takes it back, as long as nothing was executed since; only if anything was changed. */
  readonly back?: string;
}
