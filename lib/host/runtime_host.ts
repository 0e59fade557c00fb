import { parentPath } from "../path/paths.ts";
import { brokenLink, errorCode, fileFailure, hostFailure, textFailure, writeFailure } from "./failure.ts";
import { type DirectoryEntry, type FileInfo, HostError, type WriteOptions } from "./host.ts";
import {
  fileInfo,
  homeVariable,
  interruptSignals,
  portablePath,
  type RawStatus,
  type System,
  temporaryName,
} from "./system.ts";

/** A file or folder as a runtime describes it. */
export interface FoundFile extends RawStatus {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly mode: number | null;
}

/** The functions of a runtime, which throw its own errors. Paths may have the form of the system. */
export interface RuntimeCalls {
  readonly system: System;
  readonly status: (path: string) => FoundFile;
  /** Returns the kind of what is at a path, of a link itself. */
  readonly kindOf: (path: string) => DirectoryEntry["kind"];
  readonly realPath: (path: string) => string;
  readonly read: (path: string) => Uint8Array;
  /** Creates a file that does not exist yet, and resolves once the disk has its text. */
  readonly writeNew: (path: string, text: string, mode: number | undefined) => Promise<void>;
  readonly create: (path: string, text: string) => void;
  readonly append: (path: string, text: string) => void;
  readonly entries: (path: string) => Iterable<DirectoryEntry>;
  /** Creates a folder and those around it, and does nothing if it exists. */
  readonly makeDirectory: (path: string, mode: number | undefined) => void;
  readonly makeTemporaryDirectory: (prefix: string) => string;
  readonly setMode: (path: string, mode: number) => void;
  readonly removeFile: (path: string) => void;
  readonly removeDirectory: (path: string) => void;
  readonly rename: (from: string, to: string) => void;
  readonly copy: (from: string, to: string) => Promise<void>;
  readonly link: (target: string, path: string) => void;
  readonly readLink: (path: string) => string;
  /** Returns the size of a terminal; throws or returns 0 if it is unknown. */
  readonly terminalSize: (
    stream: "stdout" | "stderr",
  ) => { readonly columns: number | undefined; readonly rows: number | undefined };
  readonly addListener: (signal: InterruptSignal, callback: () => void) => void;
  readonly removeListener: (signal: InterruptSignal, callback: () => void) => void;
}

/** A signal that interrupts the program. */
export type InterruptSignal = ReturnType<typeof interruptSignals>[number];

/**
 * The part of a host that is the same on every runtime. Only the disk, and copies of files, are waited for on a
 * thread: the other calls take less time than a change of threads.
 *
 * @internal
 */
export abstract class RuntimeHost {
  readonly #calls: RuntimeCalls;

  constructor(calls: RuntimeCalls) {
    this.#calls = calls;
  }

  abstract env(name: string): string | undefined;

  abstract isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;

