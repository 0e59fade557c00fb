/**
 * The port to the machine: everything the program needs that is not a value. `deno.ts` implements it
 * on Deno, `node.ts` on `node:` built-ins, `memory.ts` in memory for tests.
 * @module
 */
import { ProgramError } from "../errors/program_error.ts";
import type { InstallationKind } from "../../schemas/output.ts";

export type { InstallationKind };

/** What a path is. Links are followed. */
export interface FileInfo {
  /** Kind of the file. */
  readonly kind: "file" | "directory" | "other";
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970; 0 when unknown. */
  readonly modified: number;
  /** There when it is marked as read-only for everybody, which a write would pass over. */
  readonly readOnly?: true;
}

/** An entry of a folder. */
export interface DirectoryEntry {
  /** Name, without path. */
  readonly name: string;
  /** Kind of the entry itself: a link is a link whatever it leads to. */
  readonly kind: "file" | "directory" | "link" | "other";
}

/**
 * Whose process group a program runs in.
 *
 * - `own`: it leads one, so that all it starts ends with it, and no key pressed at the terminal reaches it.
 * - `shared`: this program's. It is started faster, and an interrupt at the terminal ends it too: for a
 *   program that only looks, leaves nothing half done and can be run again.
 */
export type ProcessGrouping = "own" | "shared";

/** A program to run. There is no shell between. */
export interface Command {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** Folder it runs in, absolute. */
  readonly cwd: string;
  /** Variables that are set, or removed where undefined, on top of the program's own environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads from standard input; nothing when left out. */
  readonly stdin?: string;
  /** Ends the program when it fires, with its whole process group where it has one of its own. */
  readonly signal?: AbortSignal;
  /** Whose process group it runs in; `own` when left out. */
  readonly group?: ProcessGrouping;
  /** Called with each piece of output as it comes, both streams mixed. */
  readonly onOutput?: (text: string) => void;
  /** How much of each stream is kept; when left out 128 Mi UTF-16 units, and more is an error. */
  readonly keep?: OutputLimit;
}

/** How much of what a program writes to a stream is kept. */
export interface OutputLimit {
  /** In UTF-16 units. */
  readonly length: number;
  /** With more, `cut` keeps the beginning and the end, and `fail` makes the call fail once the program has ended. */
  readonly beyond: "cut" | "fail";
}

/** For output that people and agents read; programs that read it need all of it. */
export const SHOWN_OUTPUT: OutputLimit = { length: 2 ** 20, beyond: "cut" };

/** How a program ended. */
export interface CommandResult {
  /** Exit code; 128 and the signal's number when a signal ended it. */
  readonly code: number;
  /** What it wrote to standard output, as UTF-8. */
  readonly stdout: string;
  /** What it wrote to standard error, as UTF-8. */
  readonly stderr: string;
}

/** A program that is started and stays: its streams are spoken with while it runs. */
export interface SpawnCommand {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** Folder it runs in, absolute. */
  readonly cwd: string;
  /** Variables that are set, or removed where undefined, on top of the program's own environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long {@link Child.end} waits after each of its steps, in milliseconds; 2000 when left out. */
  readonly gracePeriod?: number;
}

/** A running program with a process group of its own. */
export interface Child {
  /** Number of the process. */
  readonly pid: number;
  /** What it reads from standard input. Writing fails once it has ended. */
  readonly stdin: WritableStream<Uint8Array>;
  /** What it writes to standard output. Ends with the program, also when a process it left holds the stream open. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** Its exit code; 128 and the signal's number when a signal ended it. Never rejects. */
  readonly ended: Promise<number>;
  /** The end of what it wrote to standard error so far, 20,000 UTF-16 units at most. */
  errors(): string;
  /**
   * Ends it and everything it started: closes its standard input, asks its process group to end,
   * makes it end, and then looks for processes that left the group, which carry a mark in their
   * environment. Each step is given the command's gracePeriod. Calling it again waits for the same end.
   */
  end(): Promise<void>;
}

/** How the program came to a machine, and what runs it there. */
export interface Installation {
  /** The way. */
  readonly kind: InstallationKind;
  /** URL or path of the program. */
  readonly location: string;
  /** What runs it. */
  readonly runtime: {
    /** Name, for example `deno`. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
}

/** Why a file could not be used. */
export type HostReason =
  | "not-found"
  | "exists"
  | "no-permission"
  | "not-a-directory"
  /** A pipe, a socket or a device: reading it may never end. */
  | "special"
  /** It has more than {@link MAX_TEXT_BYTES}. */
  | "too-large"
  /** A program printed more than can be kept. */
  | "too-long"
  | "other";

/** Size of the largest file that is read as text, in bytes. */
export const MAX_TEXT_BYTES = 16_000_000;

/** A file that could not be used. */
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
    super(message, "", options);
  }
}

