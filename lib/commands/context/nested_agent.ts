import { commands } from "../../../generated/commands.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { HostedCommand } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import { isOwnAgent } from "../../plan/agents/presets.ts";
import { agentNames } from "../../plan/agents/role_agents.ts";
import { optionWords } from "../../plan/command_lines/option_words.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type CommandContext, UsageError } from "./command_context.ts";

/** A call that would start an agent. */
export interface StartingCall {
  readonly command: HostedCommand;
  /** The options of the call. */
  readonly options: { readonly agent?: string };
  readonly config: Pick<Config, "agent">;
}

const ROLES: Readonly<Record<HostedCommand, readonly AgentRole[]>> = {
  "execute-phase": ["execution", "verification"],
  "new-project": ["project"],
  "new-milestone": ["project"],
  "discuss-phase": ["discussion"],
  "plan-phase": ["research", "planning", "plan check"],
  "verify-phase": ["verification"],
  "quick": ["execution"],
};

/** Throws a UsageError when a coding agent calls without naming another one to start: it can host the command. */
export function refuseNested(
  { command, options, config }: StartingCall,
  { byAgent, hosting }: Pick<CommandContext, "byAgent" | "hosting">,
): void {
  const name = agentNames(config.agent, ROLES[command]).find((known) => !isOwnAgent(known));
  if (hosting !== undefined || options.agent !== undefined || name === undefined || !byAgent()) return;
  throw new UsageError(
    `Cannot start agent "${name}" for ${command}: a coding agent calls, which can take its part`,
    `${hostHint(command, options)}, or start the other one: --agent ${name}`,
  );
}

/** Returns the hint for a coding agent to host a command, with the same options. */
export function hostHint(command: HostedCommand, options: object): string {
  const own = commands.find((known) => known.name === command)!.positionals.map(({ name }) => name);
  const { flags } = commands.find((known) => known.name === "next")!;
  const kept = Object.entries(options).filter(([key]) => {
    return own.includes(key) || key !== "json" && flags.some((flag) => flag.name === key);
  });
  const words = [command, ...optionWords(Object.fromEntries(kept))].map(quoteShell).join(" ");
  return `Run "wf next ${words} --json" and follow its instruction`;
}
