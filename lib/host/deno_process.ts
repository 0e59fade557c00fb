import { groupStart, rememberStarted } from "./deno_group.ts";
import type { Command, CommandResult } from "./host.ts";
import { KeptOutput } from "./kept_output.ts";
import { remember } from "./running_programs.ts";
import { type RunningProgram, type System, treeEnding } from "./system.ts";

const SYSTEM: System = Deno.build.os === "windows" ? "windows" : "posix";

/**
 * Runs a program and waits for its end. By default it gets its own process group, so that its descendants can
 * be ended.
 *
 * Throws Deno's error when the program is not found.
 */
export async function runProcess(
  { argv, cwd, env = {}, stdin, signal, group = "own", onOutput, keep }: Command,
): Promise<CommandResult> {
  const start = group === "own" ? groupStart(argv, env) : { argv, detached: false };
  const [program, ...args] = start.argv;
  // Setting variables needs no permission; removing one requires reading all of them.
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

/** Returns this program's environment with changes: a variable that is undefined is removed. */
export function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables = Deno.env.toObject();
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete variables[name];
    else variables[name] = value;
  }
  return variables;
}

/** Time without output after which the output of an ended program counts as complete, in milliseconds. */
const SILENCE = 300;

/**
 * Collects the output of a program. A background process may hold the stream open indefinitely, so the end of
 * the stream is not awaited.
 */
class Output {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #done: Promise<void>;
  readonly #kept: KeptOutput;
  /** Fires after a silence. A plain timer would cost ten milliseconds: Deno loads node:timers for it. */
  #silence: AbortSignal | undefined;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>, kept: KeptOutput, onOutput?: (text: string) => void) {
    this.#reader = stream.getReader();
    this.#kept = kept;
    this.#done = this.#read(onOutput);
  }

  /** Returns the kept output once the program has ended. */
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

/** Ends a running program. If it does not lead its group yet, signals its own process ID. */
export function endRunning(program: RunningProgram, signal: "SIGTERM" | "SIGKILL"): void {
  if (!endTree(program, signal)) endTree({ ...program, group: "shared" }, signal);
}

/** Ends a program and its descendants. */
class ProgramEnding {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly program: RunningProgram) {}

  /** Asks them to end, and kills them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    endRunning(this.program, "SIGTERM");
    this.#timer = setTimeout(() => endRunning(this.program, "SIGKILL"), 2000);
  }

  /** Called when the process itself has ended: kills the rest of a group that was asked to end. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    if (this.program.group === "own") endTree(this.program, "SIGKILL");
  }
}

/** Sends a signal to a program and its descendants; false when all of them are gone. */
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
