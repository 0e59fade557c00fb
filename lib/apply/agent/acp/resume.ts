import type { AgentCapabilities, NewSessionRequest, NewSessionResponse } from "../../../deps/acp.ts";
import { type AcpConnection, isAnswer } from "./connection.ts";

/** A request that continues a session of an earlier process. */
type ResumeMethod = "session/resume" | "session/load";

/** Returns the method that continues a session of an earlier process; the first one sends no history. */
export function resumeMethod(
  { acp: { methods } }: AcpConnection,
  { sessionCapabilities, loadSession }: AgentCapabilities,
): ResumeMethod | undefined {
  if (sessionCapabilities?.resume) return methods.agent.session.resume;
  return loadSession === true ? methods.agent.session.load : undefined;
}

/** Continues the session of the options; undefined if there is none, or the agent no longer has it. */
export async function resumeSession(
  { agent, context: { options, preset } }: AcpConnection,
  method: ResumeMethod,
  place: Omit<NewSessionRequest, "sessionId">,
): Promise<NewSessionResponse | undefined> {
  const { resume: sessionId, onNotice } = options;
  if (sessionId === undefined) return undefined;
  try {
    return { sessionId, ...await agent.request(method, { sessionId, ...place }) };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    onNotice(`${preset.title} cannot continue its session: a new one begins`);
    return undefined;
  }
}
