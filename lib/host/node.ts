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
import * as fs from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { npmInstallKind } from "../release/npm_install.ts";
import { errorCode, hostFailure, STREAM_NAMES } from "./failure.ts";
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
import { defined } from "../collections/defined.ts";
import { installationKind } from "./installation.ts";
import { MACHINE, spawnChild } from "./programs/node_child.ts";
import { endTree, runProcess } from "./programs/node_process.ts";
import { endPrograms } from "./programs/running_programs.ts";
import { readRaw, restoreTerminal } from "./terminal/raw_input.ts";
import { webReadable } from "./programs/node_streams.ts";
import { baseName, parentPath } from "../path/paths.ts";
import { endMarkedPrograms, RUN_MARK, runMark } from "./programs/run_mark.ts";
import { guard, type RuntimeCalls, RuntimeHost } from "./runtime_host.ts";
import { searchPath, type System } from "./system.ts";

export { RuntimeHost } from "./runtime_host.ts";

const SYSTEM: System = process.platform === "win32" ? "windows" : "posix";
const STREAMS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** The machine, through `node:` built-ins. */
export class NodeHost extends RuntimeHost implements Host {
  /** ID of this process. */
  readonly pid: number = process.pid;

  constructor() {
    super(CALLS);
  }

  cwd(): string {
    return this.portable(process.cwd());
  }

  env(name: string): string | undefined {
    return process.env[name];
  }

  environment(): Readonly<Record<string, string>> {
    return defined<Record<string, string | undefined>>(process.env) as Readonly<Record<string, string>>;
  }

  program(): readonly string[] {
    const { kind, location, runtime } = this.installation();
    if (kind === "npm") {
      const place = npmInstallKind(location);
      if (place !== "project") return place === "npx" ? ["npx", "@wf/wf"] : ["wf"];
    }
    if (kind === "binary") return [this.#commandName(location)];
    const start = runtime.name === "deno" ? ["run", "-A"] : [];
    return [this.#commandName(this.portable(process.execPath)), ...start, location];
  }

  installation(): Installation {
    const main = this.portable(process.argv[1] ?? "");
    if (installationKind(main) === "binary") {
      return { kind: "binary", location: this.portable(process.execPath), runtime: runtime() };
    }
    // npm puts a link to the file into a folder of PATH.
    const location = this.#withoutLinks(main);
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
      return errorCode(error) === "EPERM";
    }
  }

  hasFileAccess(): boolean {
    // Node's permission model refuses, and never asks.
    return true;
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
        written += fs.writeSync(STREAMS[stream], bytes, written);
      } catch (error) {
        // EIO: the terminal is closed.
        if (errorCode(error) === "EPIPE" || errorCode(error) === "EIO") return false;
        if (errorCode(error) !== "EAGAIN") throw hostFailure(STREAM_NAMES[stream], error);
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

  #withoutLinks(path: string): string {
    try {
      return this.portable(fs.realpathSync(path));
    } catch {
      return path;
    }
  }

  /** Returns the shortest way to call a program: its name if PATH finds it, otherwise its path. */
  #commandName(program: string): string {
    const folders = searchPath(this.env("PATH") ?? "", SYSTEM);
    return folders.includes(parentPath(program)) ? baseName(program) : program;
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

function kindOf(
  entry: Pick<fs.Dirent, "isFile" | "isDirectory" | "isSymbolicLink">,
): DirectoryEntry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  return entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other";
}

const CALLS: RuntimeCalls = {
  system: SYSTEM,
  status(path) {
    const found = fs.statSync(path);
    const { size, mtime, ctime, dev, ino } = found;
    const mode = SYSTEM === "posix" ? found.mode : found.mode & ~0o111;
    return { isFile: found.isFile(), isDirectory: found.isDirectory(), size, mtime, ctime, dev, ino, mode };
  },
  kindOf: (path) => kindOf(fs.lstatSync(path)),
  realPath: fs.realpathSync.native,
  read: (path) => fs.readFileSync(path),
  async writeNew(path, text, mode) {
    const file = await open(path, "wx", mode);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  },
  create: (path, text) => fs.writeFileSync(path, text, { flag: "wx" }),
  append: (path, text) => fs.appendFileSync(path, text, { mode: 0o600 }),
  entries: (path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  makeDirectory: (path, mode) => void fs.mkdirSync(path, { recursive: true, ...defined({ mode }) }),
  makeTemporaryDirectory: (prefix) => fs.mkdtempSync(`${tmpdir()}/${prefix}`),
  setMode: fs.chmodSync,
  removeFile: fs.unlinkSync,
  removeDirectory: (path) => fs.rmdirSync(path),
  rename: fs.renameSync,
  copy: (from, to) => copyFile(from, to, fs.constants.COPYFILE_FICLONE),
  link: (target, path) => fs.symlinkSync(target, path),
  readLink: (path) => fs.readlinkSync(path),
  terminalSize: (stream) => process[stream],
  addListener: (signal, callback) => void process.on(signal, callback),
  removeListener: (signal, callback) => void process.off(signal, callback),
};
