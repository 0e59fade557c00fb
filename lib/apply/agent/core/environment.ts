import type { Host } from "../../../host/host.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import { isOwnAgent } from "../../../plan/agents/presets.ts";
import { withheldVariables } from "../../../plan/agents/withheld_variables.ts";
import { AGENT_MARK } from "./agent_mark.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../../git/process.ts";

/** Variables that mark processes inside an agent's session. */
const SESSION_VARIABLES: readonly string[] = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_REMOTE_SESSION_ID",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_EXECPATH",
  "CLAUDE_CODE_TMPDIR",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_ENV_FILE",
  "CLAUDE_EFFORT",
  "CLAUDE_PID",
  "CLAUDE_AGENT_SDK_VERSION",
  "CLAUDE_AGENT_SDK_CLIENT_APP",
  "AI_AGENT",
  "AGENT",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "CODEX_CI",
  "OPENCODE",
  "OPENCODE_PID",
  "OPENCODE_RUN_ID",
  "OPENCODE_PERMISSION",
  "COPILOT_CLI",
  "COPILOT_ALLOW_ALL",
  "GEMINI_CLI",
];

/** The agent, and the names of variables that it gets although they look like secrets. */
export interface EnvironmentUse {
  readonly preset: AgentPreset;
  readonly keep: readonly string[];
}

/** Returns the names of the variables that an agent does not get, because they look like secrets. */
export function withheldFrom(host: Host, { preset, keep }: EnvironmentUse): readonly string[] {
  // This program's own agents start no other program of their own.
  if (isOwnAgent(preset.name)) return [];
  return withheldVariables(host.environment(), { preset, keep });
}

/**
 * Returns the changes to this program's environment for an agent: git cannot contact other machines, and the
 * variables of git hooks and of an agent session around this program are removed, and so are secrets. The
 * agent's own credentials are kept.
 */
export function agentEnvironment(
  host: Host,
  use: EnvironmentUse,
): Readonly<Record<string, string | undefined>> {
  return {
    ...Object.fromEntries(withheldFrom(host, use).map((name) => [name, undefined])),
    ...CLEAN_GIT_ENVIRONMENT,
    ...Object.fromEntries(SESSION_VARIABLES.map((name) => [name, undefined])),
    ...AGENT_MARK,
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
  };
}
