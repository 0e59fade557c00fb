import type { Child, Command, CommandResult, SpawnCommand } from "../host.ts";
import { within } from "../within.ts";
import type { PieceReader } from "./program_output.ts";

/** Environment variable that marks a child and its descendants; nested marks are separated by colons. */
const MARK = "WF_CHILD";

/** Length of the end of standard error that is kept, in UTF-16 units. */
const MAX_ERRORS_LENGTH = 20_000;

/** Time between two checks for ended processes, in milliseconds. */
const POLL_INTERVAL = 20;

export type EndSignal = "SIGTERM" | "SIGKILL";

export interface StartedProgram extends Pick<Child, "pid" | "stdin" | "ended"> {
  readonly stdout: PieceReader;
  readonly stderr: PieceReader;
}

/** The operations of a runtime that end children. */
export interface ChildMachine {
  readonly pid: number;
  /** The operating system, as far as finding processes differs. */
  readonly system: "linux" | "posix" | "windows";
  /** Returns true when a process is alive and owned by this user. */
  readonly isAlive: (pid: number) => boolean;
  /** Sends a signal to a process; does nothing when the process is gone. */
  readonly signal: (pid: number, signal: EndSignal) => void;
  /** Sends a signal to a program and the descendants that stayed in its process group. */
  readonly endTree: (pid: number, signal: EndSignal) => void;
  readonly run: (command: Command) => Promise<CommandResult>;
}

/**
 * Returns the environment of a child, with a mark that identifies its descendants.
 *
 * @param variables The environment without the mark.
 * @param mark A value unique to the child.
 */
export function markedEnvironment(
  variables: Readonly<Record<string, string>>,
  mark: string,
): Record<string, string> {
  const outer = variables[MARK];
  return { ...variables, [MARK]: outer === undefined ? mark : `${outer}:${mark}` };
}

/** Returns the time that each step of ending a command's child may take, in milliseconds. */
export function gracePeriodOf({ gracePeriod = 2000 }: SpawnCommand): number {
  return gracePeriod;
}

/** A started program that can be ended with its descendants. */
export class MarkedChild implements Child {
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly ended: Promise<number>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #errors: Errors;
  #hasEnded = false;
  #ending: Promise<void> | undefined;

  readonly #machine: ChildMachine;
  readonly #mark: string;
  readonly #gracePeriod: number;

  /**
   * @param machine The operations that end it.
   * @param marking The mark in its environment, and the time that each step of its end may take.
   */
  constructor(
    started: StartedProgram,
    machine: ChildMachine,
    { mark, gracePeriod }: { readonly mark: string; readonly gracePeriod: number },
  ) {
    this.#machine = machine;
    this.#mark = mark;
    this.#gracePeriod = gracePeriod;
    this.pid = started.pid;
    this.#writer = started.stdin.getWriter();
    this.#writer.closed.catch(() => {});
    this.stdin = new WritableStream({
      write: (bytes) => this.#writer.write(bytes),
      close: () => this.#closeInput(),
    });
    this.#errors = new Errors(started.stderr);
    this.ended = started.ended.then((code) => {
      this.#hasEnded = true;
      return code;
    });
    this.stdout = untilEnd(started.stdout, this.ended);
    void this.ended.then(() => this.#errors.stop());
  }

  errors(): string {
    return this.#errors.text;
  }

  end(): Promise<void> {
    return this.#ending ??= this.#end();
  }

  async #end(): Promise<void> {
    void this.#closeInput();
    await within(this.#gracePeriod, this.ended);
    if (!this.#hasEnded) {
      this.#signalGroup("SIGTERM");
      await within(this.#gracePeriod, this.ended);
    }
    if (this.#hasEnded) await this.#endRemaining();
    this.#signalGroup("SIGKILL");
    await this.ended;
    await this.#killMarked();
    await this.#writer.abort().catch(() => {});
    await this.#errors.stop();
  }

  /** Asks descendants to end after the program has ended on its own. */
  async #endRemaining(): Promise<void> {
    const left = await this.#marked();
    if (left.length === 0) return;
    for (const pid of left) this.#machine.signal(pid, "SIGTERM");
    const anyRemaining = () => left.some((pid) => this.#machine.isAlive(pid));
    for (let waited = 0; waited < this.#gracePeriod && anyRemaining(); waited += POLL_INTERVAL) {
      await sleep(POLL_INTERVAL);
    }
  }

  /** Kills descendants outside the group until none is found: they may start others in the meantime. */
  async #killMarked(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const left = await this.#marked();
      if (left.length === 0) return;
      for (const pid of left) this.#machine.signal(pid, "SIGKILL");
      await sleep(POLL_INTERVAL);
    }
  }

  async #closeInput(): Promise<void> {
    try {
      await this.#writer.close();
    } catch {
      // The stream is already closed, or has no reader.
    }
  }

