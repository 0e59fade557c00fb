import { configKeys } from "../../../generated/metadata.ts";
import type { AgentName } from "../../../schemas/config.ts";
import { defined } from "../../collections/defined.ts";
import { listText } from "../../text/list_text.ts";

/** An agent for a role, as written in `agent.roles` and `agent.fallbacks`. */
export interface WrittenAgent {
  readonly name: AgentName;
  /** The model; absent for that of the role's tier. */
  readonly model?: string;
  /** The effort, as the agent names it; absent if the agent chooses. */
  readonly effort?: string;
}

export const AGENT_NAMES: readonly string[] = configKeys.find(({ key }) => key === "agent.name")!.allowed!;

const FORM = /^(?<name>\w[\w-]*)(?: model=(?<model>[^\s-]\S*))?(?: effort=(?<effort>[^\s-]\S*))?$/;

/** Returns the expected agent for a role; undefined if it is written as expected. */
export function expectedRoleAgent(text: string): string | undefined {
  const name = FORM.exec(text)?.groups?.name;
  if (name === undefined) return '"<agent>", "<agent> model=…" or "<agent> model=… effort=…"';
  return isAgentName(name) ? undefined : `an agent: ${listText(AGENT_NAMES, "or")}`;
}

/**
 * Reads an agent for a role, `codex model=gpt-5 effort=high`; undefined if it has another form, or its agent is
 * unknown.
 */
export function readRoleAgent(text: string): WrittenAgent | undefined {
  const { name, model, effort } = FORM.exec(text)?.groups ?? {};
  return isAgentName(name) ? { name, ...defined({ model, effort }) } : undefined;
}

function isAgentName(name: string | undefined): name is AgentName {
  return name !== undefined && AGENT_NAMES.includes(name);
}
