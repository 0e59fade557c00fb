/**
 * Findings about the user's files.
 * @module
 */

/** `error` stops an execution, `warning` does not, `hint` is advice. */
export type Severity = "error" | "warning" | "hint";

/** A half-open range of a file's text, in UTF-16 offsets counted from 0. */
export interface Span {
  /** First offset of the range. */
  readonly start: number;
  /** Offset after the last; equal to `start` for a place between two characters. */
  readonly end: number;
}

/** A range in a named file. */
export interface FileSpan extends Span {
  /** Path relative to the project root, with forward slashes. */
  readonly path: string;
}

/** A change of text that mends a finding. */
export interface TextEdit extends Span {
  /** Text that replaces the range. */
  readonly text: string;
  /** File the range is in, where it is not that of the finding. */
  readonly path?: string;
}

/** A mend that is certain. */
export interface Fix {
  /** What the fix does, as an order: `Set wave to 2`. */
  readonly title: string;
  /** Edits, those of one file in order and not overlapping. */
  readonly edits: readonly TextEdit[];
}

/** Another place that helps to understand a finding. */
export interface Related {
  /** What is to be seen there. */
  readonly message: string;
  /** Where. */
  readonly span: FileSpan;
}

/** One finding. Codes are kebab-case and permanent. */
export interface Diagnostic {
  /** Permanent code, for example `unknown-dependency`. */
  readonly code: string;
  /** How bad it is. */
  readonly severity: Severity;
  /** What is wrong and why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Where. */
  readonly span: FileSpan;
  /** Further places. */
  readonly related?: readonly Related[];
  /** The mend, where one is certain. */
  readonly fix?: Fix;
}
