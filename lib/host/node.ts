/**
 * The machine through `node:` built-ins, for Node, Bun and the standalone program.
 *
 * @example Load a project on Node
 * ```ts
 * import { findProjectRoot, loadProject } from "@wf/wf/apply";
 * import { NodeHost } from "@wf/wf/node";
 *
 * const host = new NodeHost();
 * const root = await findProjectRoot(host, host.cwd());
 * if (root !== undefined) console.log((await loadProject(host, root)).plans.all.length);
 * ```
 * @module
 */
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import * as fs from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { npmInstallKind } from "../release/npm_install.ts";
import {
  brokenLink,
  fileFailure,
  type FileReason,
  STREAM_NAMES,
  textFailure,
  writeFailure,
} from "./failure.ts";
import {
  type Child,
  type Command,
  type CommandResult,
  type DirectoryEntry,
  type FileInfo,
  type Host,
  HostError,
  type HttpHandler,
  type HttpServer,
  type Installation,
  type SpawnCommand,
  type WriteOptions,
} from "./host.ts";
import { defined } from "../collections/defined.ts";
import { installationKind } from "./installation.ts";
import { MACHINE, spawnChild } from "./programs/node_child.ts";
import { endTree, runProcess } from "./programs/node_process.ts";
import { endPrograms } from "./programs/running_programs.ts";
import { readRaw, restoreTerminal } from "./terminal/raw_input.ts";
import { webReadable } from "./programs/node_streams.ts";
import { baseName, parentPath } from "../path/paths.ts";
import { endMarkedPrograms, RUN_MARK, runMark } from "./programs/run_mark.ts";
import {
  fileInfo,
  homeVariable,
  interruptSignals,
  portablePath,
  searchPath,
  type System,
  temporaryName,
} from "./system.ts";

const SYSTEM: System = process.platform === "win32" ? "windows" : "posix";
const STREAMS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** The machine, through `node:` built-ins. */
export class NodeHost implements Host {
  /** ID of this process. */
  readonly pid: number = process.pid;

  cwd(): string {
    return portable(process.cwd());
  }

  env(name: string): string | undefined {
    return process.env[name];
  }

  environment(): Readonly<Record<string, string>> {
    return defined<Record<string, string | undefined>>(process.env) as Readonly<Record<string, string>>;
  }

  home(): string | undefined {
    const home = this.env(homeVariable(SYSTEM));
    return home === undefined || home === "" ? undefined : portable(home);
  }

