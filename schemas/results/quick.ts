/**
 * The result of `quick`.
 * @module
 */

/** Result of `quick`, after the events of its run. */
export interface QuickResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Outcome. `planned`: with `--dry-run`. `stopped`: the last event says why. */
  readonly outcome: "planned" | "done" | "stopped";
  /** ID of its plan, for example `261123-01`: the day and a number. */
  readonly id: string;
  /** The task, in one line. */
  readonly name: string;
  /** Path of its plan, relative to the project root. */
  readonly path: string;
  /** The text of the plan; only with `planned`. */
  readonly plan?: string;
  /** The next commands. */
  readonly next: readonly string[];
  /** The command that takes it back; only with `done`. */
  readonly back?: string;
}
