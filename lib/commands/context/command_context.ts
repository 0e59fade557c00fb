import { type ExitCode, ProgramError } from "../../errors/program_error.ts";
import type { Hosting } from "./hosting.ts";
import type { Attention } from "../../plan/notify/attention.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import type { Screen } from "../../deps/log_update.ts";
import type { Host } from "../../host/host.ts";
import type { Usage } from "../../../schemas/usage.ts";
import type { Style } from "../../report/terminal/style.ts";

export interface CommandContext {
  readonly host: Host;
  /** Returns the folder the command works from, absolute, links resolved. Needs permission to read. */
  readonly cwd: () => Promise<string>;
  /** True when standard output must contain only data. */
  readonly json: boolean;
  readonly style: Style;
  readonly progressStyle: Style;
  /** Writes text to standard output before the command has ended. */
  readonly print: (text: string) => void;
  /** Shows progress on standard error, with secrets masked. */
  readonly progress: (text: string) => void;
  /** Shows on standard error how a run ended and what to do next, with secrets masked; with `--quiet` too. */
  readonly conclude: (text: string) => void;
  /** Shows on standard error what the user has to judge, as it is. */
  readonly show: (text: string) => void;
  /** The terminal of standard error, for a view that moves the cursor. */
  readonly screen: Screen;
  readonly attention: UserAttention;
  /** Returns true when lines on standard error can change in place, on an interactive terminal. */
  readonly live: () => boolean;
  /**
   * Returns true when a coding agent calls: the user cannot be asked, and the user's keys cannot be
   * overridden.
   */
  readonly byAgent: () => boolean;
  /** True when this call created the project, so that its configuration needs no trust. */
  readonly ownWork?: boolean;
  /** Present when the calling agent hosts the command: it takes the turns itself. */
  readonly hosting?: Hosting;
  /** Logs the agent's turns; absent outside of a run. */
  readonly log?: RunLog;
  /** Reports each completed action to a program that waits for the result; absent when none does. */
  readonly watch?: (message: string) => void;
  /** Fires when the program that waits for the result no longer does; absent when none can say so. */
  readonly cancelled?: AbortSignal;
  /** What the turns of this call have used, in all its stages. */
  readonly used: Usage[];
  /** Writes a JSON value on a line of standard output, immediately. */
  readonly emit: (value: object) => void;
  /** Present when `run` calls this command as one of its stages. */
  readonly stage?: StageContext;
  /**
   * Runs another command in this context, with the options of its type in `schemas/commands.ts`.
   *
   * @param changes What is different in the context of that command.
   */
  readonly call: (
    name: string,
    options: Readonly<Record<string, unknown>>,
    changes?: Partial<CommandContext>,
  ) => Promise<Outcome>;
}

/** Calls the user to the terminal. */
export interface UserAttention {
  /** Calls, unless the user has just been there: false then. */
  readonly call: (attention: Attention) => Promise<boolean>;
  /** Remembers that the user is there. */
  readonly seen: () => void;
}

/** A command that `run` calls as one of its stages. */
export interface StageContext {
  /** The IDs of the questions that `--answer` has answered: a stage does not report what another one uses. */
  readonly answered: Set<string>;
  /** The beginnings of its next commands that `again` replaces, the longest first. */
  readonly commands: readonly string[];
  /** The command that continues with all stages, to suggest instead. */
  readonly again: string;
}

/** Returns the next commands to show after a command; none if the stages of a run go on by themselves. */
export function shownNext(
  next: readonly string[],
  exitCode: ExitCode,
  { stage }: Pick<CommandContext, "stage">,
): readonly string[] {
  if (stage === undefined) return next;
  if (exitCode === 0) return [];
  return next.map((command) => {
    const own = stage.commands.find((beginning) => command.includes(beginning));
    return own === undefined ? command : command.replace(own, stage.again);
  });
}

export interface Outcome {
  /** 0 done, 1 findings or a failure, 2 cannot be done, 3 waiting, 4 conflict, 70 a bug, 130 interrupted. */
  readonly exitCode: ExitCode;
  /** The result as data; printed with `--json`. */
  readonly result?: object;
  /** The result as text; printed without `--json`. */
  readonly text?: string;
}

/** An error in the arguments of a command, or in the place where it was called. Exit code 2. */
export class UsageError extends ProgramError {
  override readonly name = "UsageError";
}

/** An error when the user does not trust the commands or settings of a project's configuration. */
export class UntrustedError extends ProgramError {
  override readonly name = "UntrustedError";

  /**
   * @param message The commands and settings, and the reason why they were not used.
   * @param hint The way to solve it.
   * @param exitCode 3 while the user has not decided, 130 when the question was interrupted.
   */
  constructor(message: string, hint: string, exitCode: 3 | 130) {
    super(message, hint, { exitCode });
  }
}
