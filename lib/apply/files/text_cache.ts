import type { Host } from "../../host/host.ts";

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
  // Reading the file reports the error.
  const info = await host.stat(path).catch(() => undefined);
  if (info?.identity === undefined || info.changed === undefined || info.recent) return undefined;
  return [info.identity, info.changed, info.modified, info.size].join();
}
