import type { RequestPermissionRequest, SessionUpdate, ToolCallUpdate } from "../../../deps/acp.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { defined } from "../../../collections/defined.ts";
import { normaliseToolCall } from "../../../permissions/normalise.ts";

/**
 * The tool calls of a session, by ID.
 *
 * An agent tells about a call in pieces: the command may come in one update, the title in a later
 * one, and the request for permission may hold neither. What it asks for is all of it together.
 */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCallUpdate>();
  /** First titles of the calls, where they name the tools. */
  readonly #tools = new Map<string, string>();
  /** IDs of the calls for which leave was asked. */
  readonly #asked = new Set<string>();

  /** @param preset The agent. */
  constructor(readonly preset: Pick<AgentPreset, "titleIsCommand" | "titleIsTool">) {}

  /**
   * Takes in what an update says about a call.
   *
   * @returns What the call did, of whatever kind, when it has just ended well and was not asked for.
   */
  update(update: SessionUpdate): PermissionRequest | undefined {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return undefined;
    const { sessionUpdate: _, ...call } = update;
    const merged = this.#merge(call);
    if (call.status !== "completed" && call.status !== "failed") return undefined;
    const request = this.#request(merged);
    this.#calls.delete(call.toolCallId);
    this.#tools.delete(call.toolCallId);
    const asked = this.#asked.delete(call.toolCallId);
    return call.status === "completed" && !asked ? request : undefined;
  }

  /** What a request for permission asks for. */
  requested({ toolCall }: RequestPermissionRequest): PermissionRequest {
    this.#asked.add(toolCall.toolCallId);
    return this.#request(this.#merge(toolCall));
  }

  #request(call: ToolCallUpdate): PermissionRequest {
    const tool = this.#tools.get(call.toolCallId);
    const request = normaliseToolCall(tool === undefined ? call : { ...call, tool });
    const named = this.preset.titleIsCommand && request.kind === "execute";
    return named ? { command: request.title, ...request } : request;
  }

  /**
   * Later values win; one that is left out or null changes nothing, and `other` replaces no kind that says
   * more. Files and inputs add up.
   */
  #merge(update: ToolCallUpdate): ToolCallUpdate {
    const before = this.#calls.get(update.toolCallId);
    if (this.preset.titleIsTool && before === undefined && update.title) {
      this.#tools.set(update.toolCallId, update.title);
    }
    // Calls of tools that are not there end in one that only says so.
    if (this.preset.titleIsTool && update.kind === "other" && update.title === "invalid") {
      this.#tools.set(update.toolCallId, update.title);
    }
    const kind = update.kind === "other" ? before?.kind ?? "other" : update.kind ?? before?.kind;
    const given = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
    const merged: ToolCallUpdate = {
      ...before,
      ...Object.fromEntries(given),
      toolCallId: update.toolCallId,
      ...defined({ kind }),
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

/** Most pieces of content that are kept of a call. */
const MOST = 1000;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
