/**
 * The open questions of a phase and the decisions about them.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";

/** A suggested answer. */
export interface SuggestedAnswer {
  /**
   * The answer, in a few words.
   * @minLength 1
   */
  readonly answer: string;
  /** A reason for it or a consequence of it, in one line. */
  readonly because?: string;
}

/** An open question of a phase that the user has to decide. */
export interface OpenPoint {
  /**
   * The question, in one line.
   * @minLength 1
   */
  readonly question: string;
  /** The reason why it matters: the differences in the result, depending on the answer. */
  readonly why: string;
  /** Suggested answers, the recommended one first; empty when only the user can know. */
  readonly choices: readonly SuggestedAnswer[];
}

/** An agent's answer to the request for a phase's open questions. */
export interface PhaseQuestions {
  /** The scope of the phase: what belongs to it and what does not, in a few sentences. */
  readonly boundary: string;
  /** The questions, the most important first; empty when nothing is open. */
  readonly questions: readonly OpenPoint[];
}

/** A decision about a phase. */
export interface Decision {
  /** ID within the phase, for example `D-01`. */
  readonly id: string;
  /** The question. */
  readonly question: string;
  /** The decision. */
  readonly answer: string;
}

/** Result of `discuss-phase`. */
export interface DiscussResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The phase. */
  readonly phase: PhaseReference;
  /** The document that holds the decisions, relative to the project root. */
  readonly path: string;
  /** The decisions of this invocation. */
  readonly decisions: readonly Decision[];
  /** The questions that are still open. */
  readonly open: readonly Question[];
  /** The gate to confirm before the next stage starts. */
  readonly question?: Question;
  /** Files that were written, or with `--dry-run` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that contains them; null when none was made. */
  readonly commit: string | null;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
}
