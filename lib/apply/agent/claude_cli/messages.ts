/**
 * The messages of Claude's own stream of JSON, as far as they are read.
 * @module
 */
import type { ToolCallUpdate } from "../../../deps/acp.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { agentFailure, type FailureTexts } from "../core/failures.ts";
import type { AgentFailure } from "../core/port.ts";
import { normaliseToolCall } from "../../../permissions/normalise.ts";

/** A message of the agent. */
export interface ClaudeMessage {
  readonly type?: string;
  readonly subtype?: string;
  readonly request_id?: string;
  /** Of control_request. */
  readonly request?: {
    readonly subtype?: string;
    readonly tool_name?: string;
    readonly tool_use_id?: string;
    readonly input?: Readonly<Record<string, unknown>>;
  };
  /** Of control_response. */
  readonly response?: {
    readonly subtype?: string;
    readonly request_id?: string;
    readonly error?: string;
  };
  /** Of system/init. */
  readonly permissionMode?: string;
  /** Of assistant and user. */
  readonly message?: { readonly content?: readonly ClaudeContent[] | string };
  readonly error?: unknown;
  /** Of rate_limit_event. */
  readonly rate_limit_info?: { readonly status?: string; readonly resetsAt?: number };
  /** Of result. */
  readonly is_error?: boolean;
  readonly api_error_status?: number | null;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly permission_denials?: readonly ClaudeDenial[];
}

/** A part of what the agent says. */
export interface ClaudeContent {
  readonly type?: string;
  readonly text?: string;
  readonly name?: string;
  /** Of tool_use. */
  readonly id?: string;
  /** Of tool_use. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Of tool_result. */
  readonly tool_use_id?: string;
  /** Of tool_result. */
  readonly is_error?: boolean;
}

/** A use of a tool that was refused, by whomever. */
export interface ClaudeDenial {
  readonly tool_name?: string;
  readonly tool_use_id?: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
}

/** The parts of what was said; a plain text has none. */
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

/** What the use of a tool asks for. */
export function toolRequest(
  tool: string,
  input: Readonly<Record<string, unknown>>,
): PermissionRequest {
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
 * Why a turn failed, from its result. That it says "success" and that the process ends with 0 says
 * nothing: `is_error` and the status do.
 */
export function resultFailure(message: ClaudeMessage, texts: FailureTexts): AgentFailure | undefined {
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
