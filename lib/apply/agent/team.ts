import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Agent, AgentMember } from "./core/port.ts";

/**
 * Returns several agents as one, which takes the name of the first.
 *
 * @param members The agents of each role that takes part, the preferred one first.
 */
export function agentTeam(members: ReadonlyMap<AgentRole, readonly [AgentMember, ...AgentMember[]]>): Agent {
  const [[{ agent: first }] = [undefined as never]] = members.values();
  return {
    name: first.name,
    probe: () => first.probe(),
    open: (options) => (members.get(options.role)?.[0].agent ?? first).open(options),
    members: (role) => members.get(role) ?? [],
  };
}

/** Returns an agent with each of its members replaced. */
export function mapAgents(agent: Agent, replace: (agent: Agent) => Agent): Agent {
  const { members } = agent;
  if (members === undefined) return replace(agent);
  return {
    ...agent,
    members: (role) => members(role).map((member) => ({ ...member, agent: replace(member.agent) })),
  };
}

/** Returns the names of the agents that may take the turns of a task. */
export function teamNames({ name, members }: Agent): readonly string[] {
  const all = [...members?.("execution") ?? [], ...members?.("verification") ?? []];
  return [...new Set([name, ...all.map(({ config }) => config.name)])];
}
