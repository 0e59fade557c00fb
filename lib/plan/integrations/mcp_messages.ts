/**
 * Messages of the Model Context Protocol, as far as a server of tools meets them: JSON-RPC 2.0, one a line.
 *
 * The protocol's own library is not used for this: it brings a web server and more than eighty other
 * packages with it, which every first start of the program from a URL would fetch. The tests speak with the
 * server through that library.
 * @module
 */
import { visibleJson } from "../../text/terminal_text.ts";

/** Versions of the protocol that are spoken, the newest first. For tools over lines of text they are alike. */
export const MCP_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** What names a request. */
export type RequestId = string | number;

/** What a line holds. */
export type McpMessage =
  | {
    /** It wants an answer. */
    readonly kind: "request";
    readonly id: RequestId;
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
  }
  | {
    /** It wants none. */
    readonly kind: "notification";
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
  }
  /** An answer to what was never asked. */
  | { readonly kind: "answer" }
  | {
    /** It is no message. */
    readonly kind: "wrong";
    readonly error: RpcError;
  };

/** Why there is no result. */
export interface RpcError {
  /** Code, as JSON-RPC gives them. */
  readonly code: number;
  /** The message. */
  readonly message: string;
}

/** Reads a line. */
export function readMcpMessage(line: string): McpMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "wrong", error: { code: -32700, message: "Cannot read a message: it is no JSON" } };
  }
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return NO_REQUEST;
  const { id, method, params = {} } = value;
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "answer" };
  if (typeof method !== "string" || !isObject(params)) return NO_REQUEST;
  if (id === undefined) return { kind: "notification", method, params };
  if (typeof id !== "string" && typeof id !== "number") return NO_REQUEST;
  return { kind: "request", id, method, params };
}

/** The line that answers a request; `null` stands for one whose ID could not be read. */
export function printAnswer(
  id: RequestId | null,
  answer: { readonly result: object } | { readonly error: RpcError },
): string {
  return `${visibleJson({ jsonrpc: "2.0", id, ...answer })}\n`;
}

/** What a client names a call by of which it wants to hear while it is under way; undefined when it does not. */
export function progressToken({ _meta: meta }: Readonly<Record<string, unknown>>): RequestId | undefined {
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/**
 * The line that tells of a call under way.
 *
 * @param progress Greater each time.
 */
export function printProgress(progressToken: RequestId, progress: number, message: string): string {
  const params = { progressToken, progress, message };
  return `${visibleJson({ jsonrpc: "2.0", method: "notifications/progress", params })}\n`;
}

/** The version to speak with a client that asks for one. */
export function agreedVersion(asked: unknown): string {
  return MCP_VERSIONS.find((version) => version === asked) ?? MCP_VERSIONS[0]!;
}

const NO_REQUEST: McpMessage = {
  kind: "wrong",
  error: { code: -32600, message: "Cannot read a message: it is no request of JSON-RPC 2.0" },
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
