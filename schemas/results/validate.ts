/**
 * The results of `validate`. Lines and columns count from 1.
 * @module
 */
import type { Severity } from "../diagnostic.ts";

/** A position in a text. */
export interface TextPosition {
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

/** A replacement in a file. */
export interface ReportedEdit {
  /** Start of the replaced text. */
  readonly start: TextPosition;
  /** End, exclusive. */
  readonly end: TextPosition;
  /** The replacement. */
  readonly text: string;
  /** File to edit; absent when it is the file of the finding. */
  readonly path?: string;
}

/** An unambiguous fix. */
export interface ReportedFix {
  /** Description of the fix. */
  readonly title: string;
  /** The edits, in order. */
  readonly edits: readonly ReportedEdit[];
}

/** A finding. */
export interface ReportedDiagnostic {
  /** Permanent code. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** The problem and its cause. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
  /** File, relative to the project root. */
  readonly path: string;
  /** Start. */
  readonly start: TextPosition;
  /** End, exclusive. */
  readonly end: TextPosition;
  /** The fix, when it is unambiguous. */
  readonly fix?: ReportedFix;
}

/** Counts of a validation. */
export interface ValidateSummary {
  /** Number of checked files. */
  readonly files: number;
  /** Number of plan files among them. */
  readonly plans: number;
  /** Number of findings with severity `error`. */
  readonly errors: number;
  /** Number of findings with severity `warning`. */
  readonly warnings: number;
  /** Number of findings with severity `hint`. */
  readonly hints: number;
  /** Number of findings that `--fix` can fix. */
  readonly fixable: number;
  /** Number of findings in finished plans that are not listed; `--history` lists them. */
  readonly history: number;
}

/** A finding that `--fix` fixed, or with `--dry-run` would fix. */
export interface FixedFinding {
  /** Permanent code. */
  readonly code: string;
  /** File of the finding, relative to the project root. */
  readonly path: string;
  /** Description of the fix. */
  readonly title: string;
}

/** A file that could be fixed but was left unchanged. */
export interface KeptFile {
  /** The file, relative to the project root. */
  readonly path: string;
  /** The reason why it was not changed. */
  readonly reason: string;
}

/** Result of `validate`. */
export interface ValidateResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The findings, by path and position. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** The counts. */
  readonly summary: ValidateSummary;
  /** With `--fix`: the fixed findings, in the order of the fixes; `diagnostics` has the remaining ones. */
  readonly fixed?: readonly FixedFinding[];
  /** With `--fix`: files that were written, relative to the project root; empty with `--dry-run`. */
  readonly written?: readonly string[];
  /** With `--fix`: files that could be fixed but were left unchanged. */
  readonly kept?: readonly KeptFile[];
  /** With `--fix --dry-run`: the changes as a unified diff. */
  readonly diff?: string;
}

/** A part of a file, in an example. */
export interface RuleBlock {
  /** The file, relative to the project root; empty for a list of files. */
  readonly path: string;
  /** Language of the text. */
  readonly language: "yaml" | "xml" | "json" | "markdown" | "text";
  /** The text. */
  readonly text: string;
}

/** The reference page of a rule. */
export interface RulePage {
  /** Permanent code. */
  readonly code: string;
  /** Default severity of its findings. */
  readonly severity: Severity;
  /** True when `--strict` turns its warnings into errors. */
  readonly strict: boolean;
  /** True when `--fix` can fix some of its findings. */
  readonly fixable: boolean;
  /** The rule, in one sentence without a full stop. */
  readonly summary: string;
  /** Rationale and details. */
  readonly why: string;
  /** An example that breaks the rule. */
  readonly wrong: readonly RuleBlock[];
  /** Message for that example. */
  readonly message: string;
  /** Hint for that example. */
  readonly hint: string;
  /** An example that follows the rule. */
  readonly right: readonly RuleBlock[];
}

/** Result of `validate --explain`. */
export interface RuleExplanation {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The rule. */
  readonly rule: RulePage;
}
