/**
 * The prompts of the Model Context Protocol server: the commands that an agent hosts, with its tools.
 *
 * @module
 */
import { commands } from "../../generated/commands.ts";
import { defined } from "../collections/defined.ts";
import { HOSTED_COMMANDS } from "../plan/integrations/hosted_commands.ts";
import { fillTemplate } from "./fill.ts";
import template from "./slash/mcp.md" with { type: "text" };

/** A prompt in the form of the protocol. */
export interface McpPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export const MCP_PROMPTS: readonly McpPrompt[] = HOSTED_COMMANDS.map((name) => {
  const { description, positionals } = commands.find((command) => command.name === name)!;
  return {
    name,
    description,
    arguments: positionals.map(({ name, description, required }) => ({ name, description, required })),
  };
});

/** Returns the text of a prompt; undefined for an unknown one, or without the argument that it requires. */
export function mcpPrompt(name: string, given: Readonly<Record<string, unknown>>): string | undefined {
  const prompt = MCP_PROMPTS.find((known) => known.name === name);
  const argument = prompt?.arguments[0];
  if (prompt === undefined || argument === undefined) return undefined;
  const phase = typeof given[argument.name] === "string" ? given[argument.name] : undefined;
  if (argument.required && phase === undefined) return undefined;
  const call = `\`${JSON.stringify({ command: name, ...defined({ phase }) })}\``;
  return fillTemplate(template, { about: prompt.description, call });
}
