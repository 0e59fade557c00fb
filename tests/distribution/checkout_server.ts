/**
 * Serves this checkout on the loopback interface, as a web server or a CDN would.
 * @module
 */
import { fromRoot } from "../support/root.ts";

const TYPES: Readonly<Record<string, string>> = {
  ts: "text/typescript; charset=utf-8",
  mts: "text/typescript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** A running server, stopped when it is disposed. */
export class CheckoutServer {
  /** Paths that were asked for, relative to the checkout. */
  readonly asked: Set<string> = new Set();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** Starts it on a free port. */
  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(new URL(request.url).pathname),
    );
  }

  /** Host and port. */
  get host(): string {
    return `127.0.0.1:${this.#server.addr.port}`;
  }

  /** URL of a file. */
  url(path: string): string {
    return `http://${this.host}/${path}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #answer(pathname: string): Promise<Response> {
    const path = decodeURIComponent(pathname).slice(1);
    this.asked.add(path);
    if (path.split("/").some((part) => part === ".." || part.startsWith("."))) return missing();
    try {
      const body = await Deno.readFile(fromRoot(path));
      const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8";
      return new Response(body, { headers: { "content-type": type } });
    } catch {
      return missing();
    }
  }
}

function missing(): Response {
  return new Response("not found", { status: 404 });
}
