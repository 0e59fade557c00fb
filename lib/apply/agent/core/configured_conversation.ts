import type { Config } from "../../../../schemas/config.ts";
import type { Host } from "../../../host/host.ts";
import { defined } from "../../../collections/defined.ts";
import { roleModel } from "../../../plan/agents/tiers.ts";
import { Conversation } from "./conversation.ts";
import type { Agent, SessionOptions } from "./port.ts";

export interface ConversationParties {
  readonly host: Host;
  readonly agent: Agent;
  readonly config: Config;
}

/**
 * Creates a conversation with the configured model of the role, timeouts, retries and permission mode. The
 * agent is not started before the first turn.
 *
 * @param session The options of its sessions that are not configured.
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
