import type { AgentSession } from "./port.ts";

/** Returns the ability of a session to take words during a turn, for a session that wraps it. */
export function steerable(session: AgentSession): Pick<AgentSession, "steer"> {
  return session.steer === undefined ? {} : { steer: (words) => session.steer!(words) };
}
