/**
 * The port to the machine: files, processes, environment and clock. `deno.ts` implements it on Deno,
 * `node.ts` on `node:` built-ins.
 * @module
 */
import type { HttpHandler, HttpReply, HttpRequest, HttpServer } from "../deps/http_server.ts";
import type { Trace } from "./tracing/trace.ts";
import { diskHint } from "../errors/disk_hint.ts";
import { ProgramError } from "../errors/program_error.ts";
import type { InstallationKind } from "../../schemas/results/program.ts";
import type { SandboxAccess } from "../../schemas/sandbox.ts";

export type { HttpHandler, HttpReply, HttpRequest, HttpServer, InstallationKind, SandboxAccess, Trace };
export type { TraceTopic } from "./tracing/trace.ts";

/** The file or folder at a path. Links are followed. */
export interface FileInfo {
  /** The kind of file; `other` is a pipe, a socket or a device. */
  readonly kind: "file" | "directory" | "other";
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970; 0 when unknown. */
  readonly modified: number;
  /** Differs from that of every other file that exists: device and inode. Absent where the system has none. */
  readonly identity?: string;
  /**
   * Time of the last change of the content, the name or the attributes, in milliseconds since 1970. Unlike
   * `modified`, no program can set it. Absent where the system has none.
   */
  readonly changed?: number;
  /** Set when the last change is so recent that another one could have the same time. */
  readonly recent?: true;
  /** Set when no user has write permission. Replacing the file would ignore that. */
  readonly readOnly?: true;
  /** Set when some user may execute it. Absent where the system has no such permission. */
  readonly executable?: true;
}

/** An entry of a folder. */
export interface DirectoryEntry {
  /** Name, without path. */
  readonly name: string;
  /** Kind of the entry itself: links are not followed. */
  readonly kind: "file" | "directory" | "link" | "other";
}

/**
 * The process group that a program runs in.
 *
 * - `own`: its own group, so that its descendants end with it, and no key pressed at the terminal reaches it.
 * - `shared`: this program's group. It starts faster, and an interrupt at the terminal ends it too. For
 *   programs that only read and can be run again.
 */
export type ProcessGrouping = "own" | "shared";

/** A program to run, without a shell. */
export interface Command {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** The folder it runs in, absolute. */
  readonly cwd: string;
  /** Changes to this program's environment: variables to set, or to remove when undefined. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its standard input; empty when omitted. */
  readonly stdin?: string;
  /** Ends the program when it fires, and its process group if that is its own. */
  readonly signal?: AbortSignal;
  /** The process group it runs in; `own` when omitted. */
  readonly group?: ProcessGrouping;
  /** Called with each piece of output as it arrives, both streams mixed. */
  readonly onOutput?: (text: string) => void;
  /** Its access in a sandbox, if the machine has one; when omitted, it runs outside. */
  readonly sandbox?: SandboxAccess;
  /** The limit for each stream; when omitted 128 Mi UTF-16 units, and more is an error. */
  readonly keep?: OutputLimit;
}

/** The amount of a program's output that is kept. */
export interface OutputLimit {
  /** In UTF-16 units. */
  readonly length: number;
  /**
   * Beyond the limit, `cut` keeps the beginning and the end, and `fail` rejects once the program has ended.
   */
  readonly beyond: "cut" | "fail";
}

/** The limit for output that people and agents read. Code that parses output needs all of it. */
export const SHOWN_OUTPUT: OutputLimit = { length: 2 ** 20, beyond: "cut" };

/** The exit code and output of a program. */
export interface CommandResult {
  /** Exit code; 128 and the signal's number when a signal ended it. */
  readonly code: number;
  /** Its standard output, as UTF-8. */
  readonly stdout: string;
  /** Its standard error, as UTF-8. */
  readonly stderr: string;
}

/** A long-running program to start, whose streams are used while it runs. */
export interface SpawnCommand extends Pick<Command, "argv" | "cwd" | "env" | "sandbox"> {
  /** Time that {@link Child.end} waits after each of its steps, in milliseconds; 2000 when omitted. */
  readonly gracePeriod?: number;
}

