import type { Host } from "../../host/host.ts";

/** The coarsest resolution of a file system's times, in milliseconds: that of FAT. */
const RESOLUTION = 2000;

/** Reads files again and again, and returns the known text of those that did not change. */
export class TextCache {
  readonly #known = new Map<string, { readonly mark: string; readonly text: string }>();

  constructor(readonly host: Host) {}

  /** Reads a file as {@link Host.readText} does. */
  async readText(path: string): Promise<string> {
    const mark = await changeMark(this.host, path);
    const known = this.#known.get(path);
    if (mark !== undefined && known?.mark === mark) return known.text;
    const text = await this.host.readText(path);
    if (mark !== undefined) this.#known.set(path, { mark, text });
    return text;
  }
}

/**
 * Returns a mark that differs after any change of a file. Undefined if there is none: the system does not give
 * what it is made of, or the last change is so recent that another one could have the same time.
 */
export async function changeMark(host: Host, path: string): Promise<string | undefined> {
  const now = host.now();
  // Reading the file reports the error.
  const info = await host.stat(path).catch(() => undefined);
  if (info?.identity === undefined || info.changed === undefined) return undefined;
  const { identity, changed, modified, size } = info;
  return Math.max(changed, modified) > now - RESOLUTION
    ? undefined
    : [identity, changed, modified, size].join();
}
