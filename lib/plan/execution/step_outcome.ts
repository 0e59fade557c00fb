import type { ConflictPath } from "../../../schemas/event.ts";
import type { AskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { ChosenAgent } from "../../../schemas/steering.ts";
import type { TurnNote, TurnQuestion } from "../run/turn_outcome.ts";
import type { VerificationGap, VerificationStatus } from "../../../schemas/verification.ts";

/** The mode of a merge. See docs/decisions/branches-and-merges.md. */
export type MergeMode = "squash" | "history";

/** The failure before a turn, for the agent to fix. */
export interface Feedback {
  /**
   * A failed check, tests that should fail and pass, a refused commit, a rejection by the user, their answer to the
   * agent's question, their words during the task, the stop of an earlier run, a branch that the agent left, or files
   * of a concurrent plan that it changed.
   */
  readonly kind:
    | "check"
    | "passes"
    | "hook"
    | "person"
    | "answer"
    | "told"
    | "stopped"
    | "branch"
    | "foreign";
  /** The command, or the agent's question; empty otherwise. */
  readonly command: string;
  /** The output, or the text of the user. */
  readonly text: string;
  /** The end of what the agent said before the stop, for a session that does not know it. */
  readonly said?: string;
  /** True if the changes of the task are not there: they were made on another machine. */
  readonly afresh?: true;
}

/** A path that a plan changed although a concurrent plan declares it. */
export interface OwnershipViolation {
  /** The path, relative to the project root. */
  readonly path: string;
  /** The ID of the plan that declares it. */
  readonly plan: string;
}

/** The outcome of a verification. */
export interface VerifiedOutcome {
  /** The must-haves were verified. */
  readonly kind: "verified";
  /** The status of the verification. */
  readonly status: VerificationStatus;
  /** The document, relative to the project root. */
  readonly path: string;
  /** The gaps that prevent the phase from passing. */
  readonly gaps: readonly VerificationGap[];
  /** A question without an answer yet, or a gate that was answered with no. */
  readonly review?: { readonly question: Question; readonly declined: boolean };
}

/** The outcome of a step. */
export type StepOutcome =
  /** It is done; with the notes of the agent for a turn. */
  | { readonly kind: "done"; readonly notes?: readonly TurnNote[] }
  | { readonly kind: "answered"; readonly value: string }
  | { readonly kind: "unanswered" }
  /** The agent ended its turn with a question. */
  | { readonly kind: "asks"; readonly asks: TurnQuestion; readonly notes?: readonly TurnNote[] }
  | { readonly kind: "turn-failed"; readonly message: string; readonly output: string }
  | { readonly kind: "check-failed"; readonly command: string; readonly output: string }
  /** The tests of a task pass, although nothing implements them yet. */
  | { readonly kind: "tests-pass"; readonly command: string }
  /** A hook refused a commit; `reformatted` if it changed the files, so that it may accept them now. */
  | { readonly kind: "hook-refused"; readonly output: string; readonly reformatted?: boolean }
  /** The agent left the branch, for the named place; the branch is checked out again. */
  | { readonly kind: "branch-left"; readonly place: string }
  /** Files of concurrent plans were changed. They are restored, unless `stops` leaves them to the user. */
  | {
    readonly kind: "ownership-violated";
    readonly paths: readonly OwnershipViolation[];
    readonly stops?: true;
  }
  /** Documents changed during a task, and no user is present to attribute the changes. */
  | { readonly kind: "waiting"; readonly question: Question }
  | VerifiedOutcome
  | { readonly kind: "conflict"; readonly conflicts: readonly ConflictPath[]; readonly begun: boolean }
  /** The user has told the agent something, in a turn that they interrupted or before the commit. */
  | { readonly kind: "told"; readonly text: string }
  /** The user has the task executed afresh. */
  | { readonly kind: "retried"; readonly chosen?: ChosenAgent }
  /** The user skips the task, for a reason. */
  | { readonly kind: "skipped"; readonly why: string }
  | { readonly kind: "suspended" }
  | { readonly kind: "interrupted" };

/** A step that is inserted before the current one. */
export interface Inserted {
  /** A turn that fixes a failure, or a question. */
  readonly step: TurnStep | AskStep;
  /** The failure that the turn has to fix. */
  readonly feedback?: Feedback;
}
