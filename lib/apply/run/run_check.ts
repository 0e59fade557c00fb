import type { Config } from "../../../schemas/config.ts";
import { defined } from "../../collections/defined.ts";
import type { Host, OutputLimit } from "../../host/host.ts";
import { checkScript } from "../../plan/checks/check_script.ts";
import { AGENT_MARK } from "../agent/core/agent_mark.ts";
import { LeftPrograms } from "../agent/core/left_programs.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../git/process.ts";
import { maskFor } from "../interaction/secrets.ts";
import { TimeLimit } from "./time_limit.ts";

/** The limit of a check's output that is kept for users and agents. */
const CHECK_OUTPUT: OutputLimit = { length: 20_000, beyond: "cut" };

/** Options for {@link runCheck}. */
export interface CheckOptions {
  /** The machine. */
  readonly host: Host;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** Fires to stop. */
  readonly signal: AbortSignal;
  /** The folder it runs in, absolute. */
  readonly cwd: string;
  /** Its task, and the log that gets its output if that is too long to be shown as a whole. */
  readonly logged?: LoggedCheck;
}

/** Keeps the outputs of checks. */
export interface CheckLog {
  /** Adds the result of a task's check to the transcript of the task. */
  readonly check: (
    place: { readonly plan: string; readonly task: number },
    result: { readonly command: string; readonly passed: boolean; readonly output: string },
  ) => Promise<void>;
  /** Returns the place of the output of a task's check, which is kept if it is longer than a length. */
  readonly checkOutput: (
    place: { readonly plan: string; readonly task: number },
    length: number,
  ) => Promise<CheckOutput>;
}

/** The output of a check. */
export interface CheckOutput {
  /** Adds a piece. */
  readonly add: (piece: string) => void;
  /** Returns the absolute path of the file with all of it; undefined if it was not kept. */
  readonly end: () => string | undefined;
}

/** A check whose long output is kept. */
export interface LoggedCheck {
  readonly log: CheckLog;
  readonly plan: string;
  readonly task: number;
}

/** The result of a check. */
export interface CheckRun {
  /** True if it passed in time. */
  readonly passed: boolean;
  /** True if it ran to its end: its program was found, and it was in time. */
  readonly ended: boolean;
  /** True if it was stopped because it took too long. */
  readonly late: boolean;
  /** The output; empty if it passed. */
  readonly output: string;
  /** What it printed, also if it passed. */
  readonly printed: string;
}

/** Runs a check in a separate process. Programs that it leaves running end with it. */
export async function runCheck(
  command: string,
  { host, config, signal, cwd, logged }: CheckOptions,
): Promise<CheckRun> {
  const limit = new TimeLimit(config.agent.turn_timeout_minutes, "agent.turn_timeout_minutes", signal);
  const argv = ["sh", "-c", checkScript(command)] as const;
  const left = new LeftPrograms(host);
  const whole = await logged?.log.checkOutput(logged, CHECK_OUTPUT.length);
  const env = { ...CLEAN_GIT_ENVIRONMENT, ...AGENT_MARK, ...left.env };
  const { code, stdout, stderr } = await host.run({
    argv,
    cwd,
    env,
    sandbox: { network: false },
    signal: limit.signal,
    keep: CHECK_OUTPUT,
    ...defined({ onOutput: whole?.add }),
  });
  limit.end();
  await left.end();
  const path = whole?.end();
  // The shell exits with 126 or 127 if it cannot run a program.
  const late = limit.passed;
  const ended = !late && code !== 126 && code !== 127;
  const cut = (stdout + stderr).trimEnd();
  const printed = maskFor(host)(
    path === undefined ? cut : cut.replaceAll("left out …]", `left out, see ${path} …]`),
  );
  if (code === 0 && ended) return { passed: true, ended, late, output: "", printed };
  const output = late ? limit.message(command) : printed || `exit code ${code}`;
  return { passed: false, ended, late, output, printed: output };
}
