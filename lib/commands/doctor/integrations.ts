import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { findFiles } from "../../apply/files/install_files.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { installedAgents, planInstall } from "../../plan/integrations/install_plan.ts";
import { MCP_FILES, mcpCommands } from "../../plan/integrations/mcp_entries.ts";
import type { IntegrationFacts } from "../../plan/status/health.ts";
import { COMMAND_FOLDERS, slashFiles } from "../../prompts/slash_files.ts";
import type { CommandContext } from "../context/command_context.ts";
import type { OpenProject } from "../context/open_project.ts";

/** Reads the slash commands and MCP servers that were set up for agents, in a project and for its user. */
export async function readIntegrations(host: Host, root: string): Promise<IntegrationFacts> {
  const home = host.home();
  const places = [{ root, global: false }, ...home === undefined ? [] : [{ root: home, global: true }]];
  const installed = await Promise.all(places.map(async ({ root, global }) => {
    const paths = COMMAND_FOLDERS.flatMap(({ more = {} }) => Object.keys(more));
    const found = await findFiles(host, root, { places: COMMAND_FOLDERS, paths });
    const agents = installedAgents(found);
    const changes = planInstall(slashFiles(COMMAND_FOLDERS, agents), found);
    const current = changes.every(({ action }) => action === "unchanged" || action === "kept");
    return agents.map((agent) => ({ agent, global, current }));
  }));
  return { slashCommands: installed.flat(), unstartable: await unstartable(host, root) };
}

/** Returns the entries of MCP servers whose program is missing. */
async function unstartable(host: Host, root: string): Promise<IntegrationFacts["unstartable"]> {
  const files = new ConfinedFiles(host, root);
  const entries = await Promise.all(
    Object.entries(MCP_FILES).map(async ([file, key]) => {
      const text = await files.read(file).catch(() => undefined) ?? "";
      const missing = await Promise.all(mcpCommands(text, key).map((words) => missingIn(words, host, root)));
      return missing.flatMap((program) => program === undefined ? [] : { file, program });
    }),
  );
  return entries.flat();
}

async function missingIn(words: readonly string[], host: Host, root: string): Promise<string | undefined> {
  for (const [index, word] of words.entries()) {
    const isPath = /[\\/]/.test(word) && !/^(?:-|\w+:)/.test(word);
    const candidates = isPath ? [joinPath(root, word)] : index === 0 ? searched(word, host) : [];
    const found = await Promise.all(candidates.map((path) => host.stat(path)));
    if (candidates.length > 0 && found.every((info) => info === undefined)) return word;
  }
  return undefined;
}

/** Returns the paths at which a shell looks for a program; none where the search path has another form. */
export function searched(name: string, host: Host): readonly string[] {
  const folders = (host.env("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => joinPath(folder, name));
}

/** Updates the slash commands that are of another version. */
export async function updateSlashCommands(
  { root }: OpenProject,
  context: CommandContext,
): Promise<readonly string[]> {
  const { slashCommands } = await readIntegrations(context.host, root);
  const outdated = slashCommands.filter(({ current }) => !current);
  for (const { agent, global } of outdated) await context.call("install", { agent, global });
  return outdated.map(({ agent, global }) =>
    `Updated the slash commands of ${agent}${global ? " for all projects" : ""}`
  );
}
