import type { Config } from "../../../../schemas/config.ts";
import type { Host } from "../../../host/host.ts";
import { defined } from "../../../collections/defined.ts";
import { roleModel } from "../../../plan/agents/tiers.ts";
import { Conversation } from "./conversation.ts";
import type { Agent, SessionOptions } from "./port.ts";

/** Whom a conversation is held with, and by which configuration. */
export interface ConversationParties {
  /** The machine. */
  readonly host: Host;
  /** The agent. */
  readonly agent: Agent;
  /** The configuration of this invocation. */
  readonly config: Config;
}

/**
 * A conversation as the configuration has it: the model of the role, the times, the retries, and
 * whether the agent has to ask. Nothing is started before the first turn.
 *
 * @param parties Whom it is held with.
 * @param session What the configuration does not tell of its sessions.
 */
export function configuredConversation(
  { host, agent, config }: ConversationParties,
  session: Omit<SessionOptions, "model" | "strict">,
): Conversation {
  const model = roleModel(config, session.role);
  const { always_confirm_destructive, always_confirm_external_services } = config.safety;
  return new Conversation({
    host,
    agent,
    retries: config.agent.retries,
    limit: config.agent.turn_timeout_minutes * 60_000,
    session: {
      ...session,
      ...defined({ model }),
      strict: always_confirm_destructive || always_confirm_external_services,
    },
  });
}
