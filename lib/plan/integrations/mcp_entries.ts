import { findNodeAtLocation, type JsonNode } from "../../deps/jsonc.ts";
import { parseJson } from "../../parse/json/tree.ts";

/** The files in a project in which agents and editors list MCP servers, with the key of their list. */
export const MCP_FILES: Readonly<Record<string, string>> = {
  ".mcp.json": "mcpServers",
  ".cursor/mcp.json": "mcpServers",
  ".gemini/settings.json": "mcpServers",
  ".vscode/mcp.json": "servers",
  "opencode.json": "mcp",
};

/** Returns the commands that start `wf mcp`, word by word. A text that is not JSON has none. */
export function mcpCommands(text: string, key: string): readonly (readonly string[])[] {
  const { root } = parseJson(text);
  const servers = root && findNodeAtLocation(root, [key]);
  return (servers?.children ?? []).flatMap(({ children: [, server] = [] }) => {
    if (server?.type !== "object") return [];
    const words = ["command", "args"].flatMap((name) => wordsOf(findNodeAtLocation(server, [name])));
    const end = words.indexOf("mcp");
    return words.slice(0, Math.max(end, 0)).some((word) => OWN.test(word)) ? [words.slice(0, end)] : [];
  });
}

/** Matches the program, and its source. */
const OWN = /(?:^|[\\/])(?:wf(?:\.exe)?|cli\.ts)$/;

function wordsOf(node: JsonNode | undefined): readonly string[] {
  const nodes = node?.type === "array" ? node.children ?? [] : node === undefined ? [] : [node];
  return nodes.flatMap(({ value }) => typeof value === "string" ? value : []);
}
