/**
 * The Language Server Protocol, loaded only when an editor starts the server.
 *
 * Uses the package's platform-independent part with web streams: its part for Node exits the process on its
 * own, and reads arguments and environment variables.
 * @module
 */
import type {
  AbstractMessageBuffer as MessageBuffer,
  Connection,
  Disposable,
  InitializeParams,
  Message,
  RAL,
} from "npm:vscode-languageserver@10.1.2";

export type {
  CodeAction,
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  Connection,
  Diagnostic as EditorDiagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentLink,
  DocumentSymbol,
  Hover,
  InitializeParams,
  InitializeResult,
  InsertTextFormat,
  Location,
  Position,
  Range,
  ServerCapabilities,
  SymbolKind,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
  WorkspaceFolder,
} from "npm:vscode-languageserver@10.1.2";

type Library = typeof import("npm:vscode-languageserver@10.1.2");

/** The streams to and from an editor, and callbacks that concern processes. */
export interface EditorStreams {
  /** The bytes that the editor sends. */
  readonly input: ReadableStream<Uint8Array>;
  /** Writes to the editor; false when it no longer reads. */
  readonly write: (text: string) => boolean;
  /**
   * Called once the editor requests the exit or its stream ends.
   *
   * @param orderly True when the editor requested a shutdown first.
   */
  readonly onEnd: (orderly: boolean) => void;
  /** Called with the ID of the editor's process, if the editor sends it. */
  readonly onProcess: (pid: number) => void;
}

/** A connection that is not listening yet, and the request types its handlers need. */
export interface EditorConnection {
  /** The connection; call `listen()` once all handlers are set. */
  readonly connection: Connection;
  /** The request that registers for notifications of changed files. */
  readonly watchFiles: Library["DidChangeWatchedFilesNotification"]["type"];
}

/** Loads the library and creates a connection. */
export async function connectEditor(
  { input, write, onEnd, onProcess }: EditorStreams,
): Promise<EditorConnection> {
  const library = await load();
  installPlatform(library);
  let shutDown = false;
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    onEnd(shutDown);
  };
  const watchDog = {
    initialize: ({ processId }: InitializeParams) => {
      if (typeof processId === "number") onProcess(processId);
    },
    get shutdownReceived() {
      return shutDown;
    },
    set shutdownReceived(value: boolean) {
      shutDown = value;
    },
    exit: end,
  };
  const reader = new library.ReadableStreamMessageReader(readable(input, end));
  const writer = new library.WriteableStreamMessageWriter(writable(write, end));
  const connection = library.createConnection(
    (logger) => library.createProtocolConnection(reader, writer, logger),
    watchDog,
  );
  return { connection, watchFiles: library.DidChangeWatchedFilesNotification.type };
}

async function load(): Promise<Library> {
  const loaded = await import("npm:vscode-languageserver@10.1.2");
  // A CommonJS package: in a bundle for Node, everything it exports is on its default export.
  return "createConnection" in loaded ? loaded : (loaded as { readonly default: Library }).default;
}

/** Time for answering the last requests after the editor's stream has ended, in milliseconds. */
const DRAIN_TIME = 200;
const NOTHING: Disposable = { dispose: () => {} };

/** Adapts a web stream to the library's reader. Data that arrives before a listener is added is buffered. */
function readable(input: ReadableStream<Uint8Array>, end: () => void): RAL.ReadableStream {
  return {
    onData(listener) {
      const reader = input.getReader();
      const pump = async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) listener(part.value);
      };
      void pump().catch(() => {}).finally(() => setTimeout(end, DRAIN_TIME));
      return NOTHING;
    },
    onClose: () => NOTHING,
    onError: () => NOTHING,
    onEnd: () => NOTHING,
  };
}

function writable(write: (text: string) => boolean, end: () => void): RAL.WritableStream {
  const decoder = new TextDecoder();
  return {
    write(data: Uint8Array | string): Promise<void> {
      if (!write(typeof data === "string" ? data : decoder.decode(data))) end();
      return Promise.resolve();
    },
    onClose: () => NOTHING,
    onError: () => NOTHING,
    onEnd: () => NOTHING,
    end: () => {},
  };
}

function installPlatform({ AbstractMessageBuffer, RAL }: Library): void {
  const encoder = new TextEncoder();
  class Buffer extends AbstractMessageBuffer {
    protected emptyBuffer(): Uint8Array {
      return new Uint8Array(0);
    }
    protected fromString(value: string): Uint8Array {
      return encoder.encode(value);
    }
    protected toString(value: Uint8Array, encoding: MessageBuffer["encoding"]): string {
      return new TextDecoder(encoding).decode(value);
    }
    protected asNative(bytes: Uint8Array, length = bytes.length): Uint8Array {
      return bytes.slice(0, length);
    }
    protected allocNative(length: number): Uint8Array {
      return new Uint8Array(length);
    }
  }
  const timeout = (call: () => void, milliseconds: number): Disposable => {
    const id = setTimeout(call, milliseconds);
    return { dispose: () => clearTimeout(id) };
  };
  const interval = (call: () => void, milliseconds: number): Disposable => {
    const id = setInterval(call, milliseconds);
    return { dispose: () => clearInterval(id) };
  };
  RAL.install({
    messageBuffer: { create: (encoding) => new Buffer(encoding) },
    applicationJson: {
      encoder: {
        name: "application/json",
        encode: (message: Message) => Promise.resolve(encoder.encode(JSON.stringify(message))),
      },
      decoder: {
        name: "application/json",
        decode: async (bytes) => await JSON.parse(new TextDecoder().decode(bytes)),
      },
    },
    // Standard output carries the protocol: nothing else may be written to it.
    console: { info() {}, log() {}, warn() {}, error() {} },
    timer: {
      setTimeout: (call, milliseconds, ...given) => timeout(() => call(...given), milliseconds),
      setImmediate: (call, ...given) => timeout(() => call(...given), 0),
      setInterval: (call, milliseconds, ...given) => interval(() => call(...given), milliseconds),
    },
  });
}
