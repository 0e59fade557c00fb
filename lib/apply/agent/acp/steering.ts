import type { InitializeResponse } from "../../../deps/acp.ts";
import { isRecord } from "../../../collections/is_record.ts";
import { within } from "../../../host/within.ts";
import type { AcpConnection } from "./connection.ts";

/** An extension of ACP: Claude Code and Codex take prompts during a turn. */
export const STEER_METHOD = "_session/steering";

/** The time for an answer, in milliseconds; the next prompt contains the words otherwise. */
const TIMEOUT = 10_000;

/** Reports whether an agent announces that it takes words during a turn. */
export function announcesSteering({ _meta }: Pick<InitializeResponse, "_meta">): boolean {
  const steering = _meta?.["steering"];
  return isRecord(steering) && steering.supported === true;
}

/** Gives an agent words during its turn; returns false if it did not take them. */
export async function steerSession(
  { agent }: AcpConnection,
  sessionId: string,
  words: string,
): Promise<boolean> {
  const asked = agent.request<unknown>(STEER_METHOD, {
    sessionId,
    prompt: [{ type: "text", text: words }],
    // Otherwise an agent whose turn has just ended would begin another.
    _meta: { steering: { idleBehavior: "promptRequired" } },
  });
  const answer = await within(TIMEOUT, asked.catch(() => undefined));
  return isRecord(answer) && answer.outcome === "injected";
}
