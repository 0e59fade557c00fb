import { environment, runProcess } from "./deno_process.ts";
import type { Child, SpawnCommand } from "./host.ts";

const WINDOWS = Deno.build.os === "windows";

/** Variable that marks a child and all that it starts; the marks of several stand behind each other. */
const MARK = "WF_CHILD";

/** Most of standard error that is kept, in UTF-16 units. */
const ERRORS_LENGTH = 20_000;

/** Time between two looks at whether something has ended, in milliseconds. */
const LOOK = 20;

/**
 * Starts a program that stays, in a process group of its own, with a mark in its environment by
 * which all that it starts is found again.
 *
 * Throws what Deno throws when the program is not there.
 */
export function spawnChild({ argv, cwd, env = {}, patience = 2000 }: SpawnCommand): Child {
  const [program, ...args] = argv;
  const mark = crypto.randomUUID();
  const variables = environment(env);
  const outer = variables[MARK];
  const process = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: true,
    env: { ...variables, [MARK]: outer === undefined ? mark : `${outer}:${mark}` },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: !WINDOWS,
  }).spawn();
  return new DenoChild(process, mark, patience);
}

class DenoChild implements Child {
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly ended: Promise<number>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #errors: Errors;
  #hasEnded = false;
  #ending: Promise<void> | undefined;

  constructor(process: Deno.ChildProcess, readonly mark: string, readonly patience: number) {
    this.pid = process.pid;
    this.#writer = process.stdin.getWriter();
    this.#writer.closed.catch(() => {});
    this.stdin = new WritableStream({
      write: (bytes) => this.#writer.write(bytes),
      close: () => this.#closeInput(),
    });
    this.#errors = new Errors(process.stderr);
    this.ended = process.status.then(({ code }) => {
      this.#hasEnded = true;
      return code;
    });
    this.stdout = untilEnd(process.stdout, this.ended);
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
    await this.#endsWithin(this.patience);
    if (!this.#hasEnded) {
      this.#signalGroup("SIGTERM");
      await this.#endsWithin(this.patience);
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
    const left = await marked(this.mark);
    if (left.length === 0) return;
    for (const pid of left) signal(pid, "SIGTERM");
    for (let waited = 0; waited < this.patience && left.some(isAlive); waited += LOOK) await sleep(LOOK);
  }

  /** Kills what left the group, until nothing is found: it may start others while it is looked for. */
  async #killMarked(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const left = await marked(this.mark);
      if (left.length === 0) return;
      for (const pid of left) signal(pid, "SIGKILL");
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

  #signalGroup(name: Deno.Signal): void {
    signal(WINDOWS ? this.pid : -this.pid, name);
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

/** Numbers of the processes that carry a mark in their environment; none where the system hides them. */
async function marked(mark: string): Promise<readonly number[]> {
  if (WINDOWS) return [];
  const script = Deno.build.os === "linux"
    ? `grep -lsaF ${mark} /proc/[0-9]*/environ`
    : `ps -axEww -o pid=,command= | grep -F ${MARK}= | grep -F ${mark} | grep -vF 'grep -F'`;
  try {
    const { stdout } = await runProcess({ argv: ["sh", "-c", script], cwd: "/" });
    const found = stdout.split("\n").map((line) => Number(/\d+/.exec(line)?.[0]));
    return found.filter((pid) => pid > 0 && pid !== Deno.pid && isAlive(pid));
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    Deno.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch {
    // Nothing is left of it.
  }
}

function sleep(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
