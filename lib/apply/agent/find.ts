import type { AgentConfig } from "../../../schemas/config.ts";
import type { Host } from "../../host/host.ts";
import { type AgentPreset, findPreset } from "../../plan/agents/presets.ts";
import { splitCommandLine } from "../../text/split_command_line.ts";
import { AcpAgent } from "./acp/agent.ts";
import type { AgentSettings } from "./core/settings.ts";
import { ClaudeCliAgent } from "./claude_cli/agent.ts";
import { mockCommand } from "./mock/command.ts";
import type { Agent } from "./core/port.ts";
import { ShellAgent } from "./shell/agent.ts";

/** The result of {@link findAgent}. */
export type FoundAgent =
  | { readonly kind: "agent"; readonly agent: Agent }
  | { readonly kind: "unknown"; readonly message: string; readonly hint: string };

/**
 * Finds the configured agent.
 *
 * @param config The object `agent`; `--agent` has replaced its name.
 * @param root Absolute path of the project root, which the path of a mock script is relative to.
 * @param withProject True to let it read the settings of the project.
 */
export function findAgent(
  config: AgentConfig,
  host: Host,
  root: string = host.cwd(),
  withProject = false,
): FoundAgent {
  const preset = findPreset(config.name)!;
  const words = splitCommandLine(config.command);
  if (words === undefined) {
    const message = `Cannot read agent.command, ${config.command}: a quote is not closed`;
    return { kind: "unknown", message, hint: "Close the quote, or escape it with a backslash" };
  }
  const command = commandOf(preset, words, { host, root });
  if (command.length === 0) {
    const message = `Agent "${preset.name}" needs a command`;
    return { kind: "unknown", message, hint: 'Set agent.command, for example "my-agent --acp"' };
  }
  return { kind: "agent", agent: makeAgent(preset, command, { config, host, withProject }) };
}

function commandOf(
  preset: AgentPreset,
  words: readonly string[],
  { host, root }: { readonly host: Host; readonly root: string },
): readonly string[] {
  if (preset.name === "mock") return mockCommand(host, words[0], root);
  return words.length > 0 ? words : preset.command;
}

function makeAgent(
  preset: AgentPreset,
  command: readonly string[],
  { config, host, withProject }: {
    readonly config: AgentConfig;
    readonly host: Host;
    readonly withProject: boolean;
  },
): Agent {
  const [program = "", ...args] = command;
  // The first start after an installation is slow.
  const times = { start: 120_000, stall: config.stall_minutes * 60_000, cancel: 10_000, gracePeriod: 2_000 };
  const { keep_variables: keep } = config;
  const settings: AgentSettings = { preset, command: [program, ...args], times, withProject, keep };
  switch (preset.protocol) {
    case "shell":
      return new ShellAgent(host);
    case "acp":
      return new AcpAgent(host, settings);
    case "claude-cli":
      return new ClaudeCliAgent(host, settings);
  }
}
