/**
 * A server of the Model Context Protocol, spoken with as other programs do.
 * @module
 */
import assert from "node:assert/strict";
import { GIT_ENVIRONMENT } from "./repository.ts";
import { fromRoot } from "./root.ts";
import { LineReader } from "./progress.ts";

/** A tool, as the server describes it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly required?: readonly string[] };
  readonly outputSchema?: { readonly type: string };
  readonly annotations?: Readonly<Record<string, boolean>>;
}

/** What a tool gave. */
export interface ToolResult {
  readonly failed: boolean;
  readonly text: string;
  readonly value: unknown;
}

/** A client that is connected to a server of its own; both end when it is disposed. */
export class McpClient {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: LineReader;

  /** @param server The words that start the server. */
  constructor(server: readonly string[], cwd: string) {
    const client = [
      `--lock=${fromRoot("tests/deps/mcp.lock")}`,
      "--frozen",
      fromRoot("tests/deps/mcp_client.ts"),
    ];
    this.#process = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--allow-all", "--no-config", ...client, ...server],
      cwd,
      env: { ...GIT_ENVIRONMENT, NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#lines = new LineReader(this.#process.stdout);
  }

  /** The tools. From then on results are held against their schemas. */
  async tools(): Promise<readonly ListedTool[]> {
    return (await this.#ask(["tools"]) as { readonly tools: readonly ListedTool[] }).tools;
  }

  /** Calls a tool. Fails when its result does not fit its schema. */
  async call(name: string, given: object = {}): Promise<ToolResult> {
    const { isError = false, content, structuredContent, thrown } = await this.#ask([
      "call",
      name,
      given,
    ]) as {
      readonly isError?: boolean;
      readonly content?: readonly { readonly text?: string }[];
      readonly structuredContent?: unknown;
      readonly thrown?: string;
    };
    assert.equal(thrown, undefined);
    return { failed: isError, text: content?.[0]?.text ?? "", value: structuredContent };
  }

  async #ask(request: readonly unknown[]): Promise<unknown> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    return JSON.parse(await this.#lines.next());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#lines.end();
    await this.#process.status;
  }
}
