import type { KeptOutput } from "./kept_output.ts";

/** Time without output after which the output of an ended program counts as complete, in milliseconds. */
const SILENCE = 300;

/**
 * Collects the output of a program. A background process may hold the stream open indefinitely, so the end of
 * the stream is not awaited.
 */
export class ProgramOutput {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #done: Promise<void>;
  /** Fires after a silence. A plain timer would cost ten milliseconds: Deno loads node:timers for it. */
  #silence: AbortSignal | undefined;
  #ended = false;

  constructor(
    stream: ReadableStream<Uint8Array>,
    readonly kept: KeptOutput,
    onOutput?: (text: string) => void,
  ) {
    this.#reader = stream.getReader();
    this.#done = this.#read(onOutput);
  }

  /** Returns the kept output once the program has ended. */
  async rest(): Promise<string> {
    this.#ended = true;
    this.#listen();
    await this.#done;
    this.#silence = undefined;
    return this.kept.text();
  }

  async #read(onOutput?: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
      const piece = decoder.decode(chunk.value, { stream: true });
      this.kept.add(piece);
      onOutput?.(piece);
      if (this.#ended) this.#listen();
    }
    this.kept.add(decoder.decode());
  }

  #listen(): void {
    const silence = AbortSignal.timeout(SILENCE);
    this.#silence = silence;
    silence.addEventListener("abort", () => {
      if (this.#silence === silence) void this.#reader.cancel();
    });
  }
}
