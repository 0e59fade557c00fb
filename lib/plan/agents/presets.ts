/**
 * The agents that are known by name: the way to start each, the settings that make it ask, and its models.
 *
 * The strict setting prevents an agent from acting without asking, whatever its user has allowed elsewhere. A
 * preset whose strict setting cannot be applied is not used while safety is on.
 *
 * @module
 */

import type { AgentPreset } from "./preset.ts";

export type * from "./preset.ts";

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
const CLAUDE_INSTRUCTIONS = ["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md"];
const CLAUDE_SETTINGS = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".claude/agents",
  ".claude/commands",
  ".claude/skills",
  ".mcp.json",
];
const CLAUDE_LOGIN = ["ANTHROPIC_*", "CLAUDE_*"];
const CLAUDE_LOGGED_IN = {
  variables: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
  ],
  files: [".claude/.credentials.json"],
};
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
 * Services that an agent reaches with the login of a cloud: the variables that select them, and those that
 * they need.
 */
export const CLOUD_LOGINS: readonly (readonly [selected: string, variables: string])[] = [
  ["CLAUDE_CODE_USE_BEDROCK", "AWS_*"],
  ["CLAUDE_CODE_USE_VERTEX", "GOOGLE_*"],
  ["CLAUDE_CODE_USE_FOUNDRY", "AZURE_*"],
];

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
    install: "npm install -g @agentclientprotocol/claude-agent-acp",
    login: "Run: claude, then /login; or set ANTHROPIC_API_KEY",
    strict: {
      modes: ["default"],
      asksAlways: true,
      claude: {
        settings: { permissions: { ask: CLAUDE_ASKS } },
        allowDangerouslySkipPermissions: false,
      },
    },
    project: {
      paths: CLAUDE_SETTINGS,
      without: { claude: { settingSources: ["user"], strictMcpConfig: true } },
    },
    instructions: CLAUDE_INSTRUCTIONS,
    loggedIn: CLAUDE_LOGGED_IN,
    loginVariables: CLAUDE_LOGIN,
    env: CLAUDE_ENV,
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
    project: {
      paths: CLAUDE_SETTINGS,
      without: { args: ["--setting-sources", "user", "--strict-mcp-config"] },
    },
    instructions: CLAUDE_INSTRUCTIONS,
    loggedIn: CLAUDE_LOGGED_IN,
    loginVariables: CLAUDE_LOGIN,
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
    // The ACP package marks every folder as trusted.
    project: { paths: [".codex"] },
    loggedIn: { variables: ["OPENAI_API_KEY", "CODEX_API_KEY"], files: [".codex/auth.json"] },
    loginVariables: ["OPENAI_*", "CODEX_*", "AZURE_OPENAI_*"],
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
    // OPENCODE_DISABLE_PROJECT_CONFIG and OPENCODE_PURE leave the plugins of a project on.
    project: { paths: ["opencode.json", "opencode.jsonc", ".opencode"] },
    loggedIn: {
      variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY"],
      files: [".local/share/opencode/auth.json"],
    },
    loginVariables: [
      "OPENCODE_*",
      "ANTHROPIC_*",
      "OPENAI_*",
      "AZURE_*",
      "CEREBRAS_API_KEY",
      "DEEPSEEK_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "GROQ_API_KEY",
      "MISTRAL_API_KEY",
      "OPENROUTER_API_KEY",
      "XAI_API_KEY",
    ],
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
    // It runs the hooks of a repository even in a folder that its user does not trust.
    project: {
      paths: [
        ".github/copilot",
        ".github/extensions",
        ".github/hooks",
        ".github/lsp.json",
        ".github/mcp.json",
        ".copilot",
        ".vscode/mcp.json",
        ...CLAUDE_SETTINGS,
      ],
    },
    loggedIn: {
      variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
      files: [".copilot/config.json"],
    },
    loginVariables: ["COPILOT_*", "GITHUB_COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN"],
    env: {},
    sumsUsage: true,
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
    project: {
      paths: [
        ".gemini/settings.json",
        ".gemini/.env",
        ".gemini/agents",
        ".gemini/commands",
        ".gemini/extensions",
        ".gemini/policies",
        ".gemini/skills",
        ".env",
      ],
      without: { env: { GEMINI_CLI_TRUST_WORKSPACE: "false" } },
      with: { env: { GEMINI_CLI_TRUST_WORKSPACE: "true" } },
    },
    instructions: ["GEMINI.md", "AGENTS.md"],
    loggedIn: {
      variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
      files: [".gemini/oauth_creds.json"],
    },
    loginVariables: ["GEMINI_*", "GOOGLE_*"],
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
    sumsUsage: true,
    modelSetting: { kind: "option", id: "model" },
    models: {},
  },
];

/** Reports whether an agent is part of this program, and has no model. */
export function isOwnAgent(name: string): boolean {
  return name === "shell" || name === "mock";
}

/** Returns the preset of a name. */
export function findPreset(name: string): AgentPreset | undefined {
  return agentPresets.find((preset) => preset.name === name);
}
