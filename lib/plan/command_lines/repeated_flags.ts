import { quoteShell } from "../../text/quote_shell.ts";
import { NO_PLANNER } from "./commands.ts";

/** The options of a call that a next call needs too. */
export interface LastingOptions {
  readonly cwd?: string;
  readonly agent?: string;
  readonly executor?: string;
  readonly set?: readonly string[];
  readonly budget?: string;
}

/**
 * Returns the arguments that say where and how to work, but not the answers. Every next command needs them.
 */
export function lastingFlags({ cwd, agent, executor, set = [], budget }: LastingOptions): readonly string[] {
  return [
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    // Other commands do not have the flag.
    ...(executor === undefined ? [] : ["--set", `executor.name=${executor}`]),
    ...set.flatMap((override) => ["--set", override]),
    ...(budget === undefined ? [] : ["--budget", budget]),
  ];
}

/**
 * Returns commands that work from where the call was made: those of wf with its `--cwd`.
 *
 * @param flags The arguments of the call.
 */
export function calledFrom(commands: readonly string[], flags: readonly string[]): readonly string[] {
  const at = flags.indexOf("--cwd");
  if (at === -1) return commands;
  return commands.map((command) => {
    return !command.startsWith("wf ") || command.includes(" --cwd ")
      ? command
      : `${command} --cwd ${quoteShell(flags[at + 1]!)}`;
  });
}

/** The commands that have an agent at work; no other has `--agent`. */
const WITH_AGENT = /^wf (?:(?:discuss|plan|execute|verify)-phase|quick|new-milestone|run)\b/;
const PLANS = /^wf (?:discuss|plan)-phase\b/;

/**
 * Returns another command with the arguments of a call that it needs too: the folder, and the agent and the settings
 * if an agent works for it. A budget is that of one call, other machines are not needed to continue, and an agent that
 * cannot plan is not named for that.
 *
 * @param flags The arguments of the call, as {@link lastingFlags} returns them.
 */
export function withLasting(command: string, flags: readonly string[]): string {
  if (!command.startsWith("wf ")) return command;
  const isNeeded = (flag: string, value: string) => {
    switch (flag) {
      case "--cwd":
        return true;
      case "--agent":
        return WITH_AGENT.test(command) && !(value === NO_PLANNER && PLANS.test(command));
      case "--set":
        return WITH_AGENT.test(command) && !value.startsWith("executor.");
      default:
        return false;
    }
  };
  const words = flags.flatMap((flag, index) => {
    const value = flags[index + 1];
    return index % 2 === 0 && value !== undefined && isNeeded(flag, value) ? [flag, quoteShell(value)] : [];
  });
  return [command, ...words].join(" ");
}

/** Returns the argument that executes only one plan. */
export function planFlag(id: string | undefined): readonly string[] {
  return id === undefined ? [] : ["--plan", id];
}

/**
 * Returns the argument that confirms every gate, if it was given. It applies only to the same command again,
 * because the user has not seen the gates of another command.
 */
export function confirmFlag(yes: boolean | undefined): readonly string[] {
  return yes ? ["--yes"] : [];
}
