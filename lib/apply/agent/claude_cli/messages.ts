/**
 * The messages of Claude's own JSON stream, as far as they are used.
 * @module
 */
import type { ToolCallUpdate } from "../../../deps/acp.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { agentFailure, type FailureContext } from "../core/failures.ts";
import type { AgentFailure } from "../core/port.ts";
import { normaliseToolCall } from "../../../permissions/normalise.ts";

export interface ClaudeMessage {
  readonly type?: string;
  readonly subtype?: string;
  readonly request_id?: string;
  /** In control_request. */
  readonly request?: {
    readonly subtype?: string;
    readonly tool_name?: string;
    readonly tool_use_id?: string;
    readonly input?: Readonly<Record<string, unknown>>;
  };
  /** In control_response. */
  readonly response?: {
    readonly subtype?: string;
    readonly request_id?: string;
    readonly error?: string;
  };
  /** In system/init. */
  readonly permissionMode?: string;
  /** In system/init. */
  readonly session_id?: string;
  /** In assistant and user. */
  readonly message?: { readonly content?: readonly ClaudeContent[] | string };
  readonly error?: unknown;
  /** In rate_limit_event. */
  readonly rate_limit_info?: { readonly status?: string; readonly resetsAt?: number };
  /** In result. */
  readonly is_error?: boolean;
  readonly api_error_status?: number | null;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly permission_denials?: readonly ClaudeDenial[];
}

/** A part of the agent's output. */
export interface ClaudeContent {
  readonly type?: string;
  readonly text?: string;
  readonly name?: string;
  /** In tool_use. */
  readonly id?: string;
  /** In tool_use. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** In tool_result. */
  readonly tool_use_id?: string;
  /** In tool_result. */
  readonly is_error?: boolean;
}

export interface ClaudeDenial {
  readonly tool_name?: string;
  readonly tool_use_id?: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
}

/** Returns the parts of a message; plain text has none. */
export function contentOf({ message }: ClaudeMessage): readonly ClaudeContent[] {
  return typeof message?.content === "object" ? message.content : [];
}

const KINDS: Readonly<Record<string, ToolCallUpdate["kind"]>> = {
  Bash: "execute",
  Write: "edit",
  Edit: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Read: "read",
  Grep: "search",
  Glob: "search",
  WebFetch: "fetch",
  WebSearch: "fetch",
  Task: "think",
  Agent: "think",
  LS: "search",
  NotebookRead: "read",
};

export function toolRequest(tool: string, input: Readonly<Record<string, unknown>>): PermissionRequest {
  const path = input["file_path"];
  const after = input["content"] ?? input["new_string"];
  const before = input["old_string"];
  return normaliseToolCall({
    tool,
    kind: KINDS[tool] ?? "other",
    title: tool,
    rawInput: input,
    ...(typeof path === "string" && typeof after === "string"
      ? {
        content: [{
          type: "diff",
          path,
          newText: after,
          ...(typeof before === "string" ? { oldText: before } : {}),
        }],
      }
      : {}),
  });
}

/**
 * Returns the failure in the result of a turn. "success" and exit code 0 are not reliable: `is_error` and the
 * status are.
 */
export function resultFailure(message: ClaudeMessage, texts: FailureContext): AgentFailure | undefined {
  const { subtype = "", is_error, api_error_status, result = "", errors = [], error } = message;
  const failedSubtype = subtype.startsWith("error");
  if (is_error !== true && !failedSubtype && typeof api_error_status !== "number") return undefined;
  if (subtype === "error_max_turns") return undefined;
  const text = [result, ...errors].filter((part) => part !== "").join("\n") || subtype;
  return agentFailure({
    text,
    ...(typeof api_error_status === "number" ? { status: api_error_status } : {}),
    ...(typeof error === "string" ? { kind: error } : {}),
  }, texts);
}
