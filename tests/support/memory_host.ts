import {
  type Child,
  type Command,
  type CommandResult,
  type DirectoryEntry,
  type FileInfo,
  type Host,
  HostError,
  type Installation,
  type SpawnCommand,
  type WriteOptions,
} from "../../lib/host/host.ts";
import { fileFailure, textFailure } from "../../lib/host/failure.ts";
import { baseName, joinPath, parentPath } from "../../lib/path/paths.ts";

export interface MemoryOptions {
  /** Files by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly pid?: number;
  readonly alive?: readonly number[];
  /** The current time, in milliseconds since 1970; it never advances. */
  readonly now?: number;
  readonly terminals?: readonly string[];
  /** The kind of installation; a standalone program when omitted. */
  readonly installation?: Installation;
  /** Replaces programs; when omitted, no program is found. */
  readonly run?: (command: Command) => CommandResult | Promise<CommandResult>;
  /** Replaces long-running programs; when omitted, no program is found. */
  readonly spawn?: (command: SpawnCommand) => Child | Promise<Child>;
}

/** A machine in memory, for tests: it has no effects outside, and its clock never advances. */
export class MemoryHost implements Host {
  /** All files, by absolute path. */
  readonly files: Map<string, string>;
  readonly written: { stdout: string; stderr: string } = { stdout: "", stderr: "" };
  readonly pid: number;
  readonly #options: MemoryOptions;
  readonly #directories = new Set<string>();
  readonly #interrupts = new Set<() => void>();
  #temporary = 0;

  constructor(options: MemoryOptions = {}) {
    this.#options = options;
    this.files = new Map(Object.entries(options.files ?? {}));
    this.pid = options.pid ?? 1;
  }

  cwd(): string {
    return this.#options.cwd ?? "/";
  }

  env(name: string): string | undefined {
    return this.#options.env?.[name];
  }

  environment(): Readonly<Record<string, string>> {
    return this.#options.env ?? {};
  }

  home(): string | undefined {
    return this.env("HOME");
  }

  installation(): Installation {
    const runtime = { name: "memory", version: "1.0.0" };
    return this.#options.installation ?? { kind: "binary", location: "/bin/wf", runtime };
  }

  program(): readonly string[] {
    return ["wf"];
  }

  self(): readonly string[] {
    return ["wf"];
  }

  hostname(): string {
    return "memory";
  }

