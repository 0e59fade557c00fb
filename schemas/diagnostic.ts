/**
 * Findings about the user's files.
 * @module
 */

/** `error` stops an execution, `warning` does not, `hint` is advice. */
export type Severity = "error" | "warning" | "hint";

/** A half-open range of a file's text, in UTF-16 offsets counted from 0. */
export interface Span {
  /** Start of the range, inclusive. */
  readonly start: number;
  /** End of the range, exclusive; equal to `start` for a position between two characters. */
  readonly end: number;
}

/** A range in a named file. */
export interface FileSpan extends Span {
  /** Path relative to the project root, with forward slashes. */
  readonly path: string;
}

/** A replacement of text that fixes a finding. */
export interface TextEdit extends Span {
  /** The replacement. */
  readonly text: string;
  /** File that contains the range; absent when it is the file of the finding. */
  readonly path?: string;
}

/** An unambiguous fix. */
export interface Fix {
  /** Description of the fix, in the imperative: `Set wave to 2`. */
  readonly title: string;
  /** The edits. Those of one file are in order and do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** Another location that helps to understand a finding. */
export interface Related {
  /** Explanation of the location. */
  readonly message: string;
  /** The location. */
  readonly span: FileSpan;
}

/** One finding. Codes are kebab-case and permanent. */
export interface Diagnostic {
  /** Permanent code, for example `unknown-dependency`. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** The severity in an open plan. Present only for findings in finished plans, which are hints. */
  readonly openSeverity?: Severity;
  /** The problem and its cause. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
  /** The location. */
  readonly span: FileSpan;
  /** Related locations. */
  readonly related?: readonly Related[];
  /** The fix, when it is unambiguous. */
  readonly fix?: Fix;
}