  program(): readonly string[] {
    const { kind, location, runtime } = this.installation();
    if (kind === "npm") {
      const place = npmInstallKind(location);
      if (place !== "project") return place === "npx" ? ["npx", "@wf/wf"] : ["wf"];
    }
    if (kind === "binary") return [this.#commandName(location)];
    const start = runtime.name === "deno" ? ["run", "-A"] : [];
    return [this.#commandName(portable(process.execPath)), ...start, location];
  }

  installation(): Installation {
    const main = portable(process.argv[1] ?? "");
    if (installationKind(main) === "binary") {
      return { kind: "binary", location: portable(process.execPath), runtime: runtime() };
    }
    // npm puts a link to the file into a folder of PATH.
    const location = withoutLinks(main);
    return { kind: installationKind(location), location, runtime: runtime() };
  }

  self(): readonly string[] {
    const { kind, location, runtime } = this.installation();
    if (kind === "binary") return [location];
    // A configuration or lock file in the current folder must not change how the program runs.
    const plain = ["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "-A"];
    return [process.execPath, ...(runtime.name === "deno" ? plain : []), location];
  }

  hostname(): string {
    return hostname();
  }

  isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return codeOf(error) === "EPERM";
    }
  }

  now(): number {
    return Date.now();
  }

  hasFileAccess(): boolean {
    // Node's permission model refuses, and never asks.
    return true;
  }

  readText(path: string): Promise<string> {
    // A small file is read three times as fast without a thread.
    return guard(path, () => {
      // Opening a pipe would block until its other end is opened.
      const failure = textFailure(path, found(statSync(path)));
      if (failure !== undefined) throw failure;
      return DECODER.decode(readFileSync(path));
    });
  }

  readDirectory(path: string): Promise<readonly DirectoryEntry[]> {
    return guard(path, () => {
      const entries = readdirSync(path, { withFileTypes: true }).map((entry): DirectoryEntry => ({
        name: entry.name,
        kind: entry.isSymbolicLink()
          ? "link"
          : entry.isFile()
          ? "file"
          : entry.isDirectory()
          ? "directory"
          : "other",
      }));
      return entries.sort((a, b) => a.name < b.name ? -1 : 1);
    });
  }

  // deno-lint-ignore require-await -- what is thrown has to reject
  async stat(path: string): Promise<FileInfo | undefined> {
    const now = this.now();
    try {
      const status = statSync(path);
      const kind = status.isFile() ? "file" : status.isDirectory() ? "directory" : "other";
      const mode = SYSTEM === "posix" ? status.mode : status.mode & ~0o111;
      return fileInfo(kind, status, { now, mode });
    } catch (error) {
      const failure = hostError(path, error);
      const isAbsent = failure instanceof HostError &&
        ["not-found", "not-a-directory"].includes(failure.reason);
      if (isAbsent) return undefined;
      throw failure;
    }
  }

  realPath(path: string): Promise<string> {
    return guard(path, () => portable(realpathSync.native(path)));
  }

  writeText(path: string, text: string, options: WriteOptions = {}): Promise<void> {
    return guard(path, async () => {
      await fs.mkdir(parentPath(path), { recursive: true, ...(options.private ? { mode: 0o700 } : {}) });
      if (options.private && SYSTEM === "posix") await fs.chmod(parentPath(path), 0o700);
      const target = portable(await fs.realpath(path).catch(() => path));
      const before = await fs.stat(target).catch(() => undefined);
      const failure = before === undefined
        ? await isLink(path) ? brokenLink(path) : undefined
        : writeFailure(path, found(before));
      if (failure !== undefined) throw failure;
      const temporary = `${parentPath(target)}/${temporaryName(target, crypto.randomUUID())}`;
      try {
        const file = await fs.open(temporary, "wx", options.private ? 0o600 : undefined);
        try {
          await file.writeFile(text);
          await file.datasync();
        } finally {
          await file.close();
        }
        const mode = options.private ? 0o600 : options.executable ? 0o755 : before?.mode;
        if (SYSTEM === "posix" && mode !== undefined) await fs.chmod(temporary, mode & 0o7777);
        await fs.rename(temporary, target);
      } catch (error) {
        await fs.rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
    });
  }

  async createText(path: string, text: string): Promise<boolean> {
    try {
      await guard(path, async () => {
        await fs.mkdir(parentPath(path), { recursive: true });
        await fs.writeFile(path, text, { flag: "wx" });
      });
      return true;
    } catch (error) {
      if (error instanceof HostError && error.reason === "exists") return false;
      throw error;
    }
  }

  appendText(path: string, text: string): void {
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      throw hostError(path, error);
    }
  }

  makeDirectory(path: string): Promise<void> {
    return guard(path, async () => void await fs.mkdir(path, { recursive: true }));
  }

  makeTemporaryDirectory(prefix: string): Promise<string> {
    return guard(prefix, async () => portable(await fs.realpath(await fs.mkdtemp(`${tmpdir()}/${prefix}`))));
  }

  removeFile(path: string): Promise<void> {
    return guard(path, async () => {
      try {
        await fs.unlink(path);
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw error;
      }
    });
  }

  removeEmptyDirectory(path: string): Promise<void> {
    return guard(path, async () => {
      try {
        if ((await fs.lstat(path)).isDirectory()) await fs.rmdir(path);
      } catch (error) {
        if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
      }
    });
  }

  move(from: string, to: string): Promise<void> {
    return guard(from, async () => {
      await fs.mkdir(parentPath(to), { recursive: true });
      if (await this.stat(to) !== undefined) {
        throw new HostError("exists", to, `Cannot create "${to}": it already exists`);
      }
      await fs.rename(from, to);
    });
  }

  copyFile(from: string, to: string): Promise<void> {
    return guard(from, () => fs.copyFile(from, to, fs.constants.COPYFILE_FICLONE));
  }

  link(target: string, path: string): Promise<void> {
    return guard(path, () => fs.symlink(target, path));
  }

  readLink(path: string): Promise<string> {
    return guard(path, () => readlinkSync(path));
  }

  markPrograms(mark: string): void {
    process.env[RUN_MARK] = runMark(process.env[RUN_MARK], mark);
  }

  endMarked(mark: string, spare: readonly string[]): Promise<number> {
    return endMarkedPrograms(MACHINE, mark, spare);
  }

  quit(code: number): void {
    endPrograms((program) => endTree(program, "SIGKILL"));
    restoreTerminal();
    process.exit(code);
  }

  onUncaught(callback: (thrown: unknown) => void): () => void {
    // Without their own listener, rejected promises arrive here too.
    process.on("uncaughtException", callback);
    return () => void process.off("uncaughtException", callback);
  }

  run(command: Command): Promise<CommandResult> {
    return guard(command.argv[0], () => runProcess(command));
  }

  spawn(command: SpawnCommand): Promise<Child> {
    return guard(command.argv[0], () => spawnChild(command));
  }

  write(stream: "stdout" | "stderr", text: string): boolean {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) {
      try {
        written += writeSync(STREAMS[stream], bytes, written);
      } catch (error) {
        // EIO: the terminal is closed.
        if (codeOf(error) === "EPIPE" || codeOf(error) === "EIO") return false;
        if (codeOf(error) !== "EAGAIN") throw hostError(STREAM_NAMES[stream], error);
        pause(1); // The stream does not block, and its buffer is full.
      }
    }
    return true;
  }

