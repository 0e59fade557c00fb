import type { Child, Command, CommandResult, SpawnCommand } from "./host.ts";

/** Variable that marks a child and all that it starts; the marks of several stand behind each other. */
const MARK = "WF_CHILD";

/** Most of standard error that is kept, in UTF-16 units. */
const ERRORS_LENGTH = 20_000;

/** Time between two looks at whether something has ended, in milliseconds. */
const LOOK = 20;

/** The signals that end programs. */
export type EndSignal = "SIGTERM" | "SIGKILL";

/** A program that was started, with its streams. */
export interface StartedProgram {
  /** Number of the process. */
  readonly pid: number;
  /** What it reads. */
  readonly stdin: WritableStream<Uint8Array>;
  /** What it writes to standard output. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** What it writes to standard error. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/** What children are ended with. */
export interface ChildMachine {
  /** Number of this process. */
  readonly pid: number;
  /** The system, as far as looking for processes differs. */
  readonly system: "linux" | "posix" | "windows";
  /** Whether a process is alive and ours. */
  readonly isAlive: (pid: number) => boolean;
  /** Sends a signal to a process; nothing happens when nothing is left of it. */
  readonly signal: (pid: number, signal: EndSignal) => void;
  /** Sends a signal to a program and all it started, as far as it stayed in its group. */
  readonly endTree: (pid: number, signal: EndSignal) => void;
  /** Runs a program to its end. */
  readonly run: (command: Command) => Promise<CommandResult>;
}

/**
 * The environment of a child: with a mark by which all that it starts is found again.
 *
 * @param variables The environment without it.
 * @param mark The mark.
 */
export function markedEnvironment(
  variables: Readonly<Record<string, string>>,
  mark: string,
): Record<string, string> {
  const outer = variables[MARK];
  return { ...variables, [MARK]: outer === undefined ? mark : `${outer}:${mark}` };
}

/** How long a command lets each step of its child's end take, in milliseconds. */
export function gracePeriodOf({ gracePeriod = 2000 }: SpawnCommand): number {
  return gracePeriod;
}

/** A program that was started, and its end. */
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
   * @param started The program.
   * @param machine What it is ended with.
   * @param marking The mark in its environment, and how long each step of its end may take.
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
    await this.#endsWithin(this.#gracePeriod);
    if (!this.#hasEnded) {
      this.#signalGroup("SIGTERM");
      await this.#endsWithin(this.#gracePeriod);
    }
    if (this.#hasEnded) await this.#endLeft();
    this.#signalGroup("SIGKILL");
    await this.ended;
    await this.#killMarked();
    await this.#writer.abort().catch(() => {});
    await this.#errors.stop();
  }

  /** What the program left behind when it ended by itself may end in the same way. */
  async #endLeft(): Promise<void> {
    const left = await this.#marked();
    if (left.length === 0) return;
    for (const pid of left) this.#machine.signal(pid, "SIGTERM");
    const anyLeft = () => left.some((pid) => this.#machine.isAlive(pid));
    for (let waited = 0; waited < this.#gracePeriod && anyLeft(); waited += LOOK) await sleep(LOOK);
  }

  /** Kills what left the group, until nothing is found: it may start others while it is looked for. */
  async #killMarked(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const left = await this.#marked();
      if (left.length === 0) return;
      for (const pid of left) this.#machine.signal(pid, "SIGKILL");
      await sleep(LOOK);
    }
  }

  async #closeInput(): Promise<void> {
    try {
      await this.#writer.close();
    } catch {
      // It is closed already, or nobody reads it.
    }
  }

  async #endsWithin(time: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.ended, new Promise<void>((done) => timer = setTimeout(done, time))]);
    clearTimeout(timer);
  }

  #signalGroup(name: EndSignal): void {
    this.#machine.endTree(this.pid, name);
  }

  #marked(): Promise<readonly number[]> {
    return markedProcesses(this.#machine, MARK, this.#mark);
  }
}

/** Numbers of the processes that carry a mark in a variable of their environment; none where the system hides them. */
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

/** The end of what a program writes to standard error. */
class Errors {
  text = "";
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #done: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.#done = this.#read();
  }

  /** Reads what is there already and no more: another process may hold the stream open. */
  async stop(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#done, new Promise<void>((done) => timer = setTimeout(done, SILENCE))]);
    clearTimeout(timer);
    await this.#reader.cancel().catch(() => {});
    await this.#done;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
        this.text = (this.text + decoder.decode(chunk.value, { stream: true })).slice(-ERRORS_LENGTH);
      }
    } catch {
      // What was read before counts.
    }
  }
}

/** Silence after which a program that has ended is taken to have said all, in milliseconds. */
const SILENCE = 100;

/** A stream that closes when its program has ended and nothing more comes, whoever else holds it open. */
function untilEnd(stream: ReadableStream<Uint8Array>, ended: Promise<unknown>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const quiet = new Quiet(ended);
      const { done, value } = await Promise.race([reader.read(), quiet.comes]).catch(() => END);
      quiet.forget();
      if (!done) return controller.enqueue(value);
      await reader.cancel().catch(() => {});
      controller.close();
    },
    cancel: () => reader.cancel().catch(() => {}),
  });
}

const END = { done: true, value: undefined } as const;

/** The silence of a program that has ended. */
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

/** The shell script that prints the numbers of processes with a mark; undefined where there is none. */
function searchScript(
  variable: string,
  system: ChildMachine["system"],
): string | undefined {
  switch (system) {
    case "linux":
      return 'grep -lsaF -e "$1" /proc/[0-9]*/environ';
    case "posix":
      return `ps -axEww -o pid=,command= | grep -F ${variable}= | grep -F -e "$1" | grep -vF 'grep -F'`;
    case "windows":
      return undefined;
  }
}

function sleep(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
