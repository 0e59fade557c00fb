import { baseName } from "../../path/paths.ts";
import { type Command, type Host, HostError } from "../../host/host.ts";
import {
  type Attention,
  attentionText,
  AWAY_AFTER,
  desktopCommand,
  terminalSignal,
} from "../../plan/notify/attention.ts";
import { splitCommandLine } from "../../text/split_command_line.ts";
import { isAgentSession } from "../agent/agent_session.ts";
import { readUserPolicy } from "../trust/user_policy.ts";

/** The time that a command to notify the user may take, in milliseconds. */
const TIMEOUT = 10_000;

export interface CallOptions {
  readonly host: Host;
  /** The time since the user used the terminal, in milliseconds. */
  readonly idle: number;
  /** The folder of the project, absolute. */
  readonly folder: string;
  /** Writes to the terminal of standard error without escaping. */
  readonly signal: (sequence: string) => void;
  /** Reports that a command did not run, a sentence. */
  readonly notice: (message: string) => void;
}

/** Calls the user, as `notify` in their own policy says. Returns false if they have just used the terminal. */
export async function callUser(attention: Attention, options: CallOptions): Promise<boolean> {
  const { host, idle, folder, signal, notice } = options;
  if (idle < AWAY_AFTER) return false;
  const policy = isAgentSession(host) ? undefined : await readUserPolicy(host).catch(() => undefined);
  if (policy === undefined) return true;
  const { terminal = "bell", command = "" } = policy.policy.notify ?? {};
  const place = { terminal, env: (name: string) => host.env(name) };
  const message = attentionText(attention, baseName(folder));
  const run = async (argv: readonly [string, ...string[]]): Promise<boolean> => {
    const env = { WF_EVENT: attention.kind, WF_MESSAGE: message, WF_PROJECT: folder };
    return await runs(host, { argv, env, stdin: `${message}\n` });
  };
  if (host.isTerminal("stderr") && host.env("TERM") !== "dumb") {
    const desktop = desktopCommand(message, place);
    const isShown = desktop !== undefined && await run(desktop);
    signal(terminalSignal(message, isShown ? { ...place, terminal: "bell" } : place));
  }
  if (command.trim() === "") return true;
  const [program, ...args] = splitCommandLine(command) ?? [];
  if (program === undefined || !await run([program, ...args])) {
    notice(`Your command notify.command did not run, or failed: ${command}`);
  }
  return true;
}

/** Runs a command in the home folder, where no project has put a program; false if it fails. */
async function runs(host: Host, command: Omit<Command, "cwd">): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    return (await host.run({ ...command, cwd: host.home() ?? host.cwd(), signal })).code === 0;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return false;
  }
}
