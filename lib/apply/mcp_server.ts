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

/** What a tool gave. */
export interface McpResult {
  /** For a model to read. */
  readonly text: string;
  /** As data that fits the tool's schema; absent for an error. */
  readonly value?: object;
}

/** What is served. */
export interface McpService {
  /** Name and version of the server. */
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** How the tools belong together. */
  readonly instructions: string;
  /** The tools, as the protocol describes them. */
  readonly tools: () => Promise<readonly object[]>;
  /** Calls a tool, and says on the way what was done. */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    tell: (message: string) => void,
  ) => Promise<McpResult>;
  /** Milliseconds after which a client that wants to hear of a call does, whether there is news or not. */
  readonly beat?: number;
}

/** Clients give a call up after a minute, unless they hear of it. */
const BEAT = 10_000;

/** Longest line that is taken, in UTF-16 units. */
const MAX_LENGTH = 10_000_000;

/**
 * Serves tools on the program's own streams until the client closes its end; what it asked before is still
 * answered. Tools are called one after the other: two at a time would meet at the lock of the repository.
 */
export async function serveMcp(host: Host, service: McpService): Promise<void> {
  const server = new McpServer(host, service);
  for await (const line of linesOf(host.input())) server.take(line);
  await server.idle();
}

class McpServer {
  readonly #cancelled = new Set<RequestId>();
  readonly #pending = new Set<Promise<void>>();
  #calls: Promise<unknown> = Promise.resolve();

  constructor(readonly host: Host, readonly service: McpService) {}

  take(line: string): void {
    if (line.trim() === "") return;
    const message = readMcpMessage(line);
    if (message.kind === "wrong") this.host.write("stdout", printAnswer(null, { error: message.error }));
    if (message.kind === "notification" && message.method === "notifications/cancelled") {
      this.#cancelled.add(message.params["requestId"] as RequestId);
    }
    if (message.kind !== "request") return;
    const { id, method, params } = message;
    const work = this.#answer(id, method, params).then((answer) => {
      if (!this.#cancelled.delete(id)) this.host.write("stdout", printAnswer(id, answer));
      this.#pending.delete(work);
    });
    this.#pending.add(work);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #answer(
    id: RequestId,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly result: object } | { readonly error: RpcError }> {
    const { serverInfo, instructions, tools } = this.service;
    try {
      switch (method) {
        case "initialize": {
          const protocolVersion = agreedVersion(params["protocolVersion"]);
          return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions } };
        }
        case "ping":
          return { result: {} };
        case "tools/list":
          return { result: { tools: await tools() } };
        case "tools/call":
          return { result: await this.#call(id, params) };
        default:
          return { error: { code: -32601, message: `There is no method "${method}"` } };
      }
    } catch (error) {
      return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  /** Tells of a call where its client wants to hear of it: what was done, and from time to time that it goes on. */
  #progress(
    id: RequestId,
    params: Readonly<Record<string, unknown>>,
  ): { readonly tell: (message: string) => void; readonly stop: () => void } {
    const token = progressToken(params);
    if (token === undefined) return { tell: () => {}, stop: () => {} };
    let progress = 0;
    let last = `${params["name"]} is under way`;
    const stop = () => clearInterval(timer);
    const tell = (message: string) => {
      last = message;
      if (this.#cancelled.has(id)) return;
      try {
        this.host.write("stdout", printProgress(token, ++progress, message));
      } catch (error) {
        // Nobody is there to hear it any more; the work itself goes on.
        if (!(error instanceof HostError)) throw error;
        stop();
      }
    };
    const timer = setInterval(() => tell(last), this.service.beat ?? BEAT);
    return { tell, stop };
  }

  async #call(id: RequestId, params: Readonly<Record<string, unknown>>): Promise<object> {
    const { name, arguments: given } = params;
    const { tell, stop } = this.#progress(id, params);
    const call = this.#calls.then(() => this.service.call(String(name), { ...given as object }, tell));
    this.#calls = call.catch(() => {});
    const { text, value } = await call.finally(stop);
    const content = [{ type: "text", text }];
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
