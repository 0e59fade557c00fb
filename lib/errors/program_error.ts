/** An exit code of the program. See docs/decisions/exit-codes.md. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70 | 130;

/** Options of a {@link ProgramError}. */
export interface ProgramErrorOptions {
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** The exit code of the program, unless the error is handled. Default: 2. */
  readonly exitCode?: ExitCode;
}

/**
 * An error that is reported to the user with its message and hint, and ends the program with its exit code.
 *
 * Every error that is thrown on purpose extends this class. Anything else is a bug in the program.
 */
export class ProgramError extends Error {
  /** Identifies the kind of error. */
  override readonly name: string = "ProgramError";
  /** The exit code of the program, unless the error is handled. */
  readonly exitCode: ExitCode;

  /**
   * Creates the error.
   *
   * @param message Action, colon, state.
   * @param hint What to do about it; empty if there is nothing to suggest.
   */
  constructor(message: string, readonly hint = "", { cause, exitCode = 2 }: ProgramErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
  }
}
