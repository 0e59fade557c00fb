import type { RequestPermissionRequest, SessionUpdate, ToolCallUpdate } from "../../deps/acp.ts";
import type { AgentPreset } from "../../plan/agent_presets.ts";
import type { FileDiff, PermissionRequest } from "../../plan/permission_request.ts";
import { shellWord } from "../../plan/next_commands.ts";

/**
 * The tool calls of a session, by ID.
 *
 * An agent tells about a call in pieces: the command may come in one update, the title in a later
 * one, and the request for permission may hold neither. What it asks for is all of it together.
 */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCallUpdate>();
  /** IDs of the calls for which leave was asked. */
  readonly #asked = new Set<string>();

  /**
   * Takes in what an update says about a call.
   *
   * @returns What the call did, when it has just ended well and should have been asked for but was not.
   */
  update(update: SessionUpdate): PermissionRequest | undefined {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return undefined;
    const { sessionUpdate: _, ...call } = update;
    const merged = this.#merge(call);
    if (call.status !== "completed" && call.status !== "failed") return undefined;
    this.#calls.delete(call.toolCallId);
    const asked = this.#asked.delete(call.toolCallId);
    const acted = call.status === "completed" && ACTIONS.includes(merged.kind ?? "other");
    return acted && !asked ? permissionRequest(merged) : undefined;
  }

  /** What a request for permission asks for. */
  requested({ toolCall }: RequestPermissionRequest, { titleIsCommand }: AgentPreset): PermissionRequest {
    const request = permissionRequest(this.#merge(toolCall));
    this.#asked.add(toolCall.toolCallId);
    return titleIsCommand && request.kind === "execute" ? { command: request.title, ...request } : request;
  }

  /** Later values win; one that is left out or null changes nothing. Files and inputs add up. */
  #merge(update: ToolCallUpdate): ToolCallUpdate {
    const before = this.#calls.get(update.toolCallId);
    const given = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
    const merged: ToolCallUpdate = {
      ...before,
      ...Object.fromEntries(given),
      toolCallId: update.toolCallId,
      locations: [...(before?.locations ?? []), ...(update.locations ?? [])].slice(-MOST),
      content: [...(before?.content ?? []), ...(update.content ?? [])].slice(-MOST),
      rawInput: isRecord(before?.rawInput) && isRecord(update.rawInput)
        ? { ...before.rawInput, ...update.rawInput }
        : update.rawInput ?? before?.rawInput,
    };
    this.#calls.set(update.toolCallId, merged);
    return merged;
  }
}

/** Kinds of calls that change something. */
const ACTIONS: readonly string[] = ["execute", "edit", "delete", "move"];

/** Most pieces of content that are kept of a call. */
const MOST = 1000;

const COMMANDS = ["command", "cmd", "script", "commandLine"];
const PATHS = [
  "file_path",
  "filePath",
  "filepath",
  "path",
  "abs_path",
  "absolute_path",
  "notebook_path",
  "fileName",
  "filename",
];
const ADDRESSES = ["url", "uri"];

/** What a tool call asks for, in one form for all agents. */
export function permissionRequest(call: ToolCallUpdate): PermissionRequest {
  const input = isRecord(call.rawInput) ? call.rawInput : {};
  const command = firstOf(COMMANDS, input, commandText);
  const url = firstOf(ADDRESSES, input, text);
  const diffs = (call.content ?? []).flatMap((content): FileDiff[] => {
    if (content.type !== "diff") return [];
    const { path, oldText, newText } = content;
    return [{ path, after: newText, ...(typeof oldText === "string" ? { before: oldText } : {}) }];
  });
  const paths = [
    ...(call.locations ?? []).map(({ path }) => path),
    ...diffs.map(({ path }) => path),
    ...PATHS.map((name) => text(input[name])),
    // Codex lists the changes of a patch by file.
    ...(isRecord(input["changes"]) ? Object.keys(input["changes"]) : []),
  ].filter((path) => path !== undefined);
  return {
    kind: call.kind ?? "other",
    title: call.title ?? "",
    paths: [...new Set(paths)],
    diffs: [...new Map(diffs.map((diff) => [JSON.stringify(diff), diff])).values()],
    ...(command === undefined ? {} : { command }),
    ...(url === undefined ? {} : { url }),
  };
}

/** A request in a line, for people. */
export function describeRequest({ command, title, kind, paths, url }: PermissionRequest): string {
  const what = command ?? url ?? (title || `${kind} ${paths.join(", ")}`.trim());
  const line = what.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function firstOf(
  names: readonly string[],
  input: Readonly<Record<string, unknown>>,
  read: (value: unknown) => string | undefined,
): string | undefined {
  for (const name of names) {
    const value = read(input[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

function commandText(value: unknown): string | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string")) {
    return value.map(shellWord).join(" ");
  }
  return text(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
