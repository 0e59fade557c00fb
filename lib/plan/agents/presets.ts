/**
 * The agents that are known by name: how each is started, what makes it ask, and its models.
 *
 * The strict setting is what keeps an agent from acting unasked whatever its user has allowed it
 * elsewhere; a preset whose strict setting cannot be made is not used while safety is on.
 * @module
 */
import type { AgentConfig } from "../../../schemas/config.ts";

/** How an agent is spoken with. */
export type AgentProtocol = "shell" | "acp" | "claude-cli";

/** How an agent is told which model to use. */
export type ModelSetting =
  /** A configuration option of the session. */
  | { readonly kind: "option"; readonly id: string }
  /** An argument of the command. */
  | { readonly kind: "flag"; readonly flag: string }
  /** It cannot be told; it uses what its user configured. */
  | { readonly kind: "own" };

/** What makes an agent ask before it acts. */
export interface StrictSetting {
  /** Mode of the session, by preference. Empty where there is none to set. */
  readonly modes: readonly string[];
  /** Options of the session and the value each has to have, where it is there. */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * Whether it then asks before everything but reading inside of its folder, so that a use of a tool it
   * did not ask for shows that the setting has no effect.
   */
  readonly asksAlways?: boolean;
  /** Uses of tools for which it cannot be made to ask, in a clause that follows its name: `reads …`. */
  readonly unasked?: string;
  /** Put into the `_meta` of session/new, in place of that of {@link UserOnlySetting}. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * What makes an agent read its user's settings and none that come with the repository: those name hooks and
 * servers that run unasked, and variables that send the user's key to another address.
 */
export interface UserOnlySetting {
  /** Arguments of the command. */
  readonly args?: readonly string[];
  /** Put into the `_meta` of session/new. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Instructions in the repository that it no longer reads on its own: paths in the folder it works in. */
  readonly instructions: readonly string[];
}

/** A tier of models: A most capable, B middle, C lowest. Each agent has models of its own for them. */
export type ModelTier = "A" | "B" | "C";

/** An agent that is known by name. */
export interface AgentPreset {
  /** Name, as `agent.name` and `--agent` give it. */
  readonly name: string;
  /** What messages call it. */
  readonly title: string;
  /** What it is, in a few words, where the title does not tell. */
  readonly about?: string;
  /** How it is spoken with. */
  readonly protocol: AgentProtocol;
  /** The command that starts it; empty where the program itself or the configuration names it. */
  readonly command: readonly string[];
  /** How it is installed. */
  readonly install: string;
  /** How its user logs in. */
  readonly login: string;
  /** What makes it ask; undefined for an agent that has no way to ask. */
  readonly strict?: StrictSetting;
  /** What keeps settings in the repository from having an effect; undefined where there is no such setting. */
  readonly userOnly?: UserOnlySetting;
  /** Further variables of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the title of a request is the command itself, and not text that a model wrote. */
  readonly titleIsCommand?: boolean;
  /** Whether the first title of a use of a tool is the tool's name. */
  readonly titleIsTool?: boolean;
  /** How the texts of the program itself begin, where it mixes them with those of its model. */
  readonly remarks?: { readonly notice: string; readonly error: string };
  /** How it is told which model to use. */
  readonly modelSetting: ModelSetting;
  /** Its models by tier; one that is missing leaves the choice to the agent. */
  readonly models: Readonly<Partial<Record<ModelTier, string>>>;
}

/**
 * Tools for which Claude asks, whatever its user allowed elsewhere: all that act, reach a service or
 * read, those of MCP servers included.
 */
export const CLAUDE_ASKS: readonly string[] = [
  "mcp__*",
  "Read",
  "Glob",
  "Grep",
  "Bash",
  "Monitor",
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "WebFetch",
  "WebSearch",
];
const CLAUDE_INSTRUCTIONS = ["CLAUDE.md", ".claude/CLAUDE.md"];
const CLAUDE_USER_ONLY = { settingSources: ["user"], strictMcpConfig: true };
const CLAUDE_MODELS = { A: "opus", B: "sonnet", C: "haiku" };
/**
 * A turn would otherwise end while its commands still run, and it would wait for minutes, unseen, before it
 * tells of an error.
 */
const CLAUDE_ENV = {
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
  CLAUDE_CODE_MAX_RETRIES: "2",
};
/**
 * The ACP package always asks for the right to skip permissions, which Claude refuses to root without this
 * variable. It switches no sandbox on or off; the mode of the session still asks.
 */
const CLAUDE_ACP_ENV = { ...CLAUDE_ENV, IS_SANDBOX: "1" };

/** The presets, in the order in which they are listed. */
export const agentPresets: readonly AgentPreset[] = [
  {
    name: "shell",
    title: "The shell agent",
    about: "runs the sh blocks of a task's action, without a model",
    protocol: "shell",
    command: ["sh"],
    install: "Install a POSIX shell",
    login: "",
    env: {},
    modelSetting: { kind: "own" },
    models: {},
  },
  {
    name: "mock",
    title: "The mock agent",
    about: "writes what a task or a role is to write, or plays a script: a rehearsal",
    protocol: "acp",
    command: [],
    install: "It is a part of this program",
    login: "It needs no login: the script asks for this error",
    strict: { modes: ["ask"], asksAlways: true },
    // The folder it works in may hold a package.json, which is none of its own.
    env: { DENO_NO_PACKAGE_JSON: "1" },
    modelSetting: { kind: "flag", flag: "--model" },
    models: { A: "mock-a", B: "mock-b", C: "mock-c" },
  },
  {
    name: "claude",
    title: "Claude Code over ACP",
    protocol: "acp",
    command: ["claude-agent-acp"],
    install: "npm install -g @agentclientprotocol/claude-agent-acp (Node 22 or newer)",
    login: "Run: claude, then /login; or set ANTHROPIC_API_KEY",
    strict: {
      modes: ["default"],
      asksAlways: true,
      meta: {
        claudeCode: { options: { ...CLAUDE_USER_ONLY, settings: { permissions: { ask: CLAUDE_ASKS } } } },
      },
    },
    userOnly: { meta: { claudeCode: { options: CLAUDE_USER_ONLY } }, instructions: CLAUDE_INSTRUCTIONS },
    env: CLAUDE_ACP_ENV,
    modelSetting: { kind: "option", id: "model" },
    models: CLAUDE_MODELS,
  },
  {
    name: "claude-cli",
    title: "Claude Code by its own stream of JSON",
    protocol: "claude-cli",
    command: ["claude"],
    install: "npm install -g @anthropic-ai/claude-code",
    login: "Run: claude, then /login; or set ANTHROPIC_API_KEY",
    strict: { modes: [], asksAlways: true },
    userOnly: {
      args: ["--setting-sources", "user", "--strict-mcp-config"],
      instructions: CLAUDE_INSTRUCTIONS,
    },
    env: CLAUDE_ENV,
    modelSetting: { kind: "flag", flag: "--model" },
    models: CLAUDE_MODELS,
  },
  {
    name: "codex",
    title: "OpenAI Codex over ACP",
    protocol: "acp",
    command: ["codex-acp"],
    install: "npm install -g @agentclientprotocol/codex-acp @openai/codex",
    login: "Run: codex login; or set OPENAI_API_KEY",
    // In "workspace-write" it deletes inside the workspace unasked.
    strict: {
      modes: ["read-only"],
      unasked: "reads any file, and runs commands in its own read-only sandbox, without asking",
    },
    env: {},
    modelSetting: { kind: "option", id: "model" },
    models: {},
  },
  {
    name: "opencode",
    title: "OpenCode over ACP",
    protocol: "acp",
    command: ["opencode", "acp"],
    install: "npm install -g opencode-ai",
    login: "Run: opencode auth login",
    strict: {
      modes: [],
      asksAlways: true,
      env: {
        OPENCODE_PERMISSION: JSON.stringify({
          "*": "ask",
          read: "ask",
          bash: "ask",
          edit: "ask",
          webfetch: "ask",
          external_directory: "ask",
        }),
      },
    },
    titleIsTool: true,
    env: {},
    modelSetting: { kind: "option", id: "model" },
    models: {},
  },
  {
    name: "copilot",
    title: "GitHub Copilot over ACP",
    protocol: "acp",
    command: ["copilot", "--acp"],
    install: "npm install -g @github/copilot",
    login: "Run: copilot, then /login; or set GH_TOKEN",
    strict: {
      modes: ["https://agentclientprotocol.com/protocol/session-modes#agent", "agent"],
      options: { allow_all: "off" },
      unasked: "reads any file without asking",
    },
    remarks: { notice: "Info: ", error: "Error: " },
    env: {},
    modelSetting: { kind: "flag", flag: "--model" },
    models: {},
  },
  {
    name: "gemini",
    title: "Gemini CLI over ACP",
    protocol: "acp",
    command: ["gemini", "--acp"],
    install: "npm install -g @google/gemini-cli",
    login: "Run: gemini, then /auth; or set GEMINI_API_KEY",
    strict: {
      modes: ["default"],
      asksAlways: true,
      unasked: "uses the tools of MCP servers that its settings trust without asking, and is then stopped",
    },
    titleIsCommand: true,
    env: { GEMINI_CLI_NO_RELAUNCH: "true" },
    modelSetting: { kind: "flag", flag: "--model" },
    models: { A: "pro", B: "flash", C: "flash-lite" },
  },
  {
    name: "custom",
    title: "The custom agent",
    about: "any command that speaks ACP, given as agent.command",
    protocol: "acp",
    command: [],
    install: "Install the program that agent.command names",
    login: "Log in with the agent's own program",
    strict: { modes: [], unasked: "asks as its own settings have it" },
    env: {},
    modelSetting: { kind: "option", id: "model" },
    models: {},
  },
];

/** The `_meta` of a session with an agent; undefined for one that needs none. */
export function sessionMeta(
  { strict, userOnly }: AgentPreset,
  isStrict: boolean,
): Readonly<Record<string, unknown>> | undefined {
  return (isStrict ? strict?.meta : undefined) ?? userOnly?.meta;
}

/** The preset of a name. */
export function findPreset(name: string): AgentPreset | undefined {
  return agentPresets.find((preset) => preset.name === name);
}

/**
 * The model that an agent uses for a tier: what the configuration names, else the preset's own.
 *
 * @returns Undefined where the choice is left to the agent.
 */
export function agentModel(config: AgentConfig, tier: ModelTier): string | undefined {
  return config.models[tier] || findPreset(config.name)?.models[tier];
}
