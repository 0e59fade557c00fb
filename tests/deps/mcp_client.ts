/**
 * The client of the Model Context Protocol's own library: checks what a server says as other programs do.
 * @module
 */
import { Client } from "npm:@modelcontextprotocol/sdk@1.32.2/client";
import type { Transport } from "npm:@modelcontextprotocol/sdk@1.32.2/shared/transport";
import type { JSONRPCMessage, Tool } from "npm:@modelcontextprotocol/sdk@1.32.2/types";

/** A server to be started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a tool gave. */
export interface ToolResult {
  readonly failed: boolean;
  readonly text: string;
  readonly value: unknown;
}

/** A client that is connected to a server of its own; both end when it is disposed. */
export class McpClient {
  private constructor(readonly client: Client) {}

  /** Starts the server and shakes hands. */
  static async connect(server: ServerCommand): Promise<McpClient> {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new ProgramTransport(server));
    return new McpClient(client);
  }

  /** The tools; the library keeps their schemas and holds results against them. */
  async tools(): Promise<readonly Tool[]> {
    return (await this.client.listTools()).tools;
  }

  /** Calls a tool. Throws when its result does not fit its schema. */
  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<ToolResult> {
    const { isError = false, content, structuredContent } = await this.client.callTool({
      name,
      arguments: { ...given },
    });
    const [first] = content as readonly { readonly text?: string }[];
    return { failed: isError === true, text: first?.text ?? "", value: structuredContent };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** The streams of a program. The library's own leaves a timer behind when it is closed. */
class ProgramTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  #process: Deno.ChildProcess | undefined;
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  #read: Promise<void> | undefined;

  constructor(readonly server: ServerCommand) {}

  start(): Promise<void> {
    const { command, args, cwd, env } = this.server;
    const streams = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
    this.#process = new Deno.Command(command, { args: [...args], cwd, env, ...streams }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#read = this.#readAll(this.#process.stdout);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#writer?.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    await this.#read;
    await this.#process?.status;
    this.onclose?.();
  }

  async #readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.onmessage?.(JSON.parse(line));
    }
  }
}