  home(): string | undefined {
    const home = this.env(homeVariable(this.#calls.system));
    return home === undefined || home === "" ? undefined : this.portable(home);
  }

  now(): number {
    return Date.now();
  }

  readText(path: string): Promise<string> {
    return guard(path, () => {
      // Opening a pipe would block until its other end is opened.
      const failure = textFailure(path, this.#calls.status(path));
      if (failure !== undefined) throw failure;
      return DECODER.decode(this.#calls.read(path));
    });
  }

  readDirectory(path: string): Promise<readonly DirectoryEntry[]> {
    return guard(path, () => {
      return [...this.#calls.entries(path)].sort((a, b) => a.name < b.name ? -1 : 1);
    });
  }

  // deno-lint-ignore require-await -- what is thrown has to reject
  async stat(path: string): Promise<FileInfo | undefined> {
    const now = this.now();
    try {
      const status = this.#calls.status(path);
      const kind = status.isFile ? "file" : status.isDirectory ? "directory" : "other";
      return fileInfo(kind, status, { now, mode: status.mode });
    } catch (error) {
      return undefinedIfAbsent(path, error);
    }
  }

  // deno-lint-ignore require-await -- what is thrown has to reject
  async kindOf(path: string): Promise<DirectoryEntry["kind"] | undefined> {
    try {
      return this.#calls.kindOf(path);
    } catch (error) {
      return undefinedIfAbsent(path, error);
    }
  }

  realPath(path: string): Promise<string> {
    return guard(path, () => this.portable(this.#calls.realPath(path)));
  }

  writeText(path: string, text: string, options: WriteOptions = {}): Promise<void> {
    const calls = this.#calls;
    const isPosix = calls.system === "posix";
    return guard(path, async () => {
      calls.makeDirectory(parentPath(path), options.private ? 0o700 : undefined);
      if (options.private && isPosix) calls.setMode(parentPath(path), 0o700);
      const kind = tried(() => calls.kindOf(path));
      const target = kind === "link" ? this.portable(tried(() => calls.realPath(path)) ?? path) : path;
      const before = kind === undefined ? undefined : tried(() => calls.status(target));
      const failure = before !== undefined
        ? writeFailure(path, before)
        : kind === "link"
        ? brokenLink(path)
        : undefined;
      if (failure !== undefined) throw failure;
      const temporary = `${parentPath(target)}/${temporaryName(target, crypto.randomUUID())}`;
      try {
        await calls.writeNew(temporary, text, options.private ? 0o600 : undefined);
        const mode = options.private ? 0o600 : options.executable ? 0o755 : before?.mode;
        if (isPosix && mode !== undefined && mode !== null) calls.setMode(temporary, mode & 0o7777);
        calls.rename(temporary, target);
      } catch (error) {
        tried(() => calls.removeFile(temporary));
        throw error;
      }
    });
  }

  async createText(path: string, text: string): Promise<boolean> {
    try {
      await guard(path, () => {
        this.#calls.makeDirectory(parentPath(path), undefined);
        this.#calls.create(path, text);
      });
      return true;
    } catch (error) {
      if (error instanceof HostError && error.reason === "exists") return false;
      throw error;
    }
  }

  appendText(path: string, text: string): void {
    try {
      this.#calls.append(path, text);
    } catch (error) {
      throw hostFailure(path, error);
    }
  }

  makeDirectory(path: string): Promise<void> {
    return guard(path, () => this.#calls.makeDirectory(path, undefined));
  }

  makeTemporaryDirectory(prefix: string): Promise<string> {
    const { makeTemporaryDirectory, realPath } = this.#calls;
    return guard(prefix, () => this.portable(realPath(makeTemporaryDirectory(prefix))));
  }

  removeFile(path: string): Promise<void> {
    return guard(path, () => {
      try {
        this.#calls.removeFile(path);
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw error;
      }
    });
  }

  removeEmptyDirectory(path: string): Promise<void> {
    return guard(path, () => {
      try {
        if (this.#calls.kindOf(path) === "directory") this.#calls.removeDirectory(path);
      } catch (error) {
        if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error;
      }
    });
  }

  move(from: string, to: string): Promise<void> {
    return guard(from, async () => {
      this.#calls.makeDirectory(parentPath(to), undefined);
      if (await this.stat(to) !== undefined) throw fileFailure("exists", to);
      this.#calls.rename(from, to);
    });
  }

  copyFile(from: string, to: string): Promise<void> {
    return guard(from, () => this.#calls.copy(from, to));
  }

  link(target: string, path: string): Promise<void> {
    return guard(path, () => this.#calls.link(target, path));
  }

  readLink(path: string): Promise<string> {
    return guard(path, () => this.#calls.readLink(path));
  }

  columns(stream: "stdout" | "stderr"): number | undefined {
    return this.#sizeOf(stream)?.columns || undefined;
  }

  rows(stream: "stdout" | "stderr"): number | undefined {
    return this.#sizeOf(stream)?.rows || undefined;
  }

  onInterrupt(callback: () => void): () => void {
    const { system, addListener, removeListener } = this.#calls;
    const signals = interruptSignals(system, this.isTerminal("stdin") && this.isTerminal("stderr"));
    for (const signal of signals) addListener(signal, callback);
    return () => {
      for (const signal of signals) removeListener(signal, callback);
    };
  }

  /** Returns a path of the system with forward slashes. */
  protected portable(path: string): string {
    return portablePath(path, this.#calls.system);
  }

  #sizeOf(stream: "stdout" | "stderr"): ReturnType<RuntimeCalls["terminalSize"]> | undefined {
    return this.isTerminal(stream) ? tried(() => this.#calls.terminalSize(stream)) : undefined;
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Runs an action on a file or program; its errors become {@link HostError}s. */
export async function guard<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw hostFailure(path, error);
  }
}

/** Returns undefined for the error about a path where nothing is. Throws a HostError for any other. */
function undefinedIfAbsent(path: string, error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) throw hostFailure(path, error);
}

/** Returns undefined if an action fails. */
function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
