/**
 * The agents that are known by name: the way to start each, the settings that make it ask, and its models.
 *
 * The strict setting prevents an agent from acting without asking, whatever its user has allowed elsewhere. A
 * preset whose strict setting cannot be applied is not used while safety is on.
 *
 * @module
 */

/** The protocol of an agent. */
export type AgentProtocol = "shell" | "acp" | "claude-cli";

/** The way to set the model of an agent. */
export type ModelSetting =
  | { readonly kind: "option"; readonly id: string }
  | { readonly kind: "flag"; readonly flag: string }
  /** It cannot be set: the agent uses its user's configuration. */
  | { readonly kind: "own" };

/** The setting that makes an agent ask before it acts. */
export interface StrictSetting {
  /** The modes of the session, by preference. Empty if there is none to set. */
  readonly modes: readonly string[];
  /** The options of the session and their required values, if they exist. */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * True if it then asks before everything except reading inside its folder, so that a tool use without a
   * request shows that the setting has no effect.
   */
  readonly asksAlways?: boolean;
  /** The tool uses without a request, in a clause after its name: `reads …`. */
  readonly unasked?: string;
  /** Values for the `_meta` of session/new, instead of those of {@link UserOnlySetting}. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The arguments of the command. */
  readonly args?: readonly string[];
  /** The environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The setting that makes an agent read its user's settings but none of the repository. The latter could name
 * hooks and servers that run without a request, and variables that send the user's key to another address.
 */
export interface UserOnlySetting {
  /** The arguments of the command. */
  readonly args?: readonly string[];
  /** Values for the `_meta` of session/new. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /**
   * The instructions in the repository that it then no longer reads on its own: paths in its working folder.
   */
  readonly instructions: readonly string[];
}

/** A tier of models: A the most capable, B middle, C lowest. Each agent has its own models for them. */
export type ModelTier = "A" | "B" | "C";

/** An agent that is known by name. */
export interface AgentPreset {
  /** The name, as in `agent.name` and `--agent`. */
  readonly name: string;
  /** The title in messages. */
  readonly title: string;
  /** A short description, if the title is not enough. */
  readonly about?: string;
  /** The protocol. */
  readonly protocol: AgentProtocol;
  /** The command that starts it; empty if the program itself or the configuration defines it. */
  readonly command: readonly string[];
  /** The installation command or instruction. */
  readonly install: string;
  /** The login instruction. */
  readonly login: string;
  /** The setting that makes it ask; undefined for an agent that cannot ask. */
  readonly strict?: StrictSetting;
  /** The setting that ignores the repository's settings; undefined if there is none. */
  readonly userOnly?: UserOnlySetting;
  /** Further environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** True if the title of a request is the command itself, and not text that a model wrote. */
  readonly titleIsCommand?: boolean;
  /** True if the first title of a tool use is the name of the tool. */
  readonly titleIsTool?: boolean;
  /** The prefixes of the program's own messages, if it mixes them with those of its model. */
  readonly prefixes?: { readonly notice: string; readonly error: string };
  /** The way to set its model. */
  readonly modelSetting: ModelSetting;
  /** Its models by tier; for a missing one the agent chooses. */
  readonly models: Readonly<Partial<Record<ModelTier, string>>>;
}

/**
 * The tools for which Claude asks, whatever its user allowed elsewhere: all that act, reach a service or
 * read, including those of MCP servers.
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
 * Otherwise a turn would end while its commands still run, and it would wait for minutes before it reports an
 * error.
 */
const CLAUDE_ENV = {
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
  CLAUDE_CODE_MAX_RETRIES: "2",
};
/**
 * The ACP package always requests the right to skip permissions, which Claude refuses to root without this
 * variable. It does not switch a sandbox on or off; the mode of the session still asks.
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
    about: "rehearses: writes the files of a task or a role, or plays a script",
    protocol: "acp",
    command: [],
    install: "It is part of this program",
    login: "It needs no login: the script asks for this error",
    strict: { modes: ["ask"], asksAlways: true },
    // Its working folder may contain an unrelated package.json.
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
    // In "workspace-write" it deletes inside the workspace without asking.
    strict: {
      modes: ["read-only"],
      unasked:
        "reads any file, searches the web and runs commands in its own read-only sandbox without asking",
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
          // Requests of its sub-agents do not reach this program, and wait forever.
          task: "deny",
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
      unasked: "reads files in the system's folder for temporary files without asking",
    },
    prefixes: { notice: "Info: ", error: "Error: " },
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
      // It never asks about servers that its settings trust. With the name of one that does not exist, it starts
      // none.
      args: ["--allowed-mcp-server-names", "none-while-wf-asks"],
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
    strict: { modes: [], unasked: "asks according to its own settings" },
    env: {},
    modelSetting: { kind: "option", id: "model" },
    models: {},
  },
];

/** Returns the `_meta` of a session with an agent; undefined if it needs none. */
export function sessionMeta(
  { strict, userOnly }: AgentPreset,
  isStrict: boolean,
): Readonly<Record<string, unknown>> | undefined {
  return (isStrict ? strict?.meta : undefined) ?? userOnly?.meta;
}

/** Returns the preset of a name. */
export function findPreset(name: string): AgentPreset | undefined {
  return agentPresets.find((preset) => preset.name === name);
}

/**
 * Returns the model that an agent uses for a tier: from the configuration, otherwise from the preset.
 *
 * @returns Undefined if the choice is left to the agent.
 */
export function agentModel(
  config: { readonly name: string; readonly models: Readonly<Partial<Record<ModelTier, string>>> },
  tier: ModelTier,
): string | undefined {
  return config.models[tier] || findPreset(config.name)?.models[tier];
}

/** Returns the tiers for which an agent has no model, so that it chooses one; empty for an agent without models. */
export function unmappedTiers(config: Parameters<typeof agentModel>[0]): readonly ModelTier[] {
  if (findPreset(config.name)?.modelSetting.kind === "own") return [];
  return (["A", "B", "C"] as const).filter((tier) => agentModel(config, tier) === undefined);
}
