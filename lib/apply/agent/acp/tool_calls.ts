import type { RequestPermissionRequest, SessionUpdate, ToolCallUpdate } from "../../../deps/acp.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { defined } from "../../../collections/defined.ts";
import { isRecord } from "../../../collections/is_record.ts";
import { normalizeToolCall, titledCommand } from "../../../permissions/normalize.ts";
import { toolTitle, type ToolUse } from "../core/port.ts";

/** The news in an update of a tool call. */
export interface CallUpdate {
  /** The call where it began, got another title, or ended. */
  readonly uses: readonly ToolUse[];
  /** The action of a call that has just succeeded and had no permission. */
  readonly unasked?: PermissionRequest;
}

/**
 * The tool calls of a session, by ID.
 *
 * An agent sends a call in parts: the command may be in one update, the title in a later one, and the request
 * for permission may have neither. The request is the combination of all parts.
 */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCallUpdate>();
  /** The first titles of calls, if the agent's titles name the tools. */
  readonly #tools = new Map<string, string>();
  /** The last reported titles of calls in progress. */
  readonly #titles = new Map<string, string>();
  /** IDs of the calls for which permission was requested. */
  readonly #asked = new Set<string>();

  constructor(readonly preset: Pick<AgentPreset, "titleIsCommand" | "titleIsTool">) {}

  /** Handles an update of a call. */
  update(update: SessionUpdate): CallUpdate {
    if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return NOTHING;
    const { sessionUpdate: _, ...call } = update;
    const id = call.toolCallId;
    const before = this.#titles.get(id);
    const merged = this.#merge(call);
    const title = toolTitle(merged.title ?? "") || before || "";
    const begun = title === before || title === ""
      ? []
      : [{ id, title, status: "started", diffs: [] } as const];
    this.#titles.set(id, title);
    if (call.status !== "completed" && call.status !== "failed") return { uses: begun };
    const request = this.#request(merged);
    this.#calls.delete(id);
    this.#tools.delete(id);
    this.#titles.delete(id);
    const uses = [...begun, { id, title, status: call.status, diffs: request.diffs }];
    const asked = this.#asked.delete(id);
    return call.status === "completed" && !asked ? { uses, unasked: request } : { uses };
  }

  /** Returns the action for which permission is requested. */
  requested({ toolCall }: RequestPermissionRequest): PermissionRequest {
    this.#asked.add(toolCall.toolCallId);
    return this.#request(this.#merge(toolCall));
  }

  #request(call: ToolCallUpdate): PermissionRequest {
    const tool = this.#tools.get(call.toolCallId);
    const request = normalizeToolCall(tool === undefined ? call : { ...call, tool });
    const named = this.preset.titleIsCommand && request.kind === "execute";
    return named ? { ...titledCommand(call), ...request } : request;
  }

  /**
   * Merges an update into a call. Later values win, missing and null values change nothing, and `other` does
   * not replace a more specific kind. Files and inputs accumulate.
   */
  #merge(update: ToolCallUpdate): ToolCallUpdate {
    const before = this.#calls.get(update.toolCallId);
    if (this.preset.titleIsTool && before === undefined && update.title) {
      this.#tools.set(update.toolCallId, update.title);
    }
    // A call of an unknown tool ends as a call of the tool "invalid".
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
      locations: [...(before?.locations ?? []), ...(update.locations ?? [])].slice(-MAX_PARTS),
      content: [...(before?.content ?? []), ...(update.content ?? [])].slice(-MAX_PARTS),
      rawInput: isRecord(before?.rawInput) && isRecord(update.rawInput)
        ? { ...before.rawInput, ...update.rawInput }
        : update.rawInput ?? before?.rawInput,
    };
    this.#calls.set(update.toolCallId, merged);
    return merged;
  }
}

const NOTHING: CallUpdate = { uses: [] };

/** Maximum number of content parts that are kept for a call. */
const MAX_PARTS = 1000;