/**
 * The machine. Paths are absolute, with forward slashes. Methods on files throw {@link HostError}.
 */
export interface Host {
  /** The folder the program was started in. */
  cwd(): string;
  /** A variable of the environment. */
  env(name: string): string | undefined;
  /** Path of the user's home folder, if there is one. */
  home(): string | undefined;
  /** The words that start this program at a terminal: `wf`, or a runtime and a file. */
  program(): readonly string[];
  /** The words that start this program again from another one, with all that it may do. */
  self(): readonly string[];
  /** How the program came to this machine, and what runs it. Works without any permission. */
  installation(): Installation;
  /** Number of this process. */
  readonly pid: number;
  /** Name of the machine, or empty when it is not known. */
  hostname(): string;
  /** Whether a process of this machine is alive. */
  isAlive(pid: number): boolean;
  /** Now, in milliseconds since 1970. */
  now(): number;
  /**
   * Reads an ordinary file of at most {@link MAX_TEXT_BYTES} as UTF-8. A byte order mark stays; bytes that
   * are not UTF-8 become U+FFFD. Everything else is an error, also where a link leads to it.
   */
  readText(path: string): Promise<string>;
  /** The entries of a folder, by name. */
  readDirectory(path: string): Promise<readonly DirectoryEntry[]>;
  /** What a path is, or undefined when nothing is there. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** The path with all links resolved. */
  realPath(path: string): Promise<string>;
  /**
   * Writes a file so that at every moment it is the old one or the new one: a temporary file beside
   * it, flushed to disk, then renamed. Missing folders are made. A file's mode is kept. A link stays a link
   * and what it leads to is written; a link that leads to nothing, and what is not an ordinary file, are
   * errors.
   */
  writeText(path: string, text: string, options?: WriteOptions): Promise<void>;
  /** Makes a new file with this text; false when something is there already. */
  createText(path: string, text: string): Promise<boolean>;
  /** Makes a folder and those above it. */
  makeDirectory(path: string): Promise<void>;
  /** Makes a new empty folder for passing use. */
  makeTemporaryDirectory(prefix: string): Promise<string>;
  /** Removes a file; nothing happens when it is not there. */
  removeFile(path: string): Promise<void>;
  /** Removes a folder that is empty; nothing happens when it is not there or holds something. */
  removeEmptyDirectory(path: string): Promise<void>;
  /**
   * Moves a file or folder within its file system, in one step. Missing folders above `to` are made.
   * Throws when something is there already.
   */
  move(from: string, to: string): Promise<void>;
  /** Copies a file with its mode, as cheaply as the file system can. What is there already is replaced. */
  copyFile(from: string, to: string): Promise<void>;
  /** Makes a symbolic link; `target` is written as it is. */
  link(target: string, path: string): Promise<void>;
  /** What a symbolic link holds. */
  readLink(path: string): Promise<string>;
  /** Marks every program that is started from now on, and what those start, as part of a run. */
  markPrograms(mark: string): void;
  /**
   * Ends the programs that carry a mark, whoever started them, and waits until they are gone.
   *
   * @param spare Names of programs that are left to end by themselves.
   * @returns How many were ended.
   */
  endMarked(mark: string, spare: readonly string[]): Promise<number>;
  /** Ends every program that was started, and then this one, at once and without asking. */
  quit(code: number): void;
  /**
   * Calls back with what was thrown and not caught anywhere, also in a promise, instead of letting the runtime
   * end the program.
   *
   * @returns A function that stops listening.
   */
  onUncaught(callback: (thrown: unknown) => void): () => void;
  /** Runs a program to its end. Throws a {@link HostError} `not-found` when it is not there. */
  run(command: Command): Promise<CommandResult>;
  /** Starts a program that stays. Throws a {@link HostError} `not-found` when it is not there. */
  spawn(command: SpawnCommand): Promise<Child>;
  /** Standard input, which is read once. */
  input(): ReadableStream<Uint8Array>;
  /**
   * Writes to standard output or standard error; false when nobody reads any more.
   *
   * @throws {HostError} When it cannot be written for another reason, as on a full disk.
   */
  write(stream: "stdout" | "stderr", text: string): boolean;
  /** Whether a stream is a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Columns of the terminal that a stream is; undefined where it is none, or does not say. */
  columns(stream: "stdout" | "stderr"): number | undefined;
  /**
   * Calls back when the user interrupts the program (SIGINT, SIGTERM).
   *
   * @returns A function that stops listening.
   */
  onInterrupt(callback: () => void): () => void;
}

/** How {@link Host.writeText} writes. */
export interface WriteOptions {
  /** Marks the file as a program that can be run. */
  readonly executable?: boolean;
  /** Lets nobody but the user read the file, and the folder it lies in. */
  readonly private?: boolean;
}