/** A running program in its own process group. */
export interface Child {
  /** Number of the process. */
  readonly pid: number;
  /** Its standard input. Writing fails once it has ended. */
  readonly stdin: WritableStream<Uint8Array>;
  /** Its standard output. Ends with the program, even if a background process holds the stream open. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** Its exit code; 128 and the signal's number when a signal ended it. Never rejects. */
  readonly ended: Promise<number>;
  /** Returns the end of its standard error so far, at most 20,000 UTF-16 units. */
  errors(): string;
  /**
   * Ends the program and its descendants: closes its standard input, asks its process group to end, kills the
   * group, and then kills descendants outside the group, which it finds by a mark in their environment. Each
   * step may take the command's gracePeriod. A second call waits for the same end.
   */
  end(): Promise<void>;
}

/** The way this program was installed, and the runtime that executes it. */
export interface Installation {
  /** The kind of installation. */
  readonly kind: InstallationKind;
  /** URL or path of the program. */
  readonly location: string;
  /** The runtime. */
  readonly runtime: {
    /** Name, for example `deno`. */
    readonly name: string;
    readonly version: string;
  };
}

/** The reason why a file could not be used. */
export type HostReason =
  | "not-found"
  | "exists"
  | "no-permission"
  | "not-a-directory"
  /** The file is a pipe, a socket or a device: reading it may never end. */
  | "special"
  /** The file has more than {@link MAX_TEXT_BYTES} bytes. */
  | "too-large"
  /** The output of a program is longer than its limit. */
  | "too-long"
  | "other";

/** Size of the largest file that is read as text, in bytes. */
export const MAX_TEXT_BYTES = 16_000_000;

/** An error for a file that could not be used. */
export class HostError extends ProgramError {
  /** Identifies the kind of error. */
  override readonly name = "HostError";

  /**
   * Creates the error.
   *
   * @param reason The reason.
   * @param path The file, as given by the caller.
   * @param message Action, colon, state.
   * @param options The cause.
   */
  constructor(
    readonly reason: HostReason,
    readonly path: string,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, diskHint(message), options);
  }
}

