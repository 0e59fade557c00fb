import { configDefaults } from "../../../../generated/metadata.ts";
import type { ChosenAgent } from "../../../../schemas/steering.ts";
import type { Config } from "../../../../schemas/config.ts";
import type { Host } from "../../../host/host.ts";
import { defined } from "../../../collections/defined.ts";
import { roleModelsOf } from "../../../plan/agents/tiers.ts";
import { Conversation, type ConversationMember, type ConversationSession } from "./conversation.ts";
import { chosenMember } from "./chosen_member.ts";
import type { Agent, AgentMember } from "./port.ts";

export interface ConversationParties {
  readonly host: Host;
  readonly agent: Agent;
  readonly config: Config;
  /** The agent and the model that the user has chosen instead. */
  readonly chosen?: ChosenAgent;
}

/**
 * Creates a conversation with the configured agents and models of the role, timeouts, retries and permission mode. No
 * agent is started before the first turn.
 *
 * @param session The options of its sessions that are not configured.
 */
export function configuredConversation(
  { host, agent, config, chosen }: ConversationParties,
  session: Omit<ConversationSession, "strict">,
): Conversation {
  const { role } = session;
  const alone = { agent, config: config.agent, away: { until: 0 } };
  const members = agent.members?.(role) ?? [];
  const picked = chosen &&
    chosenMember([...members, ...agent.members?.("verification") ?? [], alone], chosen);
  const [first = alone, ...others] = picked === undefined ? members : [picked];
  const seat = ({ agent, away, config: own }: AgentMember): ConversationMember => ({
    agent,
    away,
    ...roleModelsOf(own, { profile: config.model_profile, role }),
    ...defined({ effort: own.effort }),
  });
  const { always_confirm_destructive, always_confirm_external_services } = config.safety;
  const { model_profile: profile } = config;
  return new Conversation({
    host,
    members: [seat(first), ...others.map(seat)],
    retries: config.agent.retries,
    limit: config.agent.turn_timeout_minutes * 60_000,
    session: {
      ...session,
      ...defined({ profile: profile === configDefaults.model_profile ? undefined : profile }),
      strict: always_confirm_destructive || always_confirm_external_services,
    },
  });
}