  #signalGroup(name: EndSignal): void {
    this.#machine.endTree(this.pid, name);
  }

  #marked(): Promise<readonly number[]> {
    return markedProcesses(this.#machine, MARK, this.#mark);
  }
}

/**
 * Returns the IDs of the processes with a mark in an environment variable; empty where the system hides them.
 */
export async function markedProcesses(
  { system, isAlive, run, pid: own }: ChildMachine,
  variable: string,
  mark: string,
): Promise<readonly number[]> {
  const script = searchScript(variable, system);
  if (script === undefined) return [];
  try {
    const { stdout } = await run({ argv: ["sh", "-c", script, "sh", mark], cwd: "/" });
    const found = stdout.split("\n").map((line) => Number(/\d+/.exec(line)?.[0]));
    return found.filter((pid) => pid > 0 && pid !== own && isAlive(pid));
  } catch {
    return [];
  }
}

/** Keeps the end of a program's standard error. */
class Errors {
  text = "";
  readonly #reader: PieceReader;
  readonly #done: Promise<void>;

  constructor(reader: PieceReader) {
    this.#reader = reader;
    this.#done = this.#read();
  }

  /** Reads only the data that is available: another process may hold the stream open. */
  async stop(): Promise<void> {
    await within(SILENCE, this.#done);
    await this.#reader.cancel().catch(() => {});
    await this.#done;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
        this.text = (this.text + decoder.decode(chunk.value, { stream: true })).slice(-MAX_ERRORS_LENGTH);
      }
    } catch {
      // The data read before the error is kept.
    }
  }
}

/** Time without output after which the output of an ended program counts as complete, in milliseconds. */
const SILENCE = 100;

/**
 * Returns a stream that closes once its program has ended and is silent, even if another process holds it
 * open.
 */
function untilEnd(reader: PieceReader, ended: Promise<unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const quiet = new Quiet(ended);
      const { done, value } = await Promise.race([reader.read(), quiet.comes]).catch(() => END);
      quiet.forget();
      if (!done && value !== undefined) return controller.enqueue(value.slice());
      await reader.cancel().catch(() => {});
      controller.close();
    },
    cancel: () => reader.cancel().catch(() => {}),
  });
}

const END = { done: true, value: undefined } as const;

/** Waits until an ended program is silent. */
class Quiet {
  readonly comes: Promise<typeof END>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #forgotten = false;

  constructor(ended: Promise<unknown>) {
    this.comes = new Promise((done) => {
      void ended.then(() => {
        if (!this.#forgotten) this.#timer = setTimeout(() => done(END), SILENCE);
      });
    });
  }

  forget(): void {
    this.#forgotten = true;
    clearTimeout(this.#timer);
  }
}

/** Returns the shell script that prints the IDs of processes with a mark; undefined on Windows. */
function searchScript(variable: string, system: ChildMachine["system"]): string | undefined {
  switch (system) {
    case "linux":
      return 'grep -lsaF -e "$1" /proc/[0-9]*/environ';
    case "posix":
      return `ps -axEww -o pid=,command= | grep -F ${variable}= | grep -F -e "$1" | grep -vF 'grep -F'`;
    case "windows":
      return undefined;
  }
}

/** Performs an action on a process; returns false when that fails because the process is gone. */
export function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

function sleep(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
