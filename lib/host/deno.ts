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
import type {
  Child,
  Command,
  CommandResult,
  DirectoryEntry,
  Host,
  HttpHandler,
  HttpServer,
  Installation,
  SpawnCommand,
} from "./host.ts";
import { MACHINE, spawnChild } from "./programs/deno_child.ts";
import { endRunning, runProcess } from "./programs/deno_process.ts";
import { endPrograms } from "./programs/running_programs.ts";
import { readRaw, restoreTerminal } from "./terminal/raw_input.ts";
import { errorCode, hostFailure, STREAM_NAMES } from "./failure.ts";
import { installationKind } from "./installation.ts";
import { baseName, parentPath } from "../path/paths.ts";
import { endMarkedPrograms, RUN_MARK, runMark } from "./programs/run_mark.ts";
import { guard, type RuntimeCalls, RuntimeHost } from "./runtime_host.ts";
import { searchPath, type System } from "./system.ts";
import { defined } from "../collections/defined.ts";

export { RuntimeHost } from "./runtime_host.ts";

const SYSTEM: System = Deno.build.os === "windows" ? "windows" : "posix";

/** The machine, through Deno. */
export class DenoHost extends RuntimeHost implements Host {
  /** ID of this process. */
  readonly pid: number = Deno.pid;

  constructor() {
    super(CALLS);
  }

  cwd(): string {
    return this.portable(Deno.cwd());
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

  program(): readonly string[] {
    const { kind, location } = this.installation();
    if (kind === "binary") return ["wf"];
    const runtime = this.portable(Deno.execPath());
    const onPath = searchPath(this.env("PATH") ?? "", SYSTEM).includes(parentPath(runtime));
    return [onPath ? "deno" : runtime, "run", "-A", location];
  }

  installation(): Installation {
    const runtime = { name: "deno", version: Deno.version.deno };
    if (Deno.build.standalone) return { kind: "binary", location: this.portable(Deno.execPath()), runtime };
    const main = new URL(this.mainModule());
    const location = main.protocol === "file:" ? this.portable(filePath(main)) : main.href;
    return { kind: installationKind(location), location, runtime };
  }

  self(): readonly string[] {
    const runtime = Deno.execPath();
    if (!/^deno(?:\.exe)?$/.test(baseName(this.portable(runtime)))) return [runtime];
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

  hasFileAccess(): boolean {
    return (["read", "write", "env"] as const).every((name) => {
      return Deno.permissions.querySync({ name }).state === "granted";
    });
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
      if (["EPIPE", "EIO"].includes(errorCode(error) ?? "")) return false;
      throw hostFailure(STREAM_NAMES[stream], error);
    }
  }

  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    return Deno[stream].isTerminal();
  }
}

/** The path of a `file:` URL; on Windows `/C:/…` becomes `C:/…`. */
function filePath(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return SYSTEM === "windows" ? path.slice(1) : path;
}

function kindOf(
  { isFile, isDirectory, isSymlink }: Pick<Deno.DirEntry, "isFile" | "isDirectory" | "isSymlink">,
): DirectoryEntry["kind"] {
  return isSymlink ? "link" : isFile ? "file" : isDirectory ? "directory" : "other";
}

/** Returns the status of what is at a path. Deno takes half as long if it does not have to follow links. */
function statusOf(path: string): Deno.FileInfo {
  if (SYSTEM === "windows") return Deno.statSync(path);
  const found = Deno.lstatSync(path);
  return found.isSymlink ? Deno.statSync(path) : found;
}

const CALLS: RuntimeCalls = {
  system: SYSTEM,
  status: statusOf,
  kindOf: (path) => kindOf(Deno.lstatSync(path)),
  realPath: Deno.realPathSync,
  read: Deno.readFileSync,
  async writeNew(path, text, mode) {
    const file = Deno.openSync(path, { write: true, createNew: true, ...defined({ mode }) });
    try {
      const bytes = new TextEncoder().encode(text);
      for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
      await file.syncData();
    } finally {
      file.close();
    }
  },
  create: (path, text) => Deno.writeTextFileSync(path, text, { createNew: true }),
  append: (path, text) => Deno.writeTextFileSync(path, text, { append: true, mode: 0o600 }),
  entries: (path) => Deno.readDirSync(path).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  makeDirectory: (path, mode) => Deno.mkdirSync(path, { recursive: true, ...defined({ mode }) }),
  makeTemporaryDirectory: (prefix) => Deno.makeTempDirSync({ prefix }),
  setMode: Deno.chmodSync,
  removeFile: (path) => Deno.removeSync(path),
  removeDirectory: (path) => Deno.removeSync(path),
  rename: Deno.renameSync,
  copy: Deno.copyFile,
  link: (target, path) => Deno.symlinkSync(target, path),
  readLink: Deno.readLinkSync,
  terminalSize: () => Deno.consoleSize(),
  addListener: Deno.addSignalListener,
  removeListener: Deno.removeSignalListener,
};
