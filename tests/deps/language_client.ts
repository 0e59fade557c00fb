/**
 * An editor: a client of the Language Server Protocol, by the library that VS Code itself uses.
 * @module
 */
import { spawn } from "node:child_process";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  StreamMessageReader,
  StreamMessageWriter,
} from "npm:vscode-languageserver-protocol@3.18.4/node";

export type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  Hover,
  Location,
  PublishDiagnosticsParams,
  Range,
  TextEdit,
} from "npm:vscode-languageserver-protocol@3.18.4/node";

/** What {@link EditorClient.start} needs. */
export interface EditorOptions {
  /** The server and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** Folder the server is started in. */
  readonly cwd: string;
  /** Variables on top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
  /** What the client can do. */
  readonly capabilities: ClientCapabilities;
  /** Addresses of the open folders. */
  readonly folders: readonly string[];
}

/** A client with its server. */
export class EditorClient {
  /** What the server answered to the first request. */
  readonly server: InitializeResult;
  /** What the server wants to be told of. */
  readonly registrations: Registration[] = [];
  /** The last findings of each file, by its address. */
  readonly findings = new Map<string, PublishDiagnosticsParams>();
  /** Exit code of the server, once it has ended. */
  readonly ended: Promise<number>;
  readonly #connection: ProtocolConnection;
  readonly #input: { end(): void };
  #waiting: (() => void)[] = [];

  private constructor(
    connection: ProtocolConnection,
    input: { end(): void },
    ended: Promise<number>,
    server: InitializeResult,
  ) {
    this.#connection = connection;
    this.#input = input;
    this.ended = ended;
    this.server = server;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.findings.set(params.uri, params);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    connection.onRequest("client/registerCapability", ({ registrations }) => {
      this.registrations.push(...registrations);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** Starts a server and says hello. */
  static async start({ argv, cwd, env, capabilities, folders }: EditorOptions): Promise<EditorClient> {
    const [program, ...args] = argv;
    const child = spawn(program, args, {
      cwd,
      env: { ...Deno.env.toObject(), ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 128)));
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const server: InitializeResult = await connection.sendRequest("initialize", {
      processId: Deno.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
    });
    const client = new EditorClient(connection, child.stdin, ended, server);
    await connection.sendNotification("initialized", {});
    return client;
  }

  /** Asks the server. */
  request<Result>(method: string, params?: object): Promise<Result> {
    return params === undefined
      ? this.#connection.sendRequest(method)
      : this.#connection.sendRequest(method, params);
  }

  /** Tells the server. */
  notify(method: string, params?: object): Promise<void> {
    return params === undefined
      ? this.#connection.sendNotification(method)
      : this.#connection.sendNotification(method, params);
  }

  /** Waits until the server has told what is wanted. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  /** Ends as an editor does: asks, says that it is over, and waits for the end. */
  async quit(): Promise<number> {
    await this.request("shutdown");
    await this.notify("exit");
    return await this.#over();
  }

  /** Ends as an editor that crashes. */
  async crash(): Promise<number> {
    this.#input.end();
    return await this.#over();
  }

  async #over(): Promise<number> {
    const code = await this.ended;
    this.#connection.dispose();
    return code;
  }
}
