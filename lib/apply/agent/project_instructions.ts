import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { findPreset } from "../../plan/agents/presets.ts";

/**
 * Returns a request to read a repository's instructions for an agent that does not read all of them itself, in
 * particular when it is started without the settings of the project.
 *
 * @param directory Absolute path of the folder that the agent works in.
 * @returns A paragraph to begin a session with; empty when there is nothing to read.
 */
export async function projectInstructions(host: Host, directory: string, agent: string): Promise<string> {
  const there: string[] = [];
  for (const path of findPreset(agent)?.instructions ?? []) {
    const info = await host.stat(joinPath(directory, path)).catch(() => undefined);
    if (info?.kind === "file") there.push(path);
  }
  return there.length === 0
    ? ""
    : `First read ${there.join(" and ")}: the project's instructions for you.\n\n`;
}
