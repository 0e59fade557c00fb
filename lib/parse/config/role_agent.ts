import { defined } from "../../collections/defined.ts";

/** An agent for a role, as written in `agent.roles` and `agent.fallbacks`. */
export interface WrittenAgent {
  /** The name of the agent. */
  readonly name: string;
  /** The model; absent for that of the role's tier. */
  readonly model?: string;
  /** The effort, as the agent names it; absent if the agent chooses. */
  readonly effort?: string;
}

/** The form of an agent for a role. */
export const ROLE_AGENT = '"<agent>", "<agent> model=…" or "<agent> model=… effort=…"';

const FORM = /^(?<name>\w[\w-]*)(?: model=(?<model>[^\s-]\S*))?(?: effort=(?<effort>[^\s-]\S*))?$/;

/** Reads an agent for a role, `codex model=gpt-5 effort=high`; undefined if it has another form. */
export function readRoleAgent(text: string): WrittenAgent | undefined {
  const { name, model, effort } = FORM.exec(text)?.groups ?? {};
  return name === undefined ? undefined : { name, ...defined({ model, effort }) };
}
