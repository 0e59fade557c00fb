import { quoteShell } from "../../text/quote_shell.ts";

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
