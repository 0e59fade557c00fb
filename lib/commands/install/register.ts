import type { HostingAgent } from "../../../schemas/commands.ts";
import { findFiles } from "../../apply/files/install_files.ts";
import {
  MCP_REGISTRIES,
  type PlacedRegistry,
  planRegistration,
  planRemoval,
  registryProblem,
} from "../../plan/integrations/mcp_registration.ts";
import { installText } from "../../report/setup/install.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { carryOut, findInstallPlace, type PlaceOptions, requireInside } from "./place.ts";

export interface RegisterOptions extends PlaceOptions {
  readonly "dry-run"?: boolean;
}

/** Registers `wf mcp` in the configuration of agents, or removes it there. Nothing else in their files changes. */
export async function register(
  options: RegisterOptions,
  verb: "install" | "uninstall",
  context: CommandContext,
): Promise<Outcome> {
  const { host, style } = context;
  const { agent, global = false, plugin } = options;
  if (plugin !== undefined) throw new UsageError("--mcp and --plugin exclude each other", "Give one of them");
  const place = await findInstallPlace(options, context);
  const { root, open } = place;
  const registries = placed(place.agents, global).toSorted((a, b) => a.path < b.path ? -1 : 1);
  if (registries.length === 0) throw withoutRegistry(agent, global);
  const paths = registries.map(({ path }) => path);
  await requireInside({ ...place, places: [] }, paths, context);
  const found = await findFiles(host, root, { places: [], paths });
  for (const registry of registries) {
    const text = found.get(registry.path);
    const problem = typeof text === "string" ? registryProblem(registry, text) : undefined;
    if (problem === undefined) continue;
    throw new UsageError(
      `Cannot change ${registry.path}: ${problem}`,
      "Correct it, then run the same command",
    );
  }
  const changes = registries.flatMap((registry) => {
    return verb === "install" ? [planRegistration(registry, found)] : planRemoval(registry, found) ?? [];
  });
  const result = await carryOut(changes, { root, open, dryRun: options["dry-run"] ?? false }, context);
  const command = ["install", agent, "--mcp", ...(global ? ["--global"] : [])].join(" ");
  return { exitCode: 0, result, text: installText(result, { verb, command, style, server: true }) };
}

function placed(agents: readonly HostingAgent[], global: boolean): readonly PlacedRegistry[] {
  return MCP_REGISTRIES.flatMap((registry) => {
    const path = global ? registry.home : registry.project;
    return path === undefined || !agents.includes(registry.agent) ? [] : [{ ...registry, path }];
  });
}

function withoutRegistry(agent: string, global: boolean): UsageError {
  return global
    ? new UsageError(
      "Claude Code rewrites its own list of MCP servers for all projects while it runs",
      "Let it add the server: claude mcp add --scope user wf -- wf mcp",
    )
    : new UsageError(`${agent} has no list of MCP servers in a project`, "Add --global");
}
