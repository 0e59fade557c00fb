import type { Config } from "../../../schemas/config.ts";
import type { Host, OutputLimit } from "../../host/host.ts";
import { checkScript } from "../../plan/checks/check_script.ts";
import { AGENT_MARK } from "../agent/core/agent_mark.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../git/process.ts";
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
}

/** The result of a check. */
export interface CheckRun {
  /** True if it passed in time. */
  readonly passed: boolean;
  /** The output; empty if it passed. */
  readonly output: string;
}

/** Runs a check in a separate process. */
export async function runCheck(
  command: string,
  { host, config, signal, cwd }: CheckOptions,
): Promise<CheckRun> {
  const limit = new TimeLimit(config.agent.turn_timeout_minutes, signal);
  const argv = ["sh", "-c", checkScript(command)] as const;
  const env = { ...CLEAN_GIT_ENVIRONMENT, ...AGENT_MARK };
  const { code, stdout, stderr } = await host.run({
    argv,
    cwd,
    env,
    signal: limit.signal,
    keep: CHECK_OUTPUT,
  });
  limit.end();
  if (code === 0 && !limit.passed) return { passed: true, output: "" };
  const printed = (stdout + stderr).trimEnd() || `exit code ${code}`;
  return { passed: false, output: limit.passed ? limit.message(command) : printed };
}
