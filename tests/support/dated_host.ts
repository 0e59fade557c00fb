import type { FileInfo } from "../../lib/host/host.ts";
import { isRecent } from "../../lib/host/system.ts";
import { MemoryHost } from "./memory_host.ts";

/** The folder that the paths of a {@link DatedHost} are relative to. */
export const PROJECT = "/p";

/** The metadata of a file. */
interface Inode {
  readonly number: number;
  readonly modified: number;
  readonly changed: number;
}

/** A machine with a clock that is set by hand, and file times of a resolution. It remembers which files were read. */
export class DatedHost extends MemoryHost {
  readonly read: string[] = [];
  clock = 1_000_000_000;
  readonly #inodes = new Map<string, Inode>();

  constructor(files: Readonly<Record<string, string>>, readonly resolution = 1) {
    super();
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  override home(): string {
    return "/home";
  }

  override now(): number {
    return this.clock;
  }

  override async stat(path: string): Promise<FileInfo | undefined> {
    const info = await super.stat(path);
    const inode = this.#inodes.get(path);
    if (info === undefined || inode === undefined) return info;
    const { number, modified, changed } = inode;
    const recent = isRecent(modified, changed, this.clock) ? { recent: true as const } : {};
    return { ...info, identity: `1:${number}`, modified, changed, ...recent };
  }

  override readText(path: string): Promise<string> {
    this.read.push(path.slice(PROJECT.length + 1));
    return super.readText(path);
  }

  /** Writes a file in place, or as a new file that takes its name; may keep its modification time. */
  put(path: string, text: string, how: "in place" | "renamed" | "time kept" = "in place"): void {
    const file = `${PROJECT}/${path}`;
    const known = this.#inodes.get(file);
    const time = this.#time();
    const number = known === undefined || how === "renamed" ? this.#free() : known.number;
    const modified = known === undefined || how !== "time kept" ? time : known.modified;
    this.files.set(file, text);
    this.#inodes.set(file, { number, modified, changed: time });
  }

  drop(path: string): void {
    this.files.delete(`${PROJECT}/${path}`);
    this.#inodes.delete(`${PROJECT}/${path}`);
  }

  rename(from: string, to: string): void {
    const text = this.files.get(`${PROJECT}/${from}`);
    const inode = this.#inodes.get(`${PROJECT}/${from}`);
    if (text === undefined || inode === undefined || from === to) return;
    this.drop(from);
    this.files.set(`${PROJECT}/${to}`, text);
    this.#inodes.set(`${PROJECT}/${to}`, { ...inode, changed: this.#time() });
  }

  #time(): number {
    return Math.floor(this.clock / this.resolution) * this.resolution;
  }

  /** A number that no file has: systems give those of removed files again. */
  #free(): number {
    const taken = new Set([...this.#inodes.values()].map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }
}
