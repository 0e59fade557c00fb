/**
 * What a phase leaves open, and what was decided about it.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";

/** An answer that suggests itself. */
export interface SuggestedAnswer {
  /**
   * The answer, in a few words.
   * @minLength 1
   */
  readonly answer: string;
  /** What speaks for it or follows from it, in a line. */
  readonly because?: string;
}

/** Something that a phase leaves open and that a person has to decide. */
export interface OpenPoint {
  /**
   * The question, in one line.
   * @minLength 1
   */
  readonly question: string;
  /** Why it matters: what would be built differently. */
  readonly why: string;
  /** Answers that suggest themselves, the recommended one first; none where only a person knows. */
  readonly choices: readonly SuggestedAnswer[];
}

/** What an agent answers when it is asked what a phase leaves open. */
export interface PhaseQuestions {
  /** What belongs to the phase and what does not, in a few sentences. */
  readonly boundary: string;
  /** The questions, the weightiest first; none when nothing is open. */
  readonly questions: readonly OpenPoint[];
}

/** A decision about a phase. */
export interface Decision {
  /** Its ID within the phase, for example `D-01`. */
  readonly id: string;
  /** What was open. */
  readonly question: string;
  /** What was decided. */
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
  /** What was decided now. */
  readonly decisions: readonly Decision[];
  /** What is still open. */
  readonly open: readonly Question[];
  /** The gate that waits for a person before the next stage begins. */
  readonly question?: Question;
  /** Files that were written, or with `--dry-run` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that holds them; null when none was made. */
  readonly commit: string | null;
  /** Commands that make sense now, the likeliest first. Each can be pasted. */
  readonly next: readonly string[];
}
