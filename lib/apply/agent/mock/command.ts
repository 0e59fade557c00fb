import type { Host } from "../../../host/host.ts";
import { joinPath } from "../../../host/paths.ts";

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
