/**
 * Shells at a terminal of their own, typed into as people do.
 * @module
 */
import { GIT_ENVIRONMENT } from "./repository.ts";
import { killIfThere } from "./program.ts";

/** How a shell is started. */
export interface TerminalOptions {
  /** The shell and its arguments, as one line. */
  readonly command: string;
  /** Folder it starts in. */
  readonly cwd: string;
  /** Variables that are set. */
  readonly env: Readonly<Record<string, string>>;
}

/** Whether a program can be run. */
export function isInstalled(program: string, ...args: readonly string[]): boolean {
  try {
    return new Deno.Command(program, { args: [...args], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** A program at a terminal that util-linux's `script` makes. */
export class Terminal {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  /** All that was shown so far. */
  #shown = "";

  /** Starts a program. */
  constructor({ command, cwd, env }: TerminalOptions) {
    this.#child = new Deno.Command("script", {
      args: [
        "--quiet",
        "--return",
        "--flush",
        "--command",
        `stty cols 100 rows 40; exec ${command}`,
        "/dev/null",
      ],
      cwd,
      env: { ...GIT_ENVIRONMENT, TERM: "xterm", ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Types keys; `\t` is Tab, `\r` Enter. */
  async type(keys: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(keys));
  }

  /** Waits until something holds; fails after 20 seconds and shows what the terminal shows. */
  async until(what: string, holds: (shown: string) => boolean | Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 400; tries++) {
      if (await holds(this.#shown)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`Waited in vain for ${what}; the terminal shows:\n${this.#shown}`);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stdout) this.#shown += decoder.decode(chunk, { stream: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    const timer = setTimeout(() => killIfThere(this.#child), 2000);
    await Promise.all([this.#reading, this.#child.status]);
    clearTimeout(timer);
  }
}
