import { ProgramError } from "./program_error.ts";

/** A bug in the program: an exception that no code expects. Exit code 70, as `EX_SOFTWARE` of sysexits.h. */
export class InternalError extends ProgramError {
  override readonly name = "InternalError";

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`internal error: ${message}`, "", { cause, exitCode: 70 });
  }
}

/** Returns an error that is reported as it is, or a thrown value of any other kind as an internal error. */
export function toProgramError(thrown: unknown): ProgramError {
  return thrown instanceof ProgramError ? thrown : new InternalError(thrown);
}
