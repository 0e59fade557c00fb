/**
 * Adapters from Node streams to web streams. Node's own adapters report a cancelled stream as an error that
 * cannot be caught.
 * @module
 */
import type { Readable, Writable } from "node:stream";

/** Adapts a readable Node stream; cancelling it closes the Node stream. */
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
      // The data read before the error is kept.
      stream.once("error", close);
    },
    pull: () => void stream.resume(),
    cancel() {
      open = false;
      stream.destroy();
    },
  });
}

/** Adapts a writable Node stream. Writing fails once the reader is gone. */
export function webWritable(stream: Writable): WritableStream<Uint8Array> {
  // Each write reports its own error. Without a listener the same error would crash the program.
  stream.on("error", () => {});
  return new WritableStream<Uint8Array>({
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => error === undefined || error === null ? resolve() : reject(error));
      }),
    // A destroyed stream does not call back when it is ended.
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed) return resolve();
        stream.once("close", () => resolve());
        stream.end(() => resolve());
      }),
    abort: () => void stream.destroy(),
  });
}