  async serve(handler: HttpHandler, port: number): Promise<HttpServer> {
    return await (await import("../deps/http_server.ts")).startHttpServer(handler, port);
  }

  async readKeys(listener: (text: string) => void): Promise<(() => void) | undefined> {
    if (SYSTEM === "windows") return undefined;
    return await readRaw({
      host: this,
      setRaw: (raw) => process.stdin.setRawMode(raw),
      listener: (text) => {
        // Node's raw mode also passes on the key that interrupts.
        if (text.includes("\x03")) process.kill(process.pid, "SIGINT");
        listener(text);
      },
    });
  }

  input(): ReadableStream<Uint8Array> {
    return webReadable(process.stdin);
  }

  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    return isatty(STREAMS[stream]);
  }

  columns(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? process[stream].columns || undefined : undefined;
  }

  rows(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? process[stream].rows || undefined : undefined;
  }

  onInterrupt(callback: () => void): () => void {
    const signals = interruptSignals(SYSTEM, this.isTerminal("stdin") && this.isTerminal("stderr"));
    for (const signal of signals) process.on(signal, callback);
    return () => {
      for (const signal of signals) process.off(signal, callback);
    };
  }

  /** Returns the shortest way to call a program: its name if PATH finds it, otherwise its path. */
  #commandName(program: string): string {
    const folders = searchPath(this.env("PATH") ?? "", SYSTEM);
    return folders.includes(parentPath(program)) ? baseName(program) : program;
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Converts file information for {@link textFailure}. */
function found(info: Stats): Parameters<typeof textFailure>[1] {
  return { isFile: info.isFile(), isDirectory: info.isDirectory(), size: info.size };
}

async function isLink(path: string): Promise<boolean> {
  return (await fs.lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
}

function portable(path: string): string {
  return portablePath(path, SYSTEM);
}

function withoutLinks(path: string): string {
  try {
    return portable(realpathSync(path));
  } catch {
    return path;
  }
}

/** Returns the runtime. Deno and Bun also define Node's version. */
function runtime(): Installation["runtime"] {
  for (const name of ["deno", "bun"]) {
    const version = process.versions[name];
    if (version !== undefined) return { name, version };
  }
  return { name: "node", version: process.versions.node };
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function guard<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw hostError(path, error);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: "not-found",
  EEXIST: "exists",
  EACCES: "no-permission",
  EPERM: "no-permission",
  ENOTDIR: "not-a-directory",
};

function hostError(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) return error;
  return fileFailure(REASONS[code] ?? "other", path, { detail: error.message, cause: error });
}
