/**
 * The files of `install`, as stored in `fixtures/install/`.
 *
 * @module
 */
import { planInstall } from "../../lib/plan/integrations/install_plan.ts";
import { COMMAND_FOLDERS, PLUGIN_FOLDER, slashFiles } from "../../lib/prompts/slash_files.ts";

/** The folder of the fixtures. */
export const INSTALLED = new URL("../../fixtures/install/", import.meta.url);

/**
 * Returns the files by path below {@link INSTALLED}: a project with the commands of all agents, and a plugin.
 */
export function installedFiles(): ReadonlyMap<string, string> {
  const agents = COMMAND_FOLDERS.flatMap((place) => place.agents);
  const made = (folder: string, places: typeof COMMAND_FOLDERS) =>
    planInstall(slashFiles(places, agents), new Map())
      .map(({ path, after }) => [`${folder}/${path}`, after!] as const);
  return new Map([...made("project", COMMAND_FOLDERS), ...made("plugin", [PLUGIN_FOLDER])]);
}

/** Returns the files of the fixtures, by path. */
export function goldenFiles(folder: URL = INSTALLED, prefix = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) {
      for (const [path, text] of goldenFiles(new URL(`${name}/`, folder), `${prefix}${name}/`)) {
        files.set(path, text);
      }
    } else files.set(prefix + name, Deno.readTextFileSync(new URL(name, folder)));
  }
  return files;
}
