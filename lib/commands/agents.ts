import { configDefaults } from "../../generated/metadata.ts";
import type { AgentsOptions } from "../../schemas/commands.ts";
import type { AgentConfig } from "../../schemas/config.ts";
import type { AgentInfo, AgentsResult } from "../../schemas/results/agents.ts";
import { withheldFrom } from "../apply/agent/core/environment.ts";
import { findAgent } from "../apply/agent/find.ts";
import { findProjectRoot } from "../apply/files/load_project.ts";
import { ProjectReader } from "../apply/files/project_reader.ts";
import { type Host, HostError } from "../host/host.ts";
import { joinPath } from "../path/paths.ts";
import { defined } from "../collections/defined.ts";
import { roleAgents } from "../plan/agents/role_agents.ts";
import { agentModel, type Role, roleModels } from "../plan/agents/tiers.ts";
import { type AgentPreset, agentPresets } from "../plan/agents/presets.ts";
import { startsConfigured } from "../plan/trust/configured_runs.ts";
import { agentsText } from "../report/setup/agents.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import { resolveWithPolicy } from "./context/configuration.ts";
import { actingOverrides } from "./context/open_project.ts";
import { isTrusted } from "./trust/require_trust.ts";

/** Lists the known agents: installed or not, their versions, and their way of asking for permission. */
export async function agents(options: AgentsOptions, context: CommandContext): Promise<Outcome> {
  const { host, cwd, style } = context;
  const folder = await cwd();
  const overrides = actingOverrides(options, context);
  const root = await findProjectRoot(host, folder);
  const file = root === undefined ? {} : (await new ProjectReader(host, root).read()).config.file;
  const { config } = await resolveWithPolicy(host, { file, overrides });
  const use = { root: root ?? folder, file, overrides, config, agent: true, plans: false };
  const mayStart = !startsConfigured(use) || await isTrusted(use, context);
  const listed = await Promise.all(
    agentPresets.map((preset) => describe(preset, config.agent, { host, root: use.root, mayStart })),
  );
  const result: AgentsResult = {
    formatVersion: 1,
    configured: config.agent.name,
    roles: roleModels(config).map((of) => {
      const [, ...others] = roleAgents(config.agent, of.role as Role);
      return { ...of, fallbacks: others.map(({ name }) => name) };
    }),
    agents: listed,
  };
  return { exitCode: 0, result, text: agentsText(result, style) };
}

const UNTRUSTED_HINT = "agent.command is not started before you trust this project: wf trust";

interface Probing {
  readonly host: Host;
  readonly root: string;
  /** True when the command that the project configures may be started. */
  readonly mayStart: boolean;
}

async function describe(
  preset: AgentPreset,
  config: AgentConfig,
  { host, root, mayStart }: Probing,
): Promise<AgentInfo> {
  const { name, title, about = title, command } = preset;
  const configured = name === config.name ? config : { ...configDefaults.agent, name };
  const isHeld = configured.command !== "" && !mayStart;
  const own = isHeld ? { ...configured, command: "" } : configured;
  const models = { A: agentModel(own, "A"), B: agentModel(own, "B"), C: agentModel(own, "C") };
  const known = Object.fromEntries(Object.entries(models).filter(([, model]) => model !== undefined));
  const { project } = preset;
  const withheld = withheldFrom(host, { preset, keep: config.keep_variables });
  const info = {
    name,
    title: about,
    command: own.command || command.join(" "),
    ...(project === undefined
      ? {}
      : { projectSettings: project.without === undefined ? "included" as const : "excluded" as const }),
    ...(withheld.length === 0 ? {} : { withheld }),
    models: known,
  };
  const found = findAgent(own, host, root);
  if (found.kind === "unknown") {
    return { ...info, found: false, permissions: "asks", hint: isHeld ? UNTRUSTED_HINT : found.hint };
  }
  const probe = await found.agent.probe();
  if (probe.kind === "unusable") return { ...info, found: false, permissions: "asks", hint: probe.hint };
  const { version, permissions, unasked } = probe;
  const login = await hasLogin(preset, host);
  return {
    ...info,
    ...defined({ login, loginHint: login === false ? preset.login : undefined }),
    found: true,
    permissions,
    ...(version === "" ? {} : { version }),
    ...defined({ unasked }),
  };
}

/** Reports whether a login of an agent is found; undefined if it needs none, or its place cannot be read. */
async function hasLogin({ loggedIn }: AgentPreset, host: Host): Promise<boolean | undefined> {
  if (loggedIn === undefined) return undefined;
  if (loggedIn.variables.some((name) => (host.env(name) ?? "") !== "")) return true;
  const home = host.home();
  if (home === undefined) return undefined;
  try {
    const found = await Promise.all(loggedIn.files.map((path) => host.stat(joinPath(home, path))));
    return found.some((file) => file !== undefined);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return undefined;
  }
}