/** The machine. Paths are absolute, with forward slashes. Methods on files throw {@link HostError}. */
export interface Host {
  /** Writes what the program does; absent if nothing is traced. */
  readonly trace?: Trace;
  /** Returns the folder that the program was started in. */
  cwd(): string;
  /** Returns an environment variable. */
  env(name: string): string | undefined;
  /** Returns all environment variables that may be read. */
  environment(): Readonly<Record<string, string>>;
  /** Returns the path of the user's home folder, if there is one. */
  home(): string | undefined;
  /** Returns the command that starts this program at a terminal: `wf`, or a runtime and a file. */
  program(): readonly string[];
  /** Returns the command that starts this program again from another one, with all permissions. */
  self(): readonly string[];
  /** Returns the way this program was installed, and its runtime. Needs no permission. */
  installation(): Installation;
  /** ID of this process. */
  readonly pid: number;
  /** Returns the name of the machine, or an empty string when it is unknown. */
  hostname(): string;
  /** Returns true when a process of this machine is alive. */
  isAlive(pid: number): boolean;
  /** Returns the current time, in milliseconds since 1970. */
  now(): number;
  /** Returns true if the runtime lets the program use files and variables without asking the user. */
  hasFileAccess(): boolean;
  /**
   * Reads an ordinary file of at most {@link MAX_TEXT_BYTES} as UTF-8. A byte order mark stays; bytes that
   * are not UTF-8 become U+FFFD. Anything that is not an ordinary file, or a link to one, is an error.
   */
  readText(path: string): Promise<string>;
  /** Returns the entries of a folder, sorted by name. */
  readDirectory(path: string): Promise<readonly DirectoryEntry[]>;
  /** Returns the kind and size of the file at a path; undefined when there is none. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** Returns the kind of what is at a path, of a link itself; undefined when there is nothing. */
  kindOf(path: string): Promise<DirectoryEntry["kind"] | undefined>;
  /** Returns the path with all links resolved. */
  realPath(path: string): Promise<string>;
  /**
   * Writes a file atomically: a temporary file in the same folder, flushed to disk, then renamed. Missing
   * folders are created, and the file's mode is kept. A link is followed. A broken link, and anything that is
   * not an ordinary file, is an error.
   */
  writeText(path: string, text: string, options?: WriteOptions): Promise<void>;
  /** Creates a file with this text; false when the path already exists. */
  createText(path: string, text: string): Promise<boolean>;
  /**
   * Adds text to the end of a file, which is created for this user alone if it does not exist; its folder must
   * exist. Synchronous, so that texts are in the order of the calls, also if the process is killed.
   */
  appendText(path: string, text: string): void;
  /** Creates a folder and its parents. */
  makeDirectory(path: string): Promise<void>;
  /** Creates an empty temporary folder. */
  makeTemporaryDirectory(prefix: string): Promise<string>;
  /** Removes a file; does nothing when it does not exist. */
  removeFile(path: string): Promise<void>;
  /** Removes an empty folder; does nothing when it does not exist or is not empty. */
  removeEmptyDirectory(path: string): Promise<void>;
  /**
   * Moves a file or folder within its file system, atomically. Missing parents of `to` are created. Throws
   * when `to` exists.
   */
  move(from: string, to: string): Promise<void>;
  /** Copies a file with its mode, as cheaply as the file system can. An existing file is replaced. */
  copyFile(from: string, to: string): Promise<void>;
  /** Creates a symbolic link; `target` is stored unchanged. */
  link(target: string, path: string): Promise<void>;
  /** Returns the target of a symbolic link. */
  readLink(path: string): Promise<string>;
  /** Marks all programs started from now on, and their descendants, as part of a run. */
  markPrograms(mark: string): void;
  /**
   * Ends all programs with a mark and waits until they are gone.
   *
   * @param spare Names of programs that are not ended, only waited for.
   * @returns The number of programs that were ended.
   */
  endMarked(mark: string, spare: readonly string[]): Promise<number>;
  /** Kills all started programs, restores the terminal, and then exits, immediately. */
  quit(code: number): void;
  /**
   * Registers a callback for uncaught errors and rejections, which replaces the runtime's exit.
   *
   * @returns A function that removes the callback.
   */
  onUncaught(callback: (thrown: unknown) => void): () => void;
  /** Runs a program to its end. Throws a {@link HostError} `not-found` when it is not there. */
  run(command: Command): Promise<CommandResult>;
  /** Starts a long-running program. Throws a {@link HostError} `not-found` when it is missing. */
  spawn(command: SpawnCommand): Promise<Child>;
  /**
   * Starts an HTTP server that only this machine reaches.
   *
   * @param port The port, or 0 for a free one.
   */
  serve(handler: HttpHandler, port: number): Promise<HttpServer>;
  /**
   * Passes each key that is typed at the terminal of standard input to a listener, as the terminal sends it, without
   * echo. Ctrl-C still interrupts. Undefined on Windows, and for a program in the background.
   *
   * @returns A function that restores the terminal. {@link Host.quit} does so too.
   */
  readKeys(listener: (text: string) => void): Promise<(() => void) | undefined>;
  /** Returns standard input, which can be read once. */
  input(): ReadableStream<Uint8Array>;
  /**
   * Writes to standard output or standard error; false when the reader has closed the stream.
   *
   * @throws {HostError} When writing fails for another reason, for example on a full disk.
   */
  write(stream: "stdout" | "stderr", text: string): boolean;
  /** Returns true when a stream is a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Returns the columns of a stream's terminal; undefined when it is not a terminal or they are unknown. */
  columns(stream: "stdout" | "stderr"): number | undefined;
  /** Returns the rows of a stream's terminal; undefined when it is not a terminal or they are unknown. */
  rows(stream: "stdout" | "stderr"): number | undefined;
  /**
   * Registers a callback for interrupts by the user (SIGINT, SIGTERM), and for the end of the terminal (SIGHUP).
   *
   * @returns A function that removes the callback.
   */
  onInterrupt(callback: () => void): () => void;
}

/** Options for {@link Host.writeText}. */
export interface WriteOptions {
  /** Makes the file executable. */
  readonly executable?: boolean;
  /** Restricts the file, its folder and the folders that are created to the user. */
  readonly private?: boolean;
}
