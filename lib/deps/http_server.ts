/**
 * An HTTP server for this machine's user: it listens on the loopback interface only.
 *
 * `node:http` is loaded when a server starts; it works on Deno too.
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request to a server. */
export interface HttpRequest {
  /** `GET` or another method. */
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text; a longer one than 100,000 bytes is refused. */
  readonly body: string;
}

/** A reply of a server. */
export interface HttpReply {
  /** The status code. */
  readonly status: number;
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text, or pieces of it that are sent as they come until the client leaves. */
  readonly body: string | AsyncIterable<string>;
}

/** Answers a request. A rejection is answered with 500. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>;

/** A server that listens. */
export interface HttpServer {
  /** Its port. */
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The address of the loopback interface. */
export const LOOPBACK = "127.0.0.1";

/** The maximum length of a request's body, in bytes. */
const MAX_BODY = 100_000;

/**
 * Starts a server.
 *
 * @param port The port, or 0 for a free one.
 * @throws {Error} With a code such as `EADDRINUSE` when it cannot listen.
 */
export async function startHttpServer(handler: HttpHandler, port: number): Promise<HttpServer> {
  const { createServer } = await import("node:http");
  const leave = new AbortController();
  const server = createServer((request, response) => {
    answer(request, response, { handler, signal: leave.signal }).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => {
      leave.abort();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { handler, signal }: { readonly handler: HttpHandler; readonly signal: AbortSignal },
): Promise<void> {
  const body = await bodyOf(request);
  const reply: HttpReply = body === undefined ? { status: 413, headers: {}, body: "" } : await handler({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: headersOf(request),
    body,
  });
  response.writeHead(reply.status, { ...reply.headers });
  if (typeof reply.body === "string") {
    response.end(reply.body);
    return;
  }
  response.flushHeaders();
  const pieces = reply.body[Symbol.asyncIterator]();
  const left = new Promise<"left">((resolve) => {
    response.once("close", () => resolve("left"));
    signal.addEventListener("abort", () => resolve("left"), { once: true });
  });
  for (;;) {
    const next = await Promise.race([pieces.next(), left]);
    if (next === "left" || next.done) break;
    response.write(next.value);
  }
  response.end();
  await pieces.return?.();
}

/** Returns the body; undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    // The rest of a long one is read too: a client that still sends would miss the reply.
    length += chunk.byteLength;
    if (length <= MAX_BODY) text += decoder.decode(chunk, { stream: true });
  }
  return length > MAX_BODY ? undefined : text + decoder.decode();
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []),
  );
}
