/**
 * Streams of Node as streams of the web. Node's own adapters report a stream that is given up as an
 * error nobody can catch.
 * @module
 */
import type { Readable, Writable } from "node:stream";

/** What a stream of Node gives; giving it up closes it. */
export function webReadable(stream: Readable): ReadableStream<Uint8Array> {
  let open = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const close = () => {
        if (open) controller.close();
        open = false;
      };
      stream.on("data", (bytes: Uint8Array) => {
        if (!open) return;
        controller.enqueue(new Uint8Array(bytes));
        if ((controller.desiredSize ?? 1) <= 0) stream.pause();
      });
      stream.once("end", close);
      stream.once("close", close);
      // What was read before counts, as at the end.
      stream.once("error", close);
    },
    pull: () => void stream.resume(),
    cancel() {
      open = false;
      stream.destroy();
    },
  });
}

/** What a stream of Node takes. Writing fails once nobody reads. */
export function webWritable(stream: Writable): WritableStream<Uint8Array> {
  // Each write is told of its own error; without a listener the same would end the program.
  stream.on("error", () => {});
  return new WritableStream<Uint8Array>({
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => error === undefined || error === null ? resolve() : reject(error));
      }),
    // A stream that was destroyed calls nobody back when it is ended.
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed) return resolve();
        stream.once("close", () => resolve());
        stream.end(() => resolve());
      }),
    abort: () => void stream.destroy(),
  });
}
