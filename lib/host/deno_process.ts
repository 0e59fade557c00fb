import { groupStart, rememberStarted } from "./deno_group.ts";
import type { Command, CommandResult } from "./host.ts";
import { KeptOutput } from "./kept_output.ts";
import { remember } from "./running_programs.ts";
import { type RunningProgram, type System, treeEnding } from "./system.ts";

const SYSTEM: System = Deno.build.os === "windows" ? "windows" : "posix";

/**
 * Runs a program to its end: where nothing else is asked for in a process group of its own, so that all
 * it starts can be ended.
 *
 * Throws what Deno throws when the program is not there.
 */
export async function runProcess(
  { argv, cwd, env = {}, stdin, signal, group = "own", onOutput, keep }: Command,
): Promise<CommandResult> {
  const start = group === "own" ? groupStart(argv, env) : { argv, detached: false };
  const [program, ...args] = start.argv;
  // To set variables needs no leave; to remove some, all have to be read.
  const removes = Object.values(env).includes(undefined);
  const child = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: removes,
    env: removes ? environment(env) : env as Readonly<Record<string, string>>,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    detached: SYSTEM === "posix" && start.detached,
  }).spawn();
  rememberStarted(argv);
  const running = { pid: child.pid, group };
  const ending = new ProgramEnding(running);
  remember(running, child.status);
  const end = () => ending.end();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const outputs = [child.stdout, child.stderr].map((stream) =>
      new Output(stream, new KeptOutput(argv[0], keep), onOutput)
    );
    const [status] = await Promise.all([
      child.status,
      stdin === undefined ? undefined : feed(child.stdin, stdin),
    ]);
    const [stdout, stderr] = await Promise.all(outputs.map((output) => output.rest()));
    return { code: status.code, stdout: stdout!, stderr: stderr! };
  } finally {
    signal?.removeEventListener("abort", end);
    ending.finish();
  }
}

/** The program's own environment with changes: a variable that is undefined is removed. */
export function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables = Deno.env.toObject();
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete variables[name];
    else variables[name] = value;
  }
  return variables;
}

/** Silence after which a program that has ended is taken to have said all, in milliseconds. */
const SILENCE = 300;

/**
 * What a program writes to a stream. A process that it left in the background may hold the stream
 * open for as long as it likes, so that the end of the stream is not waited for.
 */
class Output {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #done: Promise<void>;
  readonly #kept: KeptOutput;
  /** Fires after a silence. A plain timer would cost ten milliseconds once: Deno loads node:timers for it. */
  #silence: AbortSignal | undefined;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>, kept: KeptOutput, onOutput?: (text: string) => void) {
    this.#reader = stream.getReader();
    this.#kept = kept;
    this.#done = this.#read(onOutput);
  }

  /** What is kept of it, once the program has ended. */
  async rest(): Promise<string> {
    this.#ended = true;
    this.#listen();
    await this.#done;
    this.#silence = undefined;
    return this.#kept.text();
  }

  async #read(onOutput?: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
      const piece = decoder.decode(chunk.value, { stream: true });
      this.#kept.add(piece);
      onOutput?.(piece);
      if (this.#ended) this.#listen();
    }
    this.#kept.add(decoder.decode());
  }

  #listen(): void {
    const silence = AbortSignal.timeout(SILENCE);
    this.#silence = silence;
    silence.addEventListener("abort", () => {
      if (this.#silence === silence) void this.#reader.cancel();
    });
  }
}

async function feed(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    const writer = stream.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Ends a program that has not ended. One that does not lead its group yet is reached by its own number. */
export function endRunning(program: RunningProgram, signal: "SIGTERM" | "SIGKILL"): void {
  if (!endTree(program, signal)) endTree({ ...program, group: "shared" }, signal);
}

/** The end of a program and of those it started. */
class ProgramEnding {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly program: RunningProgram) {}

  /** Asks all to end, and makes them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    endRunning(this.program, "SIGTERM");
    this.#timer = setTimeout(() => endRunning(this.program, "SIGKILL"), 2000);
  }

  /** The process itself has ended: where the group was asked to, those that stayed are made to. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    if (this.program.group === "own") endTree(this.program, "SIGKILL");
  }
}

/** Sends a signal to a program and all it started; false when nothing is left of it. */
export function endTree(program: RunningProgram, signal: "SIGTERM" | "SIGKILL"): boolean {
  const ending = treeEnding(program, signal, SYSTEM);
  try {
    if (ending.kind === "signal") Deno.kill(ending.pid, ending.signal);
    else {
      const [program, ...args] = ending.argv;
      new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync();
    }
    return true;
  } catch {
    return false;
  }
}
