import type { Host } from "../../host/host.ts";
import { AGENT_MARK } from "./core/agent_mark.ts";

/** Variables that coding agents set for the commands that they run. */
export const AGENT_SESSION_MARKS: readonly string[] = [
  "CLAUDECODE",
  "AI_AGENT",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "CODEX_CI",
  "OPENCODE",
  "COPILOT_CLI",
  "GEMINI_CLI",
  "CURSOR_AGENT",
];

/** Returns true when a coding agent has started this program: a host, or an agent of a run. */
export function isAgentSession(host: Host): boolean {
  const isRun = Object.entries(AGENT_MARK).some(([name, value]) => host.env(name) === value);
  return isRun || AGENT_SESSION_MARKS.some((name) => (host.env(name) ?? "") !== "");
}
