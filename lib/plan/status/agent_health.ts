import type { AgentInfo, AgentsResult } from "../../../schemas/results/agents.ts";
import type { HealthCheck } from "../../../schemas/results/doctor.ts";

/** What `wf agents` found: the roles with their agents, and all agents. */
type Found = Pick<AgentsResult, "roles" | "agents">;

const area = "agents";

/** Checks the agents that a project uses. */
export function usedAgents({ roles, agents }: Found): readonly HealthCheck[] {
  const found = (name: string) => agents.some((one) => one.name === name && one.found);
  return agents.flatMap((agent): readonly HealthCheck[] => {
    const { name } = agent;
    const own = roles.filter((role) => role.agent === name);
    if (own.length === 0 && !roles.some(({ fallbacks }) => fallbacks.includes(name))) return [];
    const works = own.length === roles.length && own.every(({ model }) => model === own[0]!.model)
      ? `all roles${modelText(own[0]!)}`
      : own.map((role) => `${role.role}${modelText(role)}`).join(", ");
    const purpose = own.length === 0 ? "fallback" : works;
    if (agent.found) return foundAgent(agent, purpose);
    const { title, hint = "" } = agent;
    const message = `Agent ${name} (${title}; ${purpose}) cannot be started${hint === "" ? "" : `: ${hint}`}`;
    const isNeeded = own.some(({ fallbacks }) => !fallbacks.some(found));
    return [{ area, state: isNeeded ? "error" : "warning", message, fix: "wf agents" }];
  });
}

/** Lists the agents that a new project could use. */
export function installedAgents({ agents }: Found): readonly HealthCheck[] {
  const found = agents.filter(({ name, found, permissions }) => {
    // The mock agent only rehearses.
    return found && permissions !== "scripted" && name !== "mock";
  });
  if (found.length > 0) return found.flatMap((agent) => foundAgent(agent, "installed"));
  return [{ area, state: "note", message: "No coding agent is installed", fix: "wf agents" }];
}

/**
 * Reports whether programs can run in a sandbox.
 *
 * @param unconfined The reason why there is none.
 */
export function sandbox(unconfined: string | undefined): HealthCheck {
  return unconfined === undefined
    ? { area, state: "ok", message: "Programs can run in a sandbox" }
    : { area, state: "note", message: `Programs cannot run in a sandbox: ${unconfined}` };
}

function foundAgent(
  { name, version = "", permissions, login, loginHint = "" }: AgentInfo,
  purpose: string,
): readonly HealthCheck[] {
  const asks = { asks: "asks before it acts", scripted: "follows the plan", none: "cannot ask" }[permissions];
  const known = login === true ? ", with a login" : "";
  const message = `Agent ${[name, version].join(" ").trim()} ${asks}${known}: ${purpose}`;
  const missing = `No login of ${name} is found in its usual places. ${loginHint}`;
  return [
    { area, state: "ok", message },
    ...login === false ? [{ area, state: "note", message: missing } as const] : [],
  ];
}

function modelText({ model }: { readonly model?: string }): string {
  return model === undefined ? "" : ` (${model})`;
}
