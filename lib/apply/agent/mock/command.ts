import type { Host } from "../../../host/host.ts";
import { joinPath } from "../../../path/paths.ts";

/** First argument of this program by which it becomes the mock agent. */
export const MOCK_ARGUMENT = "mock-agent";

/**
 * The command that starts the mock agent: this program itself.
 *
 * @param script Path of a script, relative to `root`; without one the default is played.
 */
export function mockCommand(
  host: Host,
  script: string | undefined,
  root: string,
): readonly string[] {
  return [...host.self(), MOCK_ARGUMENT, ...(script === undefined ? [] : [joinPath(root, script)])];
}

/** What the mock agent is started with. */
export interface MockArguments {
  /** Path of the script; undefined for the default. */
  readonly script: string | undefined;
  /** Model of its sessions; undefined when none was chosen. */
  readonly model: string | undefined;
}

/** Reads the arguments behind {@link MOCK_ARGUMENT}: a script, and `--model` with a name. */
export function readMockArguments(args: readonly string[]): MockArguments {
  const flag = args.indexOf("--model");
  const others = flag === -1 ? args : [...args.slice(0, flag), ...args.slice(flag + 2)];
  return { script: others[0], model: flag === -1 ? undefined : args[flag + 1] };
}
