/**
 * The result of verifying the must-haves of a phase.
 * @module
 */
import type { PhaseReference } from "./phase.ts";
import type { Question } from "./question.ts";

/**
 * `gaps_found`: a must-have failed. `human_needed`: no check failed, but some must-haves need a
 * human check. `passed`: every must-have is verified.
 */
export type VerificationStatus = "passed" | "gaps_found" | "human_needed";

/**
 * Verdicts on a phase whose plans are all complete. `executed`: not verified yet. `skipped`: neither, because the user
 * skipped tasks. `verified`: every must-have holds. `needs a person`: some must-haves need a human check. `gaps`:
 * something is missing.
 */
export type VerdictKind = "executed" | "skipped" | "verified" | "needs a person" | "gaps";

/** The verdict on a phase whose plans are all complete. */
export interface PhaseVerdict {
  /** The verdict. */
  readonly word: VerdictKind;
  /**
   * Number of skipped tasks, of must-haves that need a person, or of gaps; absent for other verdicts and when unknown.
   * @asType integer
   * @minimum 1
   */
  readonly count?: number;
}

/** `unverified`: could not be determined. It never counts as verified. */
export type MustHaveOutcome = "verified" | "failed" | "unverified";

/** Checks of an artifact or a key link. */
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
  /** Name of the check. */
  readonly check: CheckName;
  /** Result. A `to` that is not a file is unverified, which does not affect the result of the link. */
  readonly outcome: MustHaveOutcome;
  /** Finding, or why it could not be determined. */
  readonly found: string;
  /** The remedy; empty when it is verified. */
  readonly todo: string;
}

/** The source of a confirmation that no program can give. */
export type Witness = "person" | "agent";

/** The result for an artifact. */
export interface ArtifactResult {
  /** ID of the plan that requires it. */
  readonly plan: string;
  /** Path, as in the plan. */
  readonly path: string;
  /** Purpose of the file, as in the plan. */
  readonly provides: string;
  /** `failed` when any check failed, `verified` when all are verified. */
  readonly outcome: MustHaveOutcome;
  /** The checks, in the order they were made. */
  readonly checks: readonly MustHaveCheck[];
  /** The source of the confirmation for must-haves that could not be checked. */
  readonly by?: Witness;
}

/** The result for a key link. */
export interface LinkResult {
  /** ID of the plan that requires it. */
  readonly plan: string;
  /** File that the connection starts from, as in the plan. */
  readonly from: string;
  /** File, module or endpoint that it leads to, as in the plan. */
  readonly to: string;
  /** Description of the connection, as in the plan. */
  readonly via: string;
  /** `verified` when `from` exists, `pattern` matches in it, and `to` exists if it is a file. */
  readonly outcome: MustHaveOutcome;
  /** The checks, in the order they were made. */
  readonly checks: readonly MustHaveCheck[];
  /** The source of the confirmation for must-haves that could not be checked. */
  readonly by?: Witness;
}

/** The result for a truth, or for a success criterion of the phase. */
export interface TruthResult {
  /** ID of the plan that states it; `ROADMAP` for a success criterion. */
  readonly plan: string;
  /** The behavior. */
  readonly truth: string;
  /** `unverified` until an agent or a person has judged it. */
  readonly outcome: MustHaveOutcome;
  /** The judge. */
  readonly by?: Witness;
  /** Their evidence. */
  readonly note?: string;
}

/** The result of running a task's check again on the final state. */
export interface RepeatedCheck {
  /** ID of the plan. */
  readonly plan: string;
  /** Number of the task, from 1; the last of several with the same check. */
  readonly task: number;
  /** The command. */
  readonly command: string;
  /** `unverified` when it no longer passes: only a person can tell whether it still has to. */
  readonly outcome: MustHaveOutcome;
  /** The commit that broke it and the output; empty when it passes. */
  readonly found: string;
  /** The person who accepted that it does not pass. */
  readonly by?: Witness;
}

/** An agent's judgement of a truth: it holds, it does not, or only a person can judge it. */
export type TruthFinding = "verified" | "failed" | "needs_person";

/** An agent's judgement of one truth, with its evidence. */
export interface TruthJudgement {
  /**
   * Number of the truth in the prompt.
   * @asType integer
   * @minimum 1
   */
  readonly number: number;
  /** The judgement. */
  readonly verdict: TruthFinding;
  /**
   * Evidence: files with lines, commands and their output; for `needs_person`, what to inspect.
   * @minLength 1
   */
  readonly evidence: string;
}

/** An agent's answer to the question which truths hold. */
export interface TruthJudgements {
  /** One for each truth. */
  readonly truths: readonly TruthJudgement[];
}

/** The state of a requirement that plans of the phase name. */
export interface RequirementResult {
  /** ID of the requirement. */
  readonly id: string;
  /** Text of the requirement; empty when REQUIREMENTS.md does not list it. */
  readonly text: string;
  /** IDs of the phase's plans that name it. */
  readonly plans: readonly string[];
  /** `complete` once the phase has passed; `unknown` when REQUIREMENTS.md does not list it. */
  readonly state: "complete" | "pending" | "unknown";
}

/** A gap that keeps the phase from passing. */
export interface VerificationGap {
  /** ID of the plan; absent when the gap concerns the phase. */
  readonly plan?: string;
  /** The problem. */
  readonly what: string;
  /** The remedy. */
  readonly todo: string;
}

/** A count of must-haves and of those that are verified. */
export interface VerificationScore {
  /** Number of verified must-haves. */
  readonly verified: number;
  /** Number of all must-haves: artifacts, key links and truths. */
  readonly total: number;
}

/** The result of verifying a phase. */
export interface Verification {
  /** The phase. */
  readonly phase: PhaseReference;
  /** Status of the phase. */
  readonly status: VerificationStatus;
  /** The count of verified must-haves. */
  readonly score: VerificationScore;
  /** The artifacts, plan by plan. */
  readonly artifacts: readonly ArtifactResult[];
  /** The key links, plan by plan. */
  readonly links: readonly LinkResult[];
  /** The truths, plan by plan, then the success criteria of the phase. */
  readonly truths: readonly TruthResult[];
  /** The checks of the tasks, run again on the final state, each command once. */
  readonly checks: readonly RepeatedCheck[];
  /** The requirements that the plans name, each once. */
  readonly requirements: readonly RequirementResult[];
  /** The gaps. */
  readonly gaps: readonly VerificationGap[];
  /** The must-haves that need a human check. */
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
  /** Commit that contains them; null when none was made. */
  readonly commit: string | null;
  /** The open question. */
  readonly question?: Question;
  /** Suggested next commands, the most likely first. Each can be pasted into a shell. */
  readonly next: readonly string[];
}
