/**
 * A copy of the sources, for the tasks that make new files in them.
 * @module
 */
import { Folder, host } from "./repository.ts";
import { fromRoot } from "./root.ts";
import type { CommandResult } from "../../lib/host/host.ts";

/** The files and folders that programs, their generator and their tests need. */
const COPIED = ["deno.json", "deno.lock", "cli.ts", "lib", "schemas", "generated", "tools", "tests"];

/** Copies the sources to a new folder, with the fixtures of no rule. */
export async function copiedSources(): Promise<Folder> {
  const folder = await Folder.make({}, "wf-sources-");
  const { code, stderr } = await host.run({
    argv: ["cp", "-R", ...COPIED.map(fromRoot), folder.path],
    cwd: folder.path,
  });
  if (code !== 0) throw new Error(stderr);
  return folder;
}

/** Runs Deno in such a copy. */
export async function denoIn(folder: Folder, ...args: readonly string[]): Promise<CommandResult> {
  return await host.run({ argv: [Deno.execPath(), ...args], cwd: folder.path, env: { NO_COLOR: "1" } });
}
