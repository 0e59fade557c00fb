/**
 * The registration of `wf mcp` in the configuration of coding agents.
 *
 * @module
 */
import type { HostingAgent } from "../../../schemas/commands.ts";
import { findNodeAtLocation, type JsonNode } from "../../deps/jsonc.ts";
import { applyEdits, setConfigValue, unsetConfigValue } from "../../parse/config/edit.ts";
import { parseJson } from "../../parse/json/tree.ts";
import type { FileChange, FoundFiles } from "./install_plan.ts";

/** A file in which an agent lists its MCP servers. */
export interface McpRegistry {
  readonly agent: HostingAgent;
  /** Path in the project; undefined if the agent has no list for a project. */
  readonly project?: string;
  /** Path in the home folder; undefined if the agent has none that other programs may write. */
  readonly home?: string;
  /** The key of the list; undefined for a file of TOML. */
  readonly list?: string;
  /** The entry of the server. */
  readonly entry: object;
}

const SERVER = { command: "wf", args: ["mcp"] };

/** The files by agent. Claude Code rewrites its own file in the home folder while it runs. */
export const MCP_REGISTRIES: readonly McpRegistry[] = [
  { agent: "claude", project: ".mcp.json", list: "mcpServers", entry: SERVER },
  { agent: "codex", home: ".codex/config.toml", entry: SERVER },
  {
    agent: "copilot",
    home: ".copilot/mcp-config.json",
    list: "mcpServers",
    entry: { type: "local", ...SERVER, tools: ["*"] },
  },
  {
    agent: "cursor",
    project: ".cursor/mcp.json",
    home: ".cursor/mcp.json",
    list: "mcpServers",
    entry: SERVER,
  },
  {
    agent: "gemini",
    project: ".gemini/settings.json",
    home: ".gemini/settings.json",
    list: "mcpServers",
    entry: SERVER,
  },
  {
    agent: "opencode",
    project: "opencode.json",
    home: ".config/opencode/opencode.json",
    list: "mcp",
    entry: { type: "local", command: ["wf", "mcp"] },
  },
];

/** A registry and its path, relative to the root. */
export interface PlacedRegistry extends McpRegistry {
  readonly path: string;
}

/** Returns the change that registers the server. An entry that differs stays, and so does all other text. */
export function planRegistration(registry: PlacedRegistry, found: FoundFiles): FileChange {
  const { agent, path } = registry;
  const before = found.get(path);
  const base = { path, agents: [agent] };
  if (before === undefined) return { ...base, action: "create", before, after: withEntry("", registry) };
  if (typeof before !== "string") {
    return { ...base, action: "kept", reason: "foreign", before: undefined, after: undefined };
  }
  switch (entryIn(before, registry)) {
    case "own":
      return { ...base, action: "unchanged", before, after: before };
    case "other":
      return { ...base, action: "kept", reason: "changed", before, after: before };
    case "none":
      return { ...base, action: "update", before, after: withEntry(before, registry) };
  }
}

/** Returns the change that removes the server, and the file if nothing else is in it; undefined for no change. */
export function planRemoval(registry: PlacedRegistry, found: FoundFiles): FileChange | undefined {
  const { agent, path } = registry;
  const before = found.get(path);
  if (typeof before !== "string") return undefined;
  const base = { path, agents: [agent] };
  const kind = entryIn(before, registry);
  if (kind === "none") return undefined;
  if (kind === "other") return { ...base, action: "kept", reason: "changed", before, after: before };
  if (before === withEntry("", registry)) return { ...base, action: "remove", before, after: undefined };
  return { ...base, action: "update", before, after: withoutEntry(before, registry) };
}

/** Returns the problem of a file that cannot be edited; undefined for none. */
export function registryProblem({ list }: PlacedRegistry, text: string): string | undefined {
  if (list === undefined) return undefined;
  const { root, problem } = parseJson(text);
  if (problem !== undefined) return problem.reason;
  if (root !== undefined && root.type !== "object") return "it is not an object";
  const servers = root && findNodeAtLocation(root, [list]);
  return servers === undefined || servers.type === "object" ? undefined : `"${list}" is not an object`;
}

function entryIn(text: string, { list, entry }: PlacedRegistry): "own" | "other" | "none" {
  if (list === undefined) {
    if (text.includes(TOML)) return "own";
    return /^\s*\[mcp_servers\.(?:wf|"wf")[\].]/m.test(text) ? "other" : "none";
  }
  const { root } = parseJson(text);
  const node = root && findNodeAtLocation(root, [list, "wf"]);
  if (node === undefined) return "none";
  return JSON.stringify(valueOf(node)) === JSON.stringify(entry) ? "own" : "other";
}

/** The table of the server, as it is written and removed. */
const TOML = `[mcp_servers.wf]\ncommand = "wf"\nargs = ["mcp"]\n`;

function withEntry(text: string, { list, entry }: McpRegistry): string {
  if (list !== undefined) return applyEdits(text, setConfigValue(text, `${list}.wf`, entry));
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return `${text}${gap}${TOML}`;
}

/** An empty list goes too: whether the user wrote it is unknown, and it means nothing. */
function withoutEntry(text: string, { list }: McpRegistry): string {
  if (list !== undefined) {
    const rest = applyEdits(text, unsetConfigValue(text, `${list}.wf`));
    const { root } = parseJson(rest);
    const servers = root && findNodeAtLocation(root, [list]);
    const written = servers && rest.slice(servers.offset, servers.offset + servers.length);
    return /^\{\s*\}$/.test(written ?? "") ? applyEdits(rest, unsetConfigValue(rest, list)) : rest;
  }
  return text.replace(`\n${TOML}`, "").replace(TOML, "");
}

function valueOf({ type, children = [], value }: JsonNode): unknown {
  if (type === "array") return children.map(valueOf);
  if (type !== "object") return value;
  return Object.fromEntries(children.map(({ children: [key, inner] = [] }) => [key!.value, valueOf(inner!)]));
}
