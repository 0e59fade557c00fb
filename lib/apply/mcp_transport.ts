import type { JSONRPCMessage, Transport } from "../deps/mcp.ts";
import type { Host } from "../host/host.ts";

/** Longest line that is taken, in UTF-16 units. */
const LONGEST = 10_000_000;

/**
 * Messages of the Model Context Protocol on the program's own streams: one JSON value a line. What was
 * asked before the client closed its end is still answered.
 */
export class HostTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Fulfilled once the client has closed the connection, and all it asked is answered. */
  readonly ended: Promise<void>;
  #end: () => void = () => {};
  /** Requests that are not answered yet. */
  readonly #open = new Set<string | number>();
  #read = false;

  /**
   * @param host The machine.
   * @param read Checks what a line holds.
   */
  constructor(readonly host: Host, readonly read: (value: unknown) => JSONRPCMessage) {
    this.ended = new Promise((end) => this.#end = end);
  }

  start(): Promise<void> {
    void this.#readAll().catch((error) => this.onerror?.(error)).finally(() => {
      this.#read = true;
      this.#closeWhenAnswered();
    });
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.host.write("stdout", `${JSON.stringify(message)}\n`);
    if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
    this.#closeWhenAnswered();
    return Promise.resolve();
  }

  close(): Promise<void> {
    const { onclose } = this;
    delete this.onclose;
    onclose?.();
    this.#end();
    return Promise.resolve();
  }

  /** A request waits for its answer; one that is taken back gets none. */
  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#open.add(message.id);
    else if (message.method === "notifications/cancelled") {
      this.#open.delete(message.params?.["requestId"] as string | number);
    }
  }

  #closeWhenAnswered(): void {
    if (this.#read && this.#open.size === 0) void this.close();
  }

  async #readAll(): Promise<void> {
    const decoder = new TextDecoder();
    const reader = this.host.input().getReader();
    let rest = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#take(line);
      if (rest.length > LONGEST) throw new Error(`Cannot read a message of more than ${LONGEST} units`);
    }
    this.#take(rest + decoder.decode());
  }

  #take(line: string): void {
    if (line.trim() === "") return;
    try {
      const message = this.read(JSON.parse(line));
      this.#note(message);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
