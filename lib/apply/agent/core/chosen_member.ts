import type { ChosenAgent } from "../../../../schemas/steering.ts";
import type { AgentMember } from "./port.ts";

/** Returns the first of the agents with the chosen name, by default the first one, with the chosen model. */
export function chosenMember(
  members: readonly AgentMember[],
  { agent, model }: ChosenAgent,
): AgentMember | undefined {
  const member = members.find(({ config: { name } }) => agent === undefined || name === agent);
  if (member === undefined || model === undefined) return member;
  const { effort: _, ...config } = member.config;
  // A limit need not concern another model of the same agent.
  return { ...member, away: { until: 0 }, config: { ...config, models: { A: model, B: model, C: model } } };
}
