/**
 * The Language Server Protocol, loaded when an editor starts the server and not before.
 *
 * The package's part that knows no platform is used, on streams of the web: its other part for Node
 * ends the process by itself, and reads arguments and variables of the environment.
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

/** The streams that an editor speaks on, and what is asked of the process behind them. */
export interface EditorStreams {
  /** What the editor writes. */
  readonly input: ReadableStream<Uint8Array>;
  /** Writes to the editor; false when it reads no more. */
  readonly write: (text: string) => boolean;
  /**
   * Called when there is no more to do: once the editor asked for the end, or its stream ended.
   *
   * @param orderly True when the editor had said before that it would end.
   */
  readonly onEnd: (orderly: boolean) => void;
  /** Called with the number of the editor's process, if it tells it. */
  readonly onProcess: (pid: number) => void;
}

/** A connection that is not listening yet, and what its handlers need of the library. */
export interface EditorConnection {
  /** The connection. */
  readonly connection: Connection;
  /** The request with which the server asks to be told of changed files. */
  readonly watchFiles: Library["DidChangeWatchedFilesNotification"]["type"];
}

/** Loads the library and makes a connection. */
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
  // A CommonJS package: in a bundle for Node all that it exports is its default.
  return "createConnection" in loaded ? loaded : (loaded as { readonly default: Library }).default;
}

/** Milliseconds in which what came last is still answered once the editor's stream has ended. */
const LAST_WORDS = 200;
const NOTHING: Disposable = { dispose: () => {} };

/** A stream of the web as the library reads streams; what was read before anybody listened waits. */
function readable(input: ReadableStream<Uint8Array>, end: () => void): RAL.ReadableStream {
  return {
    onData(listener) {
      const reader = input.getReader();
      const pump = async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) listener(part.value);
      };
      void pump().catch(() => {}).finally(() => setTimeout(end, LAST_WORDS));
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

/** Tells the library how this platform does what platforms do differently. */
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
    // Standard output is the editor's: nothing else may be written to it.
    console: { info() {}, log() {}, warn() {}, error() {} },
    timer: {
      setTimeout: (call, milliseconds, ...given) => timeout(() => call(...given), milliseconds),
      setImmediate: (call, ...given) => timeout(() => call(...given), 0),
      setInterval: (call, milliseconds, ...given) => interval(() => call(...given), milliseconds),
    },
  });
}
