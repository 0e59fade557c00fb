import { configDefaults } from "../../generated/metadata.ts";
import type { AgentsOptions } from "../../schemas/commands.ts";
import type { AgentConfig } from "../../schemas/config.ts";
import type { AgentInfo, AgentsResult } from "../../schemas/output.ts";
import { findAgent } from "../apply/agent/find.ts";
import { findProjectRoot, loadProject } from "../apply/files.ts";
import type { Host } from "../host/host.ts";
import { agentModel, type AgentPreset, agentPresets } from "../plan/agent_presets.ts";
import { resolveConfig } from "../plan/config.ts";
import { agentsText } from "../report/agents.ts";
import type { CommandContext, Outcome } from "./command.ts";
import { actingOverrides } from "./open_project.ts";

/** Lists the agents: which are there, their versions, and whether they ask before they act. */
export async function agents(options: AgentsOptions, context: CommandContext): Promise<Outcome> {
  const { host, cwd, style } = context;
  const folder = await cwd();
  const overrides = actingOverrides(options, context);
  const root = await findProjectRoot(host, folder);
  const file = root === undefined ? {} : (await loadProject(host, root)).config.file;
  const { config } = resolveConfig({ file, overrides });
  const listed = await Promise.all(
    agentPresets.map((preset) => describe(preset, config.agent, { host, root: root ?? folder })),
  );
  const result: AgentsResult = { formatVersion: 1, configured: config.agent.name, agents: listed };
  return { exitCode: 0, result, text: agentsText(result, style) };
}

async function describe(
  preset: AgentPreset,
  config: AgentConfig,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<AgentInfo> {
  const { name, title, about = title, command } = preset;
  const own = name === config.name ? config : { ...configDefaults.agent, name };
  const models = { A: agentModel(own, "A"), B: agentModel(own, "B"), C: agentModel(own, "C") };
  const known = Object.fromEntries(Object.entries(models).filter(([, model]) => model !== undefined));
  const info = { name, title: about, command: own.command || command.join(" "), models: known };
  const found = findAgent(own, host, root);
  if (found.kind === "unknown") return { ...info, found: false, permissions: "asks", hint: found.hint };
  const probe = await found.agent.probe();
  if (probe.kind === "unusable") return { ...info, found: false, permissions: "asks", hint: probe.hint };
  const { version, permissions, unasked } = probe;
  return {
    ...info,
    found: true,
    permissions,
    ...(version === "" ? {} : { version }),
    ...(unasked === undefined ? {} : { unasked }),
  };
}
