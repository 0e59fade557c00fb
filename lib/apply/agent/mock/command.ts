import type { Host } from "../../../host/host.ts";
import { joinPath } from "../../../path/paths.ts";

/** The first argument that makes this program the mock agent. */
export const MOCK_ARGUMENT = "mock-agent";

/**
 * Returns the command that starts the mock agent, which is this program.
 *
 * @param script Path of a script, relative to `root`; the default without one.
 */
export function mockCommand(host: Host, script: string | undefined, root: string): readonly string[] {
  return [...host.self(), MOCK_ARGUMENT, ...(script === undefined ? [] : [joinPath(root, script)])];
}

export interface MockArguments {
  /** Path of the script; undefined for the default. */
  readonly script: string | undefined;
  /** Model of its sessions, if one was chosen. */
  readonly model: string | undefined;
}

/** Parses the arguments after {@link MOCK_ARGUMENT}: a script, and `--model` with a name. */
export function readMockArguments(args: readonly string[]): MockArguments {
  const flag = args.indexOf("--model");
  const others = flag === -1 ? args : [...args.slice(0, flag), ...args.slice(flag + 2)];
  return { script: others[0], model: flag === -1 ? undefined : args[flag + 1] };
}
