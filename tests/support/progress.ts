/**
 * Waiting for a program until it has come somewhere, or has ended before.
 * @module
 */
import type { Folder } from "./repository.ts";

/** A run: its process, or what it comes to. */
type Run = Deno.ChildProcess | Promise<unknown>;

/** Waits until a file is in a folder. Fails if the run that brings it ends without it. */
export async function appears(folder: Folder, path: string, run: Run): Promise<void> {
  await comes(path, () => folder.has(path), run);
}

/** The number of looks after which a condition counts as never met. */
const MAX_LOOKS = 12_000;

/** Waits until a condition holds. Fails if the run that brings it about ends without it, or hangs. */
export async function comes(what: string, condition: () => Promise<boolean>, run: Run): Promise<void> {
  let end: unknown;
  const ended = run instanceof Promise ? run : run.status;
  ended.then((value) => end = value ?? "ended", (error) => end = error);
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const before = end;
    if (await condition()) return;
    if (before !== undefined) throw new Error(`The run has ended without ${what}: ${JSON.stringify(before)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The run hangs without ${what}`);
}

/** Kills a run once a file is in a folder, and waits for its end. */
export async function killAt(folder: Folder, path: string, run: Deno.ChildProcess): Promise<void> {
  await appears(folder, path, run);
  run.kill("SIGKILL");
  await run.output();
}

/** Reads the output of a program line by line. */
export class LineReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Returns the next line, without its end. Fails when the output ends before. */
  async next(): Promise<string> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) throw new Error(`The output has ended: ${JSON.stringify(this.#rest)}`);
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
    const [line = "", ...rest] = this.#rest.split("\n");
    this.#rest = rest.join("\n");
    return line;
  }

  /** Reads to the end. */
  async end(): Promise<void> {
    while (!(await this.#reader.read()).done);
  }

  /** Leaves the rest unread. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
