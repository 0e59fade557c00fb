/**
 * The messages of Claude's own JSON stream, as far as they are used.
 * @module
 */
import type { ToolCallUpdate } from "../../../deps/acp.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import type { Tokens, Usage } from "../../../../schemas/usage.ts";
import { defined } from "../../../collections/defined.ts";
import { roundCost, totalUsage } from "../../../plan/usage/total.ts";
import { agentFailure, type FailureContext } from "../core/failures.ts";
import type { AgentFailure } from "../core/port.ts";
import { normalizeToolCall } from "../../../permissions/normalize.ts";

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
  readonly message?: { readonly content?: readonly ClaudeContent[] | string; readonly usage?: ClaudeUsage };
  readonly error?: unknown;
  /** In rate_limit_event. */
  readonly rate_limit_info?: { readonly status?: string; readonly resetsAt?: number };
  /** In result. */
  readonly is_error?: boolean;
  readonly api_error_status?: number | null;
  readonly result?: string;
  /** The IDs of the messages that a result belongs to. */
  readonly user_message_uuids?: readonly string[];
  readonly errors?: readonly string[];
  readonly permission_denials?: readonly ClaudeDenial[];
  readonly usage?: ClaudeUsage;
  /** The cost of the session so far. */
  readonly total_cost_usd?: number;
  readonly modelUsage?: Readonly<Record<string, { readonly contextWindow?: number }>>;
}

/** Numbers of tokens: of a request in assistant, of a turn in result. */
export interface ClaudeUsage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly output_tokens?: number;
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
  return normalizeToolCall({
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
 * Returns what a turn used, from its result.
 *
 * @param last The usage of the turn's last request.
 * @param before The cost of the session before the turn, in US dollars; undefined if it is unknown.
 */
export function resultUsage(
  { usage, total_cost_usd, modelUsage = {} }: ClaudeMessage,
  { last, before }: { readonly last: ClaudeUsage | undefined; readonly before: number | undefined },
): Usage | undefined {
  const total = total_cost_usd ?? 0;
  const spent = roundCost(total - (before ?? total));
  const size = Math.max(0, ...Object.values(modelUsage).map(({ contextWindow = 0 }) => contextWindow));
  const fill = last && tokensOf(last);
  const found = defined({
    tokens: usage && tokensOf(usage),
    cost: spent > 0 ? { amount: spent, currency: "USD" } : undefined,
    context: fill !== undefined && size > 0 ? { used: fill.input + fill.output, size } : undefined,
  });
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Returns what a turn with several results used so far. */
export function withUsage(before: Usage | undefined, result: Usage | undefined): Usage | undefined {
  if (before === undefined || result === undefined) return before ?? result;
  const { tokens, costs: [cost] } = totalUsage([before, result]);
  return { tokens, ...defined({ cost, context: result.context }) };
}

function tokensOf(usage: ClaudeUsage): Tokens {
  const { input_tokens: fresh = 0, cache_creation_input_tokens: written = 0 } = usage;
  const { cache_read_input_tokens: cached = 0, output_tokens: output = 0 } = usage;
  return { input: fresh + written + cached, cached, output };
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
