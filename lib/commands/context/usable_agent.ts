import { noticeText } from "../../report/terminal/notice_text.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { AgentConfig, Config, ConfigFile } from "../../../schemas/config.ts";
import { withheldFrom } from "../../apply/agent/core/environment.ts";
import type { Agent, AgentMember } from "../../apply/agent/core/port.ts";
import { findAgent } from "../../apply/agent/find.ts";
import { agentTeam } from "../../apply/agent/team.ts";
import type { Host } from "../../host/host.ts";
import { findPreset } from "../../plan/agents/presets.ts";
import { hasSeveralAgents, type RoleAgent, roleAgents } from "../../plan/agents/role_agents.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { listText } from "../../text/list_text.ts";
import { requireTrust, type SettingsUse } from "../trust/require_trust.ts";
import { type CommandContext, UsageError } from "./command_context.ts";

/** The configuration of agents and its origin. */
export interface AgentOrigin {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly config: Config;
  /** The part of the configuration that comes from a project; undefined when all of it is the user's. */
  readonly project: ProjectConfig | undefined;
  /** The roles that take part, the main one first. */
  readonly roles: readonly [AgentRole, ...AgentRole[]];
}

/** The configuration of a project, which someone else may have written. */
export interface ProjectConfig {
  readonly file: ConfigFile;
  readonly overrides: readonly ConfigOverride[];
  /** True when the agent executes plans; when omitted it only answers questions. */
  readonly plans?: boolean;
}

/** An agent that is ready, or the reason why it is not. */
type Found =
  | { readonly kind: "ready"; readonly agent: Agent }
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/**
 * Returns the configured agents of the roles. A program that a project names is not started, not even to check
 * that it exists, before the user trusts the project: see {@link requireTrust}.
 *
 * Throws a UsageError when an agent is unknown, or none of a role can be used.
 */
export async function usableAgent(origin: AgentOrigin, context: CommandContext): Promise<Agent> {
  if (context.hosting !== undefined) return context.hosting.agent;
  const { config, roles: [main, ...others] } = origin;
  const known = new Map<string, Found>();
  const absences = new Map<string, AgentMember["away"]>();
  const team = new Map<AgentRole, readonly [AgentMember, ...AgentMember[]]>();
  for (const role of [main, ...others]) {
    const ready: AgentMember[] = [];
    const configured = roleAgents(config.agent, role);
    for (const own of configured) {
      const found = known.get(own.name) ?? await findUsable(own, origin, context);
      known.set(own.name, found);
      // A limit need not concern another model of the same agent.
      const seat = `${own.name} ${own.models.A}`;
      const away = absences.get(seat) ?? { until: 0 };
      absences.set(seat, away);
      if (found.kind === "ready") ready.push({ ...found, away, config: own });
    }
    const problems = configured.map(({ name }) => known.get(name)!).filter(({ kind }) => kind === "unusable");
    const [first, ...rest] = ready;
    const [problem] = problems;
    if (first === undefined) {
      const { message, hint } = problem as Extract<Found, { kind: "unusable" }>;
      throw new UsageError(message, hint);
    }
    team.set(role, [first, ...rest]);
  }
  for (const found of known.values()) {
    if (found.kind === "unusable") {
      warn(`${found.message}, so it takes no turns. ${found.hint}`, context);
    }
  }
  return hasSeveralAgents(config.agent) ? agentTeam(team) : team.get(main)![0].agent;
}

async function findUsable(
  own: RoleAgent,
  { root, config, project }: AgentOrigin,
  context: CommandContext,
): Promise<Found> {
  const { host } = context;
  const trusting = {
    file: {},
    overrides: [],
    plans: false,
    ...project,
    root,
    config: { ...config, agent: own },
  };
  const use = await requireTrust({ ...trusting, agent: true }, context);
  const found = findAgent(own, host, root, use?.apply);
  if (found.kind === "unknown") throw new UsageError(found.message, found.hint);
  const probe = await found.agent.probe();
  if (probe.kind === "unusable") return probe;
  for (const line of startNotices(own, use, host)) warn(line, context);
  return { kind: "ready", agent: found.agent };
}

/** Returns what an agent does not get: the settings of the project, and secrets in the environment. */
function startNotices(
  { name, keep_variables: keep }: AgentConfig,
  use: SettingsUse | undefined,
  host: Host,
): readonly string[] {
  const preset = findPreset(name);
  if (preset === undefined) return [];
  const withheld = withheldFrom(host, { preset, keep });
  return [
    ...(use === undefined || use.apply
      ? []
      : [`${preset.title} does not read ${listText(use.settings.paths)}; to change that: wf trust`]),
    ...(withheld.length === 0
      ? []
      : [`${preset.title} does not get ${listText(withheld)}; to change that: agent.keep_variables`]),
  ];
}

function warn(line: string, { progress, progressStyle }: CommandContext): void {
  progress(noticeText(line, progressStyle));
}
