/**
 * The machine through Deno.
 *
 * @example Load a project on Deno
 * ```ts
 * import { findProjectRoot, loadProject } from "@wf/wf/apply";
 * import { DenoHost } from "@wf/wf/deno";
 *
 * const host = new DenoHost();
 * const root = await findProjectRoot(host, host.cwd());
 * if (root !== undefined) console.log((await loadProject(host, root)).plans.all.length);
 * ```
 *
 * @module
 */
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
import { MACHINE, spawnChild } from "./programs/deno_child.ts";
import { endRunning, runProcess } from "./programs/deno_process.ts";
import { endPrograms } from "./programs/running_programs.ts";
import { readRaw, restoreTerminal } from "./terminal/raw_input.ts";
import { brokenLink, fileFailure, STREAM_NAMES, textFailure, writeFailure } from "./failure.ts";
import { installationKind } from "./installation.ts";
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

const SYSTEM: System = Deno.build.os === "windows" ? "windows" : "posix";

/** The machine, through Deno. */
export class DenoHost implements Host {
  /** ID of this process. */
  readonly pid: number = Deno.pid;

  cwd(): string {
    return slashed(Deno.cwd());
  }

  env(name: string): string | undefined {
    try {
      return Deno.env.get(name);
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) return undefined;
      throw error;
    }
  }

  environment(): Readonly<Record<string, string>> {
    try {
      return Deno.env.toObject();
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) return {};
      throw error;
    }
  }

  home(): string | undefined {
    const home = this.env(homeVariable(SYSTEM));
    return home === undefined || home === "" ? undefined : slashed(home);
  }

  program(): readonly string[] {
    const { kind, location } = this.installation();
    if (kind === "binary") return ["wf"];
    const runtime = slashed(Deno.execPath());
    const onPath = searchPath(this.env("PATH") ?? "", SYSTEM).includes(parentPath(runtime));
    return [onPath ? "deno" : runtime, "run", "-A", location];
  }

  installation(): Installation {
    const runtime = { name: "deno", version: Deno.version.deno };
    if (Deno.build.standalone) return { kind: "binary", location: slashed(Deno.execPath()), runtime };
    const main = new URL(this.mainModule());
    const location = main.protocol === "file:" ? filePath(main) : main.href;
    return { kind: installationKind(location), location, runtime };
  }

  self(): readonly string[] {
    const runtime = Deno.execPath();
    if (!/^deno(?:\.exe)?$/.test(baseName(slashed(runtime)))) return [runtime];
    // A configuration or lock file in the current folder must not change how the program runs.
    const plain = ["--quiet", "--no-prompt", "--no-config", "--no-lock"];
    return [runtime, "run", ...plain, "-A", this.mainModule()];
  }

  /** Returns the URL of the file that starts the program. */
  protected mainModule(): string {
    return Deno.mainModule;
  }

  hostname(): string {
    try {
      return Deno.hostname();
    } catch {
      return "";
    }
  }

  isAlive(pid: number): boolean {
    try {
      Deno.kill(pid, 0);
      return true;
    } catch (error) {
      return error instanceof Deno.errors.PermissionDenied;
    }
  }

  now(): number {
    return Date.now();
  }

  hasFileAccess(): boolean {
    return (["read", "write", "env"] as const).every((name) => {
      return Deno.permissions.querySync({ name }).state === "granted";
    });
  }

  readText(path: string): Promise<string> {
    // A small file is read three times as fast without a thread.
    return guard(path, () => {
      // Opening a pipe would block until its other end is opened.
      const failure = textFailure(path, Deno.statSync(path));
      if (failure !== undefined) throw failure;
      return DECODER.decode(Deno.readFileSync(path));
    });
  }

  readDirectory(path: string): Promise<readonly DirectoryEntry[]> {
    return guard(path, () => {
      const entries: DirectoryEntry[] = [];
      for (const { name, isFile, isDirectory, isSymlink } of Deno.readDirSync(path)) {
        const kind = isSymlink ? "link" : isFile ? "file" : isDirectory ? "directory" : "other";
        entries.push({ name, kind });
      }
      return entries.sort((a, b) => a.name < b.name ? -1 : 1);
    });
  }

  // deno-lint-ignore require-await -- what is thrown has to reject
  async stat(path: string): Promise<FileInfo | undefined> {
    const now = this.now();
    try {
      const status = Deno.statSync(path);
      const kind = status.isFile ? "file" : status.isDirectory ? "directory" : "other";
      return fileInfo(kind, status, { now, mode: status.mode });
    } catch (error) {
      const failure = hostError(path, error);
      const isAbsent = failure instanceof HostError &&
        ["not-found", "not-a-directory"].includes(failure.reason);
      if (isAbsent) return undefined;
      throw failure;
    }
  }

  realPath(path: string): Promise<string> {
    return guard(path, () => slashed(Deno.realPathSync(path)));
  }

  writeText(path: string, text: string, options: WriteOptions = {}): Promise<void> {
    return guard(path, async () => {
      // Only the disk is waited for on a thread: the other calls take less time than a change of threads.
      Deno.mkdirSync(parentPath(path), { recursive: true, ...(options.private ? { mode: 0o700 } : {}) });
      if (options.private && SYSTEM === "posix") Deno.chmodSync(parentPath(path), 0o700);
      const target = slashed(tried(() => Deno.realPathSync(path)) ?? path);
      const before = tried(() => Deno.statSync(target));
      const failure = before === undefined
        ? tried(() => Deno.lstatSync(path))?.isSymlink ? brokenLink(path) : undefined
        : writeFailure(path, before);
      if (failure !== undefined) throw failure;
      const temporary = `${parentPath(target)}/${temporaryName(target, crypto.randomUUID())}`;
      try {
        const mode = options.private ? { mode: 0o600 } : {};
        const file = Deno.openSync(temporary, { write: true, createNew: true, ...mode });
        try {
          const bytes = new TextEncoder().encode(text);
          for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
          await file.syncData();
        } finally {
          file.close();
        }
        const wanted = options.private ? 0o600 : options.executable ? 0o755 : before?.mode;
        if (SYSTEM === "posix" && wanted !== undefined && wanted !== null) {
          Deno.chmodSync(temporary, wanted & 0o7777);
        }
        Deno.renameSync(temporary, target);
      } catch (error) {
        tried(() => Deno.removeSync(temporary));
        throw error;
      }
    });
  }

  async createText(path: string, text: string): Promise<boolean> {
    try {
      await guard(path, async () => {
        await Deno.mkdir(parentPath(path), { recursive: true });
        await Deno.writeTextFile(path, text, { createNew: true });
      });
      return true;
    } catch (error) {
      if (error instanceof HostError && error.reason === "exists") return false;
      throw error;
    }
  }

  appendText(path: string, text: string): void {
    try {
      Deno.writeTextFileSync(path, text, { append: true, mode: 0o600 });
    } catch (error) {
      throw hostError(path, error);
    }
  }

  makeDirectory(path: string): Promise<void> {
    return guard(path, () => Deno.mkdir(path, { recursive: true }));
  }

  makeTemporaryDirectory(prefix: string): Promise<string> {
    return guard(prefix, async () => slashed(await Deno.realPath(await Deno.makeTempDir({ prefix }))));
  }

  removeFile(path: string): Promise<void> {
    return guard(path, () => {
      try {
        Deno.removeSync(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    });
  }

  removeEmptyDirectory(path: string): Promise<void> {
    return guard(path, async () => {
      try {
        if ((await Deno.lstat(path)).isDirectory) await Deno.remove(path);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound || isNotEmpty(error)) return;
        throw error;
      }
    });
  }

  move(from: string, to: string): Promise<void> {
    return guard(from, async () => {
      await Deno.mkdir(parentPath(to), { recursive: true });
      if (await this.stat(to) !== undefined) {
        throw new HostError("exists", to, `Cannot create "${to}": it already exists`);
      }
      await Deno.rename(from, to);
    });
  }

  copyFile(from: string, to: string): Promise<void> {
    return guard(from, () => Deno.copyFile(from, to));
  }

  link(target: string, path: string): Promise<void> {
    return guard(path, () => Deno.symlink(target, path));
  }

  readLink(path: string): Promise<string> {
    return guard(path, () => Deno.readLinkSync(path));
  }

  markPrograms(mark: string): void {
    Deno.env.set(RUN_MARK, runMark(Deno.env.get(RUN_MARK), mark));
  }

  endMarked(mark: string, spare: readonly string[]): Promise<number> {
    return endMarkedPrograms(MACHINE, mark, spare);
  }

  quit(code: number): void {
    endPrograms((program) => endRunning(program, "SIGKILL"));
    restoreTerminal();
    Deno.exit(code);
  }

  onUncaught(callback: (thrown: unknown) => void): () => void {
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      callback(event.error);
    };
    const onRejection = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      callback(event.reason);
    };
    addEventListener("error", onError);
    addEventListener("unhandledrejection", onRejection);
    return () => {
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onRejection);
    };
  }

  run(command: Command): Promise<CommandResult> {
    return guard(command.argv[0], () => runProcess(command));
  }

  spawn(command: SpawnCommand): Promise<Child> {
    return guard(command.argv[0], () => Promise.resolve().then(() => spawnChild(command)));
  }

  async serve(handler: HttpHandler, port: number): Promise<HttpServer> {
    return await (await import("../deps/http_server.ts")).startHttpServer(handler, port);
  }

  async readKeys(listener: (text: string) => void): Promise<(() => void) | undefined> {
    if (SYSTEM === "windows") return undefined;
    const setRaw = (raw: boolean) => Deno.stdin.setRaw(raw, { cbreak: raw });
    return await readRaw({ host: this, setRaw, listener });
  }

  input(): ReadableStream<Uint8Array> {
    return Deno.stdin.readable;
  }

  write(stream: "stdout" | "stderr", text: string): boolean {
    const target = stream === "stdout" ? Deno.stdout : Deno.stderr;
    const bytes = new TextEncoder().encode(text);
    try {
      for (let written = 0; written < bytes.length;) written += target.writeSync(bytes.subarray(written));
      return true;
    } catch (error) {
      // EIO: the terminal is closed.
      if (error instanceof Deno.errors.BrokenPipe || (error as { code?: unknown }).code === "EIO") {
        return false;
      }
      throw hostError(STREAM_NAMES[stream], error);
    }
  }

  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    return Deno[stream].isTerminal();
  }

  columns(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? tried(() => Deno.consoleSize().columns) || undefined : undefined;
  }

  rows(stream: "stdout" | "stderr"): number | undefined {
    return this.isTerminal(stream) ? tried(() => Deno.consoleSize().rows) || undefined : undefined;
  }

  onInterrupt(callback: () => void): () => void {
    const signals = interruptSignals(SYSTEM, this.isTerminal("stdin") && this.isTerminal("stderr"));
    for (const signal of signals) Deno.addSignalListener(signal, callback);
    return () => {
      for (const signal of signals) Deno.removeSignalListener(signal, callback);
    };
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

function slashed(path: string): string {
  return portablePath(path, SYSTEM);
}

/** The path of a `file:` URL; on Windows `/C:/…` becomes `C:/…`. */
function filePath(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return slashed(SYSTEM === "windows" ? path.slice(1) : path);
}

/** Returns undefined if an action fails. */
function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function isNotEmpty(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOTEMPTY|EEXIST)$/.test(String(error.code));
}

async function guard<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw hostError(path, error);
  }
}

function hostError(path: string, error: unknown): unknown {
  if (error instanceof Deno.errors.NotFound) return fileFailure("not-found", path, { cause: error });
  if (error instanceof Deno.errors.AlreadyExists) return fileFailure("exists", path, { cause: error });
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return fileFailure("no-permission", path, { cause: error });
  }
  if (error instanceof Deno.errors.NotADirectory) {
    return fileFailure("not-a-directory", path, { cause: error });
  }
  if (error instanceof Error && "code" in error) {
    return fileFailure("other", path, { detail: error.message, cause: error });
  }
  return error;
}
