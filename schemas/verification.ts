/**
 * What came of verifying the must-haves of a phase.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";

/**
 * `gaps_found`: something that must be there is not. `human_needed`: nothing is missing as far as
 * could be checked, and a person has to look at the rest. `passed`: every must-have is verified.
 */
export type VerificationStatus = "passed" | "gaps_found" | "human_needed";

/**
 * A phase whose tasks are all committed: `executed` where nothing verified it, `verified` where every must-have
 * holds, `needs a person` where must-haves are left that only a person can judge, `gaps` where something is
 * missing.
 */
export type VerdictWord = "executed" | "verified" | "needs a person" | "gaps";

/** The verdict on a phase whose tasks are all committed. */
export interface PhaseVerdict {
  /** The verdict in a word. */
  readonly word: VerdictWord;
  /**
   * Number of must-haves that need a person, or of gaps; absent for the other words and where it is not known.
   * @asType integer
   * @minimum 1
   */
  readonly count?: number;
}

/** `unverified`: it could not be told. It never counts as verified. */
export type MustHaveOutcome = "verified" | "failed" | "unverified";

/** What is checked of an artifact or a link. */
export type CheckName =
  | "exists"
  | "min_lines"
  | "exports"
  | "contains"
  | "not_contains"
  | "min_tests"
  | "from"
  | "to"
  | "pattern";

/** One check of a file. */
export interface MustHaveCheck {
  /** What was checked. */
  readonly check: CheckName;
  /** What came of it. A `to` that is no file is unverified and keeps its link from nothing. */
  readonly outcome: MustHaveOutcome;
  /** What was found, or why it could not be told. */
  readonly found: string;
  /** What to do about it; empty when it is verified. */
  readonly todo: string;
}

/** Who says that something holds which no program can tell. */
export type Witness = "person" | "agent";

/** What came of an artifact. */
export interface ArtifactResult {
  /** ID of the plan that asks for it. */
  readonly plan: string;
  /** Path as the plan gives it. */
  readonly path: string;
  /** What the file provides, as the plan says. */
  readonly provides: string;
  /** Failed when a check failed, verified when all are. */
  readonly outcome: MustHaveOutcome;
  /** The checks, in the order they were made. */
  readonly checks: readonly MustHaveCheck[];
  /** Who confirmed what could not be checked. */
  readonly by?: Witness;
}

/** What came of a key link. */
export interface LinkResult {
  /** ID of the plan that asks for it. */
  readonly plan: string;
  /** File the connection starts from, as the plan gives it. */
  readonly from: string;
  /** File, module or endpoint it leads to, as the plan gives it. */
  readonly to: string;
  /** How the two are connected, as the plan says. */
  readonly via: string;
  /** Verified when `from` is there, `pattern` matches in it, and `to` is there if it is a file. */
  readonly outcome: MustHaveOutcome;
  /** The checks, in the order they were made. */
  readonly checks: readonly MustHaveCheck[];
  /** Who confirmed what could not be checked. */
  readonly by?: Witness;
}

/** What came of a truth. */
export interface TruthResult {
  /** ID of the plan that states it. */
  readonly plan: string;
  /** The behaviour. */
  readonly truth: string;
  /** Unverified as long as nobody has looked. */
  readonly outcome: MustHaveOutcome;
  /** Who looked. */
  readonly by?: Witness;
  /** What they saw. */
  readonly note?: string;
}

/** What an agent says of a truth: it holds, it does not, or only a person can tell. */
export type TruthFinding = "verified" | "failed" | "needs_person";

/** What an agent says of one truth. */
export interface TruthJudgement {
  /**
   * Number of the truth, as it was asked.
   * @asType integer
   * @minimum 1
   */
  readonly number: number;
  /** What it found. */
  readonly verdict: TruthFinding;
  /**
   * What it saw: files with lines, commands and what they printed; for a person what to look at.
   * @minLength 1
   */
  readonly evidence: string;
}

/** What an agent answers when it is asked which truths hold. */
export interface TruthJudgements {
  /** One for each truth. */
  readonly truths: readonly TruthJudgement[];
}

/** What came of a requirement that plans of the phase name. */
export interface RequirementResult {
  /** Its ID. */
  readonly id: string;
  /** What it asks for; empty when REQUIREMENTS.md does not list it. */
  readonly text: string;
  /** IDs of the phase's plans that name it. */
  readonly plans: readonly string[];
  /** `complete` once the phase has passed; `unknown` when REQUIREMENTS.md does not list it. */
  readonly state: "complete" | "pending" | "unknown";
}

/** Something that keeps the phase from passing. */
export interface VerificationGap {
  /** ID of the plan; absent when it is about the phase. */
  readonly plan?: string;
  /** What is missing or wrong. */
  readonly what: string;
  /** What to do about it. */
  readonly todo: string;
}

/** A number of must-haves, and how many of them are verified. */
export interface VerificationScore {
  /** How many are verified. */
  readonly verified: number;
  /** How many there are: artifacts, key links and truths. */
  readonly total: number;
}

/** What came of verifying a phase. */
export interface Verification {
  /** The phase. */
  readonly phase: PhaseReference;
  /** What it comes to. */
  readonly status: VerificationStatus;
  /** How many must-haves are verified. */
  readonly score: VerificationScore;
  /** The artifacts, plan by plan. */
  readonly artifacts: readonly ArtifactResult[];
  /** The key links, plan by plan. */
  readonly links: readonly LinkResult[];
  /** The truths, plan by plan. */
  readonly truths: readonly TruthResult[];
  /** The requirements that the plans name, each once. */
  readonly requirements: readonly RequirementResult[];
  /** What is missing or wrong. */
  readonly gaps: readonly VerificationGap[];
  /** What a person has to look at. */
  readonly open: readonly VerificationGap[];
}

/** Result of `verify-phase`. */
export interface VerifyResult extends Verification {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The status as a verdict on the phase. */
  readonly verdict: PhaseVerdict;
  /** Files that were written, or with `--dry-run` would be, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that holds them; null when none was made. */
  readonly commit: string | null;
  /** The question that waits for a person. */
  readonly question?: Question;
  /** Commands that make sense now, the likeliest first. Each can be pasted. */
  readonly next: readonly string[];
}
