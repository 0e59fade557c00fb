import type { KeptOutput } from "./kept_output.ts";

/**
 * Time without output after which the output of an ended program counts as complete, in milliseconds; up to twice
 * as long, as all outputs are checked together.
 */
const SILENCE = 200;

/** The outputs of ended programs whose streams are open. */
const OPEN = new Set<ProgramOutput>();
/** Fires at the next check. A plain timer would cost ten milliseconds: Deno loads node:timers for it. */
let check: AbortSignal | undefined;

/** Reads the output of a program piece by piece. */
export interface PieceReader {
  /** Returns the next piece, or `done` at the end. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Ends a read in progress, and reads no more. */
  cancel(): Promise<void>;
}

/**
 * Collects the output of a program. A background process may hold the stream open indefinitely, so the end of
 * the stream is not awaited.
 */
export class ProgramOutput {
  readonly #reader: PieceReader;
  readonly #done: Promise<void>;
  /** True if the program has ended, or written something, since the last check. */
  #isActive = true;

  constructor(
    reader: PieceReader,
    readonly kept: KeptOutput,
    onOutput?: (text: string) => void,
  ) {
    this.#reader = reader;
    this.#done = this.#read(onOutput);
  }

  /** Returns the kept output once the program has ended. */
  async rest(): Promise<string> {
    this.#isActive = true;
    OPEN.add(this);
    checkLater();
    await this.#done.finally(() => OPEN.delete(this));
    return this.kept.text();
  }

  /** Stops reading if nothing was written since the last check. */
  check(): void {
    if (!this.#isActive) void this.#reader.cancel();
    this.#isActive = false;
  }

  async #read(onOutput?: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
      const piece = decoder.decode(chunk.value, { stream: true });
      this.#isActive = true;
      this.kept.add(piece);
      onOutput?.(piece);
    }
    this.kept.add(decoder.decode());
  }
}

/** Checks all open outputs after a while, and until there are none. Most streams end with their program. */
function checkLater(): void {
  if (check !== undefined || OPEN.size === 0) return;
  check = AbortSignal.timeout(SILENCE);
  check.addEventListener("abort", () => {
    check = undefined;
    for (const output of OPEN) output.check();
    checkLater();
  });
}
