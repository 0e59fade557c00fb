import type { StatusResult } from "../../../schemas/results/status.ts";
import type { McpMethod } from "../../apply/mcp_server.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { readResourceUri, RESOURCE_TEMPLATES, resourcesOf } from "../../plan/integrations/mcp_resources.ts";
import { MCP_PROMPTS, mcpPrompt } from "../../prompts/mcp_prompts.ts";
import { visibleJson } from "../../text/terminal_text.ts";
import type { CommandContext } from "../context/command_context.ts";
import { type OpenProject, openProject } from "../context/open_project.ts";
import { readStatus } from "../context/read_status.ts";

/** Returns the methods for the resources and prompts of a project. */
export function documentMethods(context: CommandContext): Readonly<Record<string, McpMethod>> {
  return {
    "resources/list": async () => ({ result: { resources: await listed(context) } }),
    "resources/templates/list": () => Promise.resolve({ result: { resourceTemplates: RESOURCE_TEMPLATES } }),
    "resources/read": async ({ uri }) => {
      const content = await read(String(uri), context);
      if (content === undefined) return { error: { code: -32002, message: `There is no resource "${uri}"` } };
      return { result: { contents: [{ uri, ...content }] } };
    },
    "prompts/list": () => Promise.resolve({ result: { prompts: MCP_PROMPTS } }),
    "prompts/get": ({ name, arguments: given }) => {
      const text = mcpPrompt(String(name), { ...given as object });
      return Promise.resolve(
        text === undefined
          ? { error: { code: -32602, message: `There is no prompt "${name}" with these arguments` } }
          : { result: { messages: [{ role: "user", content: { type: "text", text } }] } },
      );
    },
  };
}

/** Returns the resources; none outside of a project. */
async function listed(context: CommandContext) {
  try {
    return resourcesOf((await statusOf(await openProject(context), context)).phases);
  } catch (error) {
    if (error instanceof ProgramError) return [];
    throw error;
  }
}

interface Content {
  readonly mimeType: string;
  readonly text: string;
}

async function read(uri: string, context: CommandContext): Promise<Content | undefined> {
  const named = readResourceUri(uri);
  if (named === undefined) return undefined;
  const opened = await openProject(context);
  if (named.kind === "plan") {
    const plan = opened.project.phases.flatMap(({ plans }) => plans).find(({ id }) => id === named.id);
    return plan && { mimeType: "text/markdown", text: plan.source.text };
  }
  const status = await statusOf(opened, context);
  const value = named.kind === "status" ? status : status.phases.find(({ number }) => number === named.id);
  return value && { mimeType: "application/json", text: visibleJson(value) };
}

async function statusOf(opened: OpenProject, context: CommandContext): Promise<StatusResult> {
  return (await readStatus(opened, [], context)).status;
}
