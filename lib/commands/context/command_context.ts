import { type ExitCode, ProgramError } from "../../errors/program_error.ts";
import type { Host } from "../../host/host.ts";
import type { Style } from "../../report/terminal/style.ts";

/** What a command works with. */
export interface CommandContext {
  /** The machine. */
  readonly host: Host;
  /** The folder the command works from, absolute, links resolved. Needs leave to read. */
  readonly cwd: () => Promise<string>;
  /** True when standard output is to hold data only. */
  readonly json: boolean;
  /** Marks for standard output. */
  readonly style: Style;
  /** Marks for standard error. */
  readonly progressStyle: Style;
  /** Shows progress, on standard error. */
  readonly progress: (text: string) => void;
  /** Writes to standard error as it is: only for a view that moves the cursor. */
  readonly draw: (text: string) => void;
  /** Whether lines on standard error can change in place: at a terminal that a person looks at. */
  readonly live: () => boolean;
  /** Whether a coding agent calls: then nobody can be asked, and the user's keys cannot be overridden. */
  readonly byAgent: () => boolean;
  /** Whether the project was made by this very call, so that nothing in it is another's. */
  readonly ownWork?: boolean;
  /** Takes what was done, a line each, for a program that waits for the result; absent where none does. */
  readonly watch?: (message: string) => void;
  /** Puts one JSON value on a line of standard output, at once. */
  readonly emit: (value: object) => void;
  /** Runs another command in this context, with the options of its type in `schemas/commands.ts`. */
  readonly call: (name: string, options: Readonly<Record<string, unknown>>) => Promise<Outcome>;
}

/** What came of a command. */
export interface Outcome {
  /** 0 done, 1 findings or a failure, 2 cannot be done, 3 waiting, 4 conflict, 70 a bug, 130 interrupted. */
  readonly exitCode: ExitCode;
  /** The result as data; printed with `--json`. */
  readonly result?: object;
  /** The result as text; printed without. */
  readonly text?: string;
}

/** A command was used wrongly, or cannot be carried out where it was called. Exit code 2. */
export class UsageError extends ProgramError {
  override readonly name = "UsageError";
}

/** What the project's configuration makes run is not trusted by the user, so that nothing was run. */
export class UntrustedError extends ProgramError {
  override readonly name = "UntrustedError";

  /**
   * @param message What would have run, and why it did not.
   * @param hint What to do about it.
   * @param exitCode 3 while the user's word is missing, 130 where the question was interrupted.
   */
  constructor(message: string, hint: string, exitCode: 3 | 130) {
    super(message, hint, { exitCode });
  }
}
