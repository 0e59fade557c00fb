/**
 * The JSON values that commands print with `--json`. Lines and columns count from 1.
 * @module
 */
import type { Severity } from "./diagnostic.ts";

/** A place in a text, counted from 1. */
export interface Position {
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

/** A replacement in a file. */
export interface ReportedEdit {
  /** Where the replaced text starts. */
  readonly start: Position;
  /** Where it ends, exclusive. */
  readonly end: Position;
  /** The new text. */
  readonly text: string;
}

/** A mend that is certain. */
export interface ReportedFix {
  /** What the fix does. */
  readonly title: string;
  /** The edits, in order. */
  readonly edits: readonly ReportedEdit[];
}

/** A finding. */
export interface ReportedDiagnostic {
  /** Permanent code. */
  readonly code: string;
  /** How bad it is. */
  readonly severity: Severity;
  /** What is wrong and why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** File, relative to the project root. */
  readonly path: string;
  /** Where it starts. */
  readonly start: Position;
  /** Where it ends, exclusive. */
  readonly end: Position;
  /** The mend, where one is certain. */
  readonly fix?: ReportedFix;
}

/** Counts of a validation. */
export interface ValidateSummary {
  /** Files that were checked. */
  readonly files: number;
  /** Plan files among them. */
  readonly plans: number;
  /** Findings with severity `error`. */
  readonly errors: number;
  /** Findings with severity `warning`. */
  readonly warnings: number;
  /** Findings with severity `hint`. */
  readonly hints: number;
}

/** Result of `validate`. */
export interface ValidateResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The findings, by path and position. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** The counts. */
  readonly summary: ValidateSummary;
}

/** Result of `waves`. */
export interface WavesResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Phase number as printed, for example `03`. */
  readonly phase: string;
  /** Plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** Pairs of plans of one wave that share files and never run at the same time. */
  readonly serialized: readonly (readonly string[])[];
}

/** Result of `branch-name`. */
export interface BranchNameResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The name, which git accepts. */
  readonly branch: string;
}

/** Result of `commit-message`. */
export interface CommitMessageResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The message. */
  readonly message: string;
}

/** Result of `demo`. */
export interface DemoResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder of the sample project. */
  readonly directory: string;
  /** Commits the run made, oldest first. */
  readonly commits: readonly string[];
}

/** What is printed in place of a result when a command could not be carried out. */
export interface ErrorResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** What went wrong. */
  readonly error: {
    /** The message. */
    readonly message: string;
    /** What to do about it. */
    readonly hint?: string;
    /** Exit code of the program. */
    readonly exitCode: number;
  };
}
