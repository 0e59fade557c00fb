import { configDefaults } from "../../../generated/metadata.ts";
import type { AgentConfig, AgentName, AgentRoles, Config } from "../../../schemas/config.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import { readRoleAgent, type WrittenAgent } from "../../parse/config/role_agent.ts";
import { defined } from "../../collections/defined.ts";

/** The configuration of an agent in a role. */
export interface RoleAgent extends AgentConfig {
  /** The effort, as the agent names it. */
  readonly effort?: string;
}

/** The key of each role in `agent.roles`. */
const KEYS: Readonly<Record<AgentRole, keyof AgentRoles>> = {
  research: "research",
  planning: "planning",
  discussion: "planning",
  project: "planning",
  "plan check": "plan_check",
  execution: "execution",
  verification: "verification",
};

const ALL_ROLES = Object.keys(KEYS) as AgentRole[];
const NO_ROLES: AgentRoles = configDefaults.agent.roles;
/** The agent without a model, which cannot take over the work of another. */
const WITHOUT_MODEL = "shell";

/** Returns the agents for a role, the preferred one first, then the fallbacks; each agent with a model once. */
export function roleAgents(agent: AgentConfig, role: AgentRole): readonly RoleAgent[] {
  const written = [agent.roles[KEYS[role]], ...agent.fallbacks.filter((text) => text !== WITHOUT_MODEL)];
  const known = new Set<string>();
  return written.flatMap((text) => {
    const read = readRoleAgent(text) ?? { name: agent.name };
    const key = `${read.name} ${read.model ?? ""}`;
    if (known.has(key)) return [];
    known.add(key);
    return [configured(agent, read)];
  });
}

/** Returns the configuration of the preferred agent for a role. */
export function roleAgent(agent: AgentConfig, role: AgentRole): RoleAgent {
  return roleAgents(agent, role)[0]!;
}

/** Returns the roles in a run of a phase, the main one first. */
export function runRoles({ workflow }: Config): readonly [AgentRole, ...AgentRole[]] {
  return workflow.verifier ? ["execution", "verification"] : ["execution"];
}

/** Returns the names of the agents of some roles, each once. */
export function agentNames(agent: AgentConfig, roles: readonly AgentRole[] = ALL_ROLES): readonly string[] {
  return [...new Set(roles.flatMap((role) => roleAgents(agent, role).map(({ name }) => name)))];
}

/** Returns the configuration with one agent for all roles, which may be one that hosts the command. */
export function singleAgent(agent: AgentConfig, name: string): AgentConfig {
  return { ...agent, name: name as AgentName, roles: NO_ROLES, fallbacks: [] };
}

/** Reports whether a configuration may use several agents. */
export function hasSeveralAgents({ roles, fallbacks }: AgentConfig): boolean {
  return fallbacks.length > 0 || Object.values(roles).some((text) => text !== "");
}

/** Returns the configuration of an agent: the command and the models of `agent` belong to the agent of `agent.name`. */
function configured(agent: AgentConfig, { name, model, effort }: WrittenAgent): RoleAgent {
  const own = name === agent.name;
  const models = model !== undefined
    ? { A: model, B: model, C: model }
    : own
    ? agent.models
    : { A: "", B: "", C: "" };
  return { ...agent, name, command: own ? agent.command : "", models, ...defined({ effort }) };
}
