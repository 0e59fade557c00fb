import type { PieceReader } from "./program_output.ts";

/** The size of a buffer in bytes: the first one, and the one for output that fills it. */
const [SMALL, BIG] = [4096, 65_536];

/**
 * Reads a stream of Deno through one buffer, so that a piece is valid until the next one is read.
 *
 * Deno's usual reader allocates 64 kB for each piece, however short it is: a run of git commands would collect all
 * garbage every 130 pieces, which takes a tenth of its time.
 */
export function bufferedReader(stream: ReadableStream<Uint8Array>): PieceReader {
  const reader = stream.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(SMALL);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      // A stream that is cancelled gives the buffer away.
      if (value === undefined) return { done: true };
      buffer = value.byteLength === SMALL ? new ArrayBuffer(BIG) : value.buffer;
      return done ? { done } : { done, value };
    },
    cancel: () => reader.cancel(),
  };
}
