import { type Host, HostError } from "../host/host.ts";
import {
  agreedVersion,
  printAnswer,
  printProgress,
  progressToken,
  readMcpMessage,
  type RequestId,
  type RpcError,
} from "../plan/integrations/mcp_messages.ts";
import { visibleText } from "../text/terminal_text.ts";

/** The result of a tool. */
export interface McpResult {
  /** The text for the model. */
  readonly text: string;
  /** The data that matches the tool's schema; absent for an error. */
  readonly value?: object;
}

/** The client that waits for a result. */
export interface McpCaller {
  /** Reports progress to it. */
  readonly notify: (message: string) => void;
  /** Fires when it cancels the call. */
  readonly cancelled: AbortSignal;
}

/** The answer of a method. */
export type McpAnswer = { readonly result: object } | { readonly error: RpcError };

/** A method that only reads. */
export type McpMethod = (params: Readonly<Record<string, unknown>>) => Promise<McpAnswer>;

/** The service of the server. */
export interface McpService {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Instructions for using the tools. */
  readonly instructions: string;
  /** Returns the tools in the form of the protocol. */
  readonly tools: () => Promise<readonly object[]>;
  /** Further methods by name: those for resources and prompts. */
  readonly methods?: Readonly<Record<string, McpMethod>>;
  /** Calls a tool. */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    client: McpCaller,
  ) => Promise<McpResult>;
  /** Time between two progress notifications to a client that requests them, in milliseconds. */
  readonly beat?: number;
}

/** Clients cancel a call after a minute without notifications. */
const BEAT = 10_000;

/** Maximum length of a line, in UTF-16 units. */
const MAX_LENGTH = 10_000_000;

/**
 * Serves tools on standard input and output until the client closes its end. Earlier requests are still
 * answered. Tools run sequentially: concurrent ones would conflict at the lock of the repository.
 */
export async function serveMcp(host: Host, service: McpService): Promise<void> {
  const server = new McpServer(host, service);
  for await (const line of linesOf(host.input())) server.take(line);
  await server.idle();
}

class McpServer {
  /** The cancellations of the requests in progress. */
  readonly #cancellations = new Map<RequestId, AbortController>();
  readonly #pending = new Set<Promise<void>>();
  #calls: Promise<unknown> = Promise.resolve();

  constructor(readonly host: Host, readonly service: McpService) {}

  take(line: string): void {
    if (line.trim() === "") return;
    const message = readMcpMessage(line);
    if (message.kind === "wrong") this.host.write("stdout", printAnswer(null, { error: message.error }));
    if (message.kind === "notification" && message.method === "notifications/cancelled") {
      this.#cancellations.get(message.params["requestId"] as RequestId)?.abort();
    }
    if (message.kind !== "request") return;
    const { id, method, params } = message;
    const cancellation = new AbortController();
    this.#cancellations.set(id, cancellation);
    const { signal } = cancellation;
    const work = this.#answer(method, params, signal).then((answer) => {
      if (!signal.aborted) this.host.write("stdout", printAnswer(id, answer));
      if (this.#cancellations.get(id) === cancellation) this.#cancellations.delete(id);
      this.#pending.delete(work);
    });
    this.#pending.add(work);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #answer(
    method: string,
    params: Readonly<Record<string, unknown>>,
    cancelled: AbortSignal,
  ): Promise<McpAnswer> {
    const { serverInfo, instructions, tools, methods = {} } = this.service;
    try {
      switch (method) {
        case "initialize": {
          const protocolVersion = agreedVersion(params["protocolVersion"]);
          const names = ["tools", ...new Set(Object.keys(methods).map((name) => name.split("/")[0]!))];
          const capabilities = Object.fromEntries(names.map((name) => [name, {}]));
          return { result: { protocolVersion, capabilities, serverInfo, instructions } };
        }
        case "ping":
          return { result: {} };
        case "tools/list":
          return { result: { tools: await tools() } };
        case "tools/call":
          return { result: await this.#call(params, cancelled) };
        default:
          if (Object.hasOwn(methods, method)) return await methods[method]!(params);
          return { error: { code: -32601, message: `There is no method "${method}"` } };
      }
    } catch (error) {
      return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  /**
   * Sends progress notifications of a call if the client requests them: each action, and regular signs of
   * life.
   */
  #progress(
    params: Readonly<Record<string, unknown>>,
    cancelled: AbortSignal,
  ): { readonly notify: (message: string) => void; readonly stop: () => void } {
    const token = progressToken(params);
    if (token === undefined) return { notify: () => {}, stop: () => {} };
    let progress = 0;
    let last = `${params["name"]} is in progress`;
    const stop = () => clearInterval(timer);
    const notify = (message: string) => {
      last = message;
      if (cancelled.aborted) return;
      try {
        this.host.write("stdout", printProgress(token, ++progress, visibleText(message)));
      } catch (error) {
        // The client is gone; the work itself continues.
        if (!(error instanceof HostError)) throw error;
        stop();
      }
    };
    const timer = setInterval(() => notify(last), this.service.beat ?? BEAT);
    return { notify, stop };
  }

  async #call(params: Readonly<Record<string, unknown>>, cancelled: AbortSignal): Promise<object> {
    const { name, arguments: given } = params;
    const { notify, stop } = this.#progress(params, cancelled);
    const call = this.#calls.then((): McpResult | Promise<McpResult> => {
      if (cancelled.aborted) return { text: "Cancelled before it began" };
      return this.service.call(String(name), { ...given as object }, { notify, cancelled });
    });
    this.#calls = call.catch(() => {});
    const { text, value } = await call.finally(stop);
    // Clients show it to the user, often at a terminal.
    const content = [{ type: "text", text: visibleText(text) }];
    return value === undefined ? { content, isError: true } : { content, structuredContent: value };
  }
}

async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = input.getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > MAX_LENGTH) return;
  }
  yield rest + decoder.decode();
}
