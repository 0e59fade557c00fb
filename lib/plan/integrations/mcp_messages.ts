/**
 * Messages of the Model Context Protocol for a server of tools: JSON-RPC 2.0, one per line.
 *
 * The protocol's own library is not used here, because it depends on a web server and more than eighty other
 * packages, which every first start of the program from a URL would fetch. The tests connect to the server
 * through that library.
 *
 * @module
 */
import { isRecord } from "../../collections/is_record.ts";
import { visibleJson } from "../../text/terminal_text.ts";

/** The supported versions of the protocol, the newest first. They are equal for tools over lines of text. */
export const MCP_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

export type RequestId = string | number;

export type McpMessage =
  | {
    /** The sender expects an answer. */
    readonly kind: "request";
    readonly id: RequestId;
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
  }
  | {
    /** The sender expects no answer. */
    readonly kind: "notification";
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
  }
  /** An answer without a request. */
  | { readonly kind: "answer" }
  | { readonly kind: "wrong"; readonly error: RpcError };

export interface RpcError {
  /** The code of JSON-RPC. */
  readonly code: number;
  readonly message: string;
}

export function readMcpMessage(line: string): McpMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "wrong", error: { code: -32700, message: "Cannot read a message: it is not JSON" } };
  }
  if (!isRecord(value) || value["jsonrpc"] !== "2.0") return NO_REQUEST;
  const { id, method, params = {} } = value;
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "answer" };
  if (typeof method !== "string" || !isRecord(params)) return NO_REQUEST;
  if (id === undefined) return { kind: "notification", method, params };
  if (typeof id !== "string" && typeof id !== "number") return NO_REQUEST;
  return { kind: "request", id, method, params };
}

/** Formats the answer to a request; `null` is the ID of a request that could not be read. */
export function printAnswer(
  id: RequestId | null,
  answer: { readonly result: object } | { readonly error: RpcError },
): string {
  return `${visibleJson({ jsonrpc: "2.0", id, ...answer })}\n`;
}

/** Returns the token with which a client requests progress notifications of a call; undefined without one. */
export function progressToken({ _meta: meta }: Readonly<Record<string, unknown>>): RequestId | undefined {
  const token = isRecord(meta) ? meta["progressToken"] : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/**
 * Formats a progress notification of a call.
 *
 * @param progress Greater each time.
 */
export function printProgress(progressToken: RequestId, progress: number, message: string): string {
  const params = { progressToken, progress, message };
  return `${visibleJson({ jsonrpc: "2.0", method: "notifications/progress", params })}\n`;
}

/** Returns the protocol version for a client that requests one. */
export function agreedVersion(asked: unknown): string {
  return MCP_VERSIONS.find((version) => version === asked) ?? MCP_VERSIONS[0]!;
}

const NO_REQUEST: McpMessage = {
  kind: "wrong",
  error: { code: -32600, message: "Cannot read a message: it is not a request of JSON-RPC 2.0" },
};