  isAlive(pid: number): boolean {
    return pid === this.pid || (this.#options.alive ?? []).includes(pid);
  }

  now(): number {
    return this.#options.now ?? 0;
  }

  hasFileAccess(): boolean {
    return true;
  }

  readText(path: string): Promise<string> {
    const text = this.files.get(path);
    if (text === undefined) return Promise.reject(fileFailure("not-found", path));
    const failure = textFailure(path, { isFile: true, isDirectory: false, size: text.length });
    return failure === undefined ? Promise.resolve(text) : Promise.reject(failure);
  }

  async readDirectory(path: string): Promise<readonly DirectoryEntry[]> {
    if ((await this.stat(path))?.kind !== "directory") {
      throw new HostError("not-found", path, `Cannot find "${path}"`);
    }
    const names = new Map<string, DirectoryEntry["kind"]>();
    const prefix = path === "/" ? "/" : `${path}/`;
    for (const file of [...this.files.keys(), ...[...this.#directories].map((folder) => `${folder}/`)]) {
      if (!file.startsWith(prefix) || file === prefix) continue;
      const [name, ...rest] = file.slice(prefix.length).split("/");
      names.set(name!, rest.length > 0 ? "directory" : "file");
    }
    return [...names].map(([name, kind]) => ({ name, kind })).sort((a, b) => a.name < b.name ? -1 : 1);
  }

  stat(path: string): Promise<FileInfo | undefined> {
    const text = this.files.get(path);
    if (text !== undefined) return Promise.resolve({ kind: "file", size: text.length, modified: this.now() });
    const prefix = path === "/" ? "/" : `${path}/`;
    const isFolder = path === "/" || this.#directories.has(path) ||
      [...this.files.keys(), ...this.#directories].some((other) => other.startsWith(prefix));
    return Promise.resolve(isFolder ? { kind: "directory", size: 0, modified: this.now() } : undefined);
  }

  realPath(path: string): Promise<string> {
    return Promise.resolve(joinPath(path));
  }

  writeText(path: string, text: string, _options?: WriteOptions): Promise<void> {
    if (this.files.has(parentPath(path))) {
      return Promise.reject(
        new HostError("not-a-directory", path, `Cannot use "${path}": a parent of it is not a folder`),
      );
    }
    this.files.set(path, text);
    return Promise.resolve();
  }

  async createText(path: string, text: string): Promise<boolean> {
    if (await this.stat(path) !== undefined) return false;
    await this.writeText(path, text);
    return true;
  }

  appendText(path: string, text: string): void {
    this.files.set(path, (this.files.get(path) ?? "") + text);
  }

  makeDirectory(path: string): Promise<void> {
    this.#directories.add(path);
    return Promise.resolve();
  }

  async makeTemporaryDirectory(prefix: string): Promise<string> {
    const path = `/tmp/${baseName(prefix)}${++this.#temporary}`;
    await this.makeDirectory(path);
    return path;
  }

  removeFile(path: string): Promise<void> {
    this.files.delete(path);
    return Promise.resolve();
  }

  removeEmptyDirectory(path: string): Promise<void> {
    this.#directories.delete(path);
    return Promise.resolve();
  }

  async move(from: string, to: string): Promise<void> {
    if (await this.stat(from) === undefined) throw new HostError("not-found", from, `Cannot find "${from}"`);
    if (await this.stat(to) !== undefined) {
      throw new HostError("exists", to, `Cannot create "${to}": it already exists`);
    }
    const moved = (path: string) => path === from || path.startsWith(`${from}/`);
    for (const [path, text] of [...this.files]) {
      if (moved(path) && this.files.delete(path)) this.files.set(to + path.slice(from.length), text);
    }
    for (const path of [...this.#directories]) {
      if (moved(path) && this.#directories.delete(path)) this.#directories.add(to + path.slice(from.length));
    }
  }

  async copyFile(from: string, to: string): Promise<void> {
    this.files.set(to, await this.readText(from));
  }

  link(_target: string, path: string): Promise<void> {
    return Promise.reject(new HostError("other", path, `Cannot use "${path}": there are no links here`));
  }

  async kindOf(path: string): Promise<DirectoryEntry["kind"] | undefined> {
    return (await this.stat(path))?.kind;
  }

  readLink(path: string): Promise<string> {
    return Promise.reject(new HostError("not-found", path, `Cannot find "${path}"`));
  }

  markPrograms(_mark: string): void {
    // Programs in memory have no environment.
  }

  endMarked(_mark: string, _spare: readonly string[]): Promise<number> {
    return Promise.resolve(0);
  }

  quit(_code: number): void {
    // The test must not exit.
  }

  onUncaught(): () => void {
    return () => {};
  }

  async run(command: Command): Promise<CommandResult> {
    const { run } = this.#options;
    if (run === undefined) {
      throw new HostError("not-found", command.argv[0], `Cannot find "${command.argv[0]}"`);
    }
    return await run(command);
  }

  async spawn(command: SpawnCommand): Promise<Child> {
    const { spawn } = this.#options;
    if (spawn === undefined) {
      throw new HostError("not-found", command.argv[0], `Cannot find "${command.argv[0]}"`);
    }
    return await spawn(command);
  }

  serve(): Promise<never> {
    return Promise.reject(new Error("a machine in memory has no network"));
  }

  input(): ReadableStream<Uint8Array> {
    return new Blob([]).stream();
  }

  write(stream: "stdout" | "stderr", text: string): boolean {
    this.written[stream] += text;
    return true;
  }

  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    return (this.#options.terminals ?? []).includes(stream);
  }

  readKeys(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  columns(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? 80 : undefined;
  }

  rows(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? 24 : undefined;
  }

  onInterrupt(callback: () => void): () => void {
    this.#interrupts.add(callback);
    return () => this.#interrupts.delete(callback);
  }

  /** Calls the interrupt callbacks, as Ctrl-C does. */
  interrupt(): void {
    for (const callback of this.#interrupts) callback();
  }
}
