import { commands, version } from "../../generated/metadata.ts";
import { loadSchema } from "../../generated/schemas.ts";
import type { McpOptions } from "../../schemas/commands.ts";
import type { CommandMeta } from "../../schemas/metadata.ts";
import { AgentError } from "../apply/agent/port.ts";
import { GitError } from "../apply/git_process.ts";
import { HostTransport } from "../apply/mcp_transport.ts";
import { type CallToolRequest, type CallToolResult, loadMcp, type Tool } from "../deps/mcp.ts";
import { HostError } from "../host/host.ts";
import {
  inputSchema,
  MCP_TOOLS,
  type McpTool,
  type ObjectSchema,
  outputSchema,
  readToolCall,
  requiredKeys,
} from "../plan/mcp_tools.ts";
import { type CommandContext, type Outcome, UsageError } from "./command.ts";

const INSTRUCTIONS =
  "Plans as data, order by a pure function, git history as the journal. To execute a phase, " +
  "call next and do what it says: carry out its task in its folder and call report with the task's token, or ask " +
  "the user its question and call next with the answer, until it is done or stopped.";

/** Serves the tools by the Model Context Protocol until the client closes the connection. */
export async function mcp(options: McpOptions, context: CommandContext): Promise<Outcome> {
  const sdk = await loadMcp();
  const { host } = context;
  const server = new sdk.Server({ name: "wf", version }, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
  });
  const queue = new Queue();
  server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({
    tools: await Promise.all(MCP_TOOLS.map(describe)),
  }));
  server.setRequestHandler(
    sdk.CallToolRequestSchema,
    async (request: CallToolRequest): Promise<CallToolResult> => {
      const { params } = request;
      const tool = MCP_TOOLS.find(({ name }) => name === params.name);
      if (tool === undefined) {
        return failed(
          `There is no tool "${params.name}": the tools are ${MCP_TOOLS.map(({ name }) => name).join(", ")}`,
        );
      }
      return await queue.add(() => call(tool, { ...params.arguments }, { options, context }));
    },
  );
  const transport = new HostTransport(host, (value) => sdk.JSONRPCMessageSchema.parse(value));
  await server.connect(transport);
  await transport.ended;
  await queue.add(() => Promise.resolve());
  return { exitCode: 0 };
}

/** One call after the other: two at a time would meet at the lock of the repository. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  add<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

async function describe(tool: McpTool): Promise<Tool> {
  const { name, description, readOnly } = tool;
  return {
    name,
    description,
    inputSchema: inputSchema(tool, commandOf(tool)),
    outputSchema: await schemaOf(tool),
    annotations: {
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: false }),
      openWorldHint: false,
    },
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
): Promise<CallToolResult> {
  const read = readToolCall(tool, commandOf(tool), given);
  if (read.kind === "wrong") return failed(read.message);
  const options = { ...read.options, ...(cwd === undefined ? {} : { cwd }) };
  try {
    const outcome = await run(tool, options, { ...context, json: true });
    const keys = requiredKeys(await schemaOf(tool));
    const result = (outcome.result ?? {}) as Record<string, unknown>;
    const text = JSON.stringify(result);
    // Plans that are wrong end every command with findings in place of its result.
    if (!keys.every((key) => key in result)) return failed(outcome.text ?? text);
    return { content: [{ type: "text", text }], structuredContent: result };
  } catch (error) {
    const known = error instanceof UsageError || error instanceof GitError || error instanceof AgentError;
    if (known) return failed([error.message, error.hint].filter((line) => line !== "").join("\n"));
    if (error instanceof HostError) return failed(error.message);
    throw error;
  }
}

/** The scanner of the command line would give the same options: they were read by the same metadata. */
async function run(
  { command }: McpTool,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Outcome> {
  switch (command) {
    case "validate":
      return await (await import("./validate.ts")).validate(options, context);
    case "waves":
      return await (await import("./waves.ts")).waves(options as never, context);
    case "status":
      return await (await import("./status.ts")).status(options, context);
    case "next":
      return await (await import("./next.ts")).next(options as never, context);
    case "report":
      return await (await import("./report.ts")).report(options as never, context);
    case "config":
      return await (await import("./config.ts")).config(options as never, context);
  }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
