/**
 * The result of `run`.
 * @module
 */

/** A command that `run` carries out for a phase. */
export type StageName = "plan-phase" | "execute-phase" | "verify-phase";

/** One stage of a phase. */
export interface Stage {
  /** The command. */
  readonly command: StageName;
  /** Number of the phase, as an argument of the command. */
  readonly phase: string;
}

/** A stage that was carried out. */
export interface EndedStage extends Stage {
  /** Exit code of the command. */
  readonly exitCode: number;
}

/** Result of `run`. */
export interface RunResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /**
   * Outcome. `planned`: with `--dry-run`. `completed`: no stage is left. `stopped`: something is left that waits
   * for you, or the last stage failed.
   */
  readonly outcome: "planned" | "completed" | "stopped";
  /** The stages that were carried out, in order. */
  readonly stages: readonly EndedStage[];
  /** The stage that a run would begin with; only with `planned`. */
  readonly first?: Stage;
  /** The reason why it stopped; absent when it did not, or when the last stage has given it. */
  readonly message?: string;
  /** The next commands. */
  readonly next: readonly string[];
}
