import type { ConflictPath } from "../../../schemas/event.ts";
import type { AskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { VerificationGap, VerificationStatus } from "../../../schemas/verification.ts";

/** How to merge. See docs/decisions/branches-and-merges.md. */
export type MergeMode = "squash" | "history";

/** What went wrong before a turn, for the agent to mend. */
export interface Feedback {
  /** A check failed, a hook refused the commit, or a person saw something wrong. */
  readonly kind: "check" | "hook" | "person";
  /** The failing command; empty otherwise. */
  readonly command: string;
  /** What it printed, or what the person wrote. */
  readonly text: string;
}

/** A path that a plan changed although another plan, which runs at the same time, declares it. */
export interface OwnershipViolation {
  /** The path, relative to the project root. */
  readonly path: string;
  /** ID of the plan that declares it. */
  readonly plan: string;
}

/** What came of verifying the must-haves. */
export interface VerifiedOutcome {
  /** The must-haves were verified. */
  readonly kind: "verified";
  /** What came of it. */
  readonly status: VerificationStatus;
  /** The document, relative to the project root. */
  readonly path: string;
  /** What keeps the phase from passing. */
  readonly gaps: readonly VerificationGap[];
  /** A question that has no answer yet, or a gate that was answered with no. */
  readonly review?: { readonly question: Question; readonly declined: boolean };
}

/** How a step went. */
export type StepOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "answered"; readonly value: string }
  | { readonly kind: "unanswered" }
  | { readonly kind: "turn-failed"; readonly message: string; readonly output: string }
  | { readonly kind: "check-failed"; readonly command: string; readonly output: string }
  | { readonly kind: "hook-refused"; readonly output: string }
  | { readonly kind: "trespassed"; readonly paths: readonly OwnershipViolation[] }
  /** Documents changed during a task, and nobody is there to say whose the changes are. */
  | { readonly kind: "waiting"; readonly question: Question }
  | VerifiedOutcome
  | { readonly kind: "conflict"; readonly conflicts: readonly ConflictPath[]; readonly begun: boolean }
  | { readonly kind: "suspended" }
  | { readonly kind: "interrupted" };

/** A step that came up while another was performed, and is performed before it. */
export interface Inserted {
  /** A turn that mends, or a question. */
  readonly step: TurnStep | AskStep;
  /** What a turn has to mend. */
  readonly feedback?: Feedback;
}
