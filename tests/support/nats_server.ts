/**
 * A real NATS server.
 * @module
 */
import { Folder } from "./repository.ts";

/** Whether a NATS server is installed. */
export const HAS_NATS: boolean = await hasNats();

/** Returns the name of a test that needs a server, with the reason if it is skipped. */
export function named(name: string): string {
  return HAS_NATS ? name : `${name} (skipped: nats-server is not installed)`;
}

async function hasNats(): Promise<boolean> {
  try {
    return (await new Deno.Command("nats-server", { args: ["-v"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

/** Waits until something is so; what it waits for never depends on the time it takes. */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It did not come about: ${what}`);
}

/** A server that only this machine reaches, with data that survive its end. */
export class NatsServer {
  #process: Deno.ChildProcess | undefined;
  #port = -1;

  private constructor(readonly folder: Folder, readonly settings: string) {}

  /** Starts a server; the settings are further lines of its configuration. */
  static async start(settings = ""): Promise<NatsServer> {
    const server = new NatsServer(await Folder.make(), settings);
    await server.start();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Starts the server again, on the same port and with the same data. */
  async start(): Promise<void> {
    const { path } = this.folder;
    const place = JSON.stringify(path);
    const config = `listen: "${this.#port === -1 ? "127.0.0.1:-1" : this.address}"
jetstream { store_dir: ${place} }
ports_file_dir: ${place}
${this.settings}
`;
    await this.folder.write({ "nats.conf": config });
    const args = ["-c", `${path}/nats.conf`];
    const server = new Deno.Command("nats-server", { args, stdout: "null", stderr: "null" }).spawn();
    this.#process = server;
    await until("the server listens", async () => {
      const found = await Deno.readTextFile(`${path}/nats-server_${server.pid}.ports`).catch(() => "");
      const [, port] = /"(?:nats|tls):\/\/[^"]*:(\d+)"/.exec(found) ?? [];
      if (port !== undefined) this.#port = Number(port);
      return port !== undefined;
    });
  }

  async kill(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.status;
    this.#process = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.folder[Symbol.asyncDispose]();
  }
}
