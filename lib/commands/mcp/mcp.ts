import { commands } from "../../../generated/commands.ts";
import { version } from "../../../generated/version.ts";
import { loadSchema } from "../../../generated/schemas.ts";
import type { McpOptions } from "../../../schemas/commands.ts";
import type { CommandMeta } from "../../../schemas/metadata.ts";
import { type McpResult, serveMcp } from "../../apply/mcp_server.ts";
import { defined } from "../../collections/defined.ts";
import { InternalError } from "../../errors/internal_error.ts";
import { ProgramError } from "../../errors/program_error.ts";
import {
  inputSchema,
  MCP_TOOLS,
  mcpAnnotations,
  type McpTool,
  type ObjectSchema,
  outputSchema,
  readToolCall,
  requiredKeys,
} from "../../plan/integrations/mcp_tools.ts";
import { visibleJson } from "../../text/terminal_text.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { documentMethods } from "./documents.ts";

const INSTRUCTIONS =
  "Plans as data, order by a pure function, git history as the journal. To execute a phase, " +
  "call next and follow its instruction: carry out its task in its folder and call report with the task's token, or ask " +
  "the user its question and call next with the answer, until it is done or stopped.";

/** Serves the tools by the Model Context Protocol until the client closes the connection. */
export async function mcp(options: McpOptions, context: CommandContext): Promise<Outcome> {
  await serveMcp(context.host, {
    serverInfo: { name: "wf", version },
    instructions: INSTRUCTIONS,
    methods: documentMethods(context),
    tools: () => Promise.all(MCP_TOOLS.map(describe)),
    call: async (name, given, { notify: watch, cancelled }) => {
      const tool = MCP_TOOLS.find((candidate) => candidate.name === name);
      if (tool !== undefined) {
        const called = { ...context, byAgent: () => true, watch, cancelled, used: [] };
        return await call(tool, given, { options, context: called });
      }
      const known = MCP_TOOLS.map((candidate) => candidate.name).join(", ");
      return { text: `There is no tool "${name}": the tools are ${known}` };
    },
  });
  return { exitCode: 0 };
}

async function describe(tool: McpTool): Promise<object> {
  const { name, description } = tool;
  return {
    name,
    description,
    inputSchema: inputSchema(tool, commandOf(tool)),
    outputSchema: await schemaOf(tool),
    annotations: mcpAnnotations(tool),
  };
}

async function schemaOf({ result }: McpTool): Promise<ObjectSchema> {
  return outputSchema(await loadSchema(result) as Readonly<Record<string, unknown>>);
}

function commandOf({ command }: McpTool): CommandMeta {
  return commands.find(({ name }) => name === command)!;
}

interface Serving {
  readonly options: McpOptions;
  readonly context: CommandContext;
}

async function call(
  tool: McpTool,
  given: Readonly<Record<string, unknown>>,
  { options: { cwd }, context }: Serving,
): Promise<McpResult> {
  const read = readToolCall(tool, commandOf(tool), given);
  if (read.kind === "wrong") return { text: read.message };
  const options = { ...read.options, ...defined({ cwd }) };
  try {
    const outcome = await run(tool, options, { ...context, json: true });
    const keys = requiredKeys(await schemaOf(tool));
    const result = (outcome.result ?? {}) as Record<string, unknown>;
    const text = visibleJson(result);
    // With errors in the plans, every command returns findings in place of its result.
    if (!keys.every((key) => key in result)) return { text: outcome.text ?? text };
    return { text, value: result };
  } catch (error) {
    if (!(error instanceof ProgramError)) throw new InternalError(error);
    return { text: [error.message, error.hint].filter((line) => line !== "").join("\n") };
  }
}

/** Runs a command with parsed arguments. They follow the same metadata as those of the command line. */
async function run(
  { command }: McpTool,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Outcome> {
  switch (command) {
    case "validate":
      return await (await import("../validate/validate.ts")).validate(options, context);
    case "waves":
      return await (await import("../waves.ts")).waves(options as never, context);
    case "status":
      return await (await import("../status.ts")).status(options, context);
    case "next":
      return await (await import("../next/next.ts")).next(options as never, context);
    case "report":
      return await (await import("../next/report.ts")).report(options as never, context);
    case "config":
      return await (await import("../config/config.ts")).config(options as never, context);
  }
}
