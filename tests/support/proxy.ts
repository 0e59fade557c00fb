/** A network connection to a server, which can be cut and held. */
export class Proxy implements Disposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.TcpConn>();
  #state: "flows" | "holds" | "cut" = "flows";
  #changed = Promise.withResolvers<void>();

  /** @param target Returns the address of the server. */
  constructor(readonly target: () => string) {
    void this.#accept();
  }

  get address(): string {
    return `127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  /** Closes all connections, and new ones at once. */
  cut(): void {
    this.#become("cut");
    for (const end of this.#open) close(end);
  }

  /** Leaves all connections open, with nothing that arrives. */
  hold(): void {
    this.#become("holds");
  }

  restore(): void {
    this.#become("flows");
  }

  [Symbol.dispose](): void {
    this.cut();
    this.#listener.close();
  }

  #become(state: "flows" | "holds" | "cut"): void {
    this.#state = state;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      if (this.#state === "cut") close(client);
      else void this.#connect(client);
    }
  }

  async #connect(client: Deno.TcpConn): Promise<void> {
    const [hostname = "", port] = this.target().split(":");
    const server = await Deno.connect({ hostname, port: Number(port) }).catch(() => undefined);
    if (server === undefined) return close(client);
    this.#open.add(client).add(server);
    await Promise.all([this.#pass(client, server), this.#pass(server, client)]);
    this.#open.delete(client);
    this.#open.delete(server);
  }

  async #pass(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
    try {
      for await (const bytes of from.readable) {
        while (this.#state === "holds") await this.#changed.promise;
        for (let sent = 0; sent < bytes.length;) sent += await to.write(bytes.subarray(sent));
      }
    } catch {
      // The connection is cut.
    }
    close(from);
    close(to);
  }
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}
