/**
 * The result of `new-milestone`.
 * @module
 */
import type { Question } from "../question.ts";

/** A phase of the new milestone. */
export interface NewMilestonePhase {
  /** Number as printed, for example `05`. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** IDs of the requirements that it delivers. */
  readonly requirements: readonly string[];
}

/** Result of `new-milestone`. */
export interface NewMilestoneResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /**
   * Outcome. `planned`: with `--dry-run`. `waiting`, `declined`: the gate has no answer, or the answer no.
   * `refused`: a hook refused the commit; the files are written.
   */
  readonly outcome: "planned" | "begun" | "waiting" | "declined" | "refused";
  /** Version of the milestone. */
  readonly version: string;
  /** Its name; may be empty. */
  readonly name: string;
  /** The phases of the draft; empty when you add them. */
  readonly phases: readonly NewMilestonePhase[];
  /** Files that were written, or with `planned` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Hash of the commit; null if there is none. */
  readonly commit: string | null;
  /** The gate; only with `waiting`. */
  readonly question?: Question;
  /** Output of the hook; only with `refused`. */
  readonly output?: string;
  /** The next commands. */
  readonly next: readonly string[];
  /** The command that takes it back; only with a commit. */
  readonly back?: string;
}
