import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import type { Readable } from "node:stream";
import type { Command, CommandResult } from "./host.ts";
import { KeptOutput } from "./kept_output.ts";
import { remember } from "./running_programs.ts";
import { type RunningProgram, type System, treeEnding } from "./system.ts";

const SYSTEM: System = process.platform === "win32" ? "windows" : "posix";

/**
 * Runs a program to its end: where nothing else is asked for in a process group of its own, so that all
 * it starts can be ended.
 *
 * Throws what Node throws when the program is not there.
 */
export async function runProcess(
  { argv, cwd, env = {}, stdin, signal, group = "own", onOutput, keep }: Command,
): Promise<CommandResult> {
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    cwd,
    env: environment(env),
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: SYSTEM === "posix" && group === "own",
    windowsHide: true,
  });
  const ended = exitCode(child);
  // What could not be started has no number.
  const running = child.pid === undefined ? undefined : { pid: child.pid, group };
  const ending = new ProgramEnding(running);
  if (running !== undefined) remember(running, ended);
  const end = () => ending.end();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const outputs = [child.stdout!, child.stderr!].map((stream) =>
      new Output(stream, new KeptOutput(argv[0], keep), onOutput)
    );
    // What has ended, or closed its input, does not read the rest.
    child.stdin?.on("error", () => {});
    child.stdin?.end(stdin);
    const code = await ended;
    const [stdout, stderr] = await Promise.all(outputs.map((output) => output.rest()));
    return { code, stdout: stdout!, stderr: stderr! };
  } finally {
    signal?.removeEventListener("abort", end);
    ending.finish();
  }
}

/** The exit code of a process, once it has ended, whoever may still hold its streams open. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** The program's own environment with changes: a variable that is undefined is removed. */
export function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value !== undefined) variables[name] = value;
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
  readonly #stream: Readable;
  readonly #done: Promise<void>;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #kept: KeptOutput;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(stream: Readable, kept: KeptOutput, onOutput?: (text: string) => void) {
    this.#stream = stream;
    this.#kept = kept;
    stream.on("data", (bytes: Uint8Array) => {
      const piece = this.#decoder.decode(bytes, { stream: true });
      this.#kept.add(piece);
      onOutput?.(piece);
      if (this.#ended) this.#listen();
    });
    this.#done = new Promise((resolve) => {
      stream.once("error", () => resolve());
      stream.once("close", () => resolve());
    });
  }

  /** What is kept of it, once the program has ended. */
  async rest(): Promise<string> {
    this.#ended = true;
    this.#listen();
    await this.#done;
    clearTimeout(this.#silence);
    this.#kept.add(this.#decoder.decode());
    return this.#kept.text();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#stream.destroy(), SILENCE);
  }
}

/** The end of a program and of those it started. */
class ProgramEnding {
  readonly #program: RunningProgram | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(program: RunningProgram | undefined) {
    this.#program = program;
  }

  /** Asks all to end, and makes them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    this.#send("SIGTERM");
    this.#timer = setTimeout(() => this.#send("SIGKILL"), 2000);
  }

  /** The process itself has ended: where the group was asked to, those that stayed are made to. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    if (this.#program?.group === "own") this.#send("SIGKILL");
  }

  #send(signal: "SIGTERM" | "SIGKILL"): void {
    if (this.#program !== undefined) endTree(this.#program, signal);
  }
}

/** Sends a signal to a program and all it started; nothing happens when nothing is left of it. */
export function endTree(program: RunningProgram, signal: "SIGTERM" | "SIGKILL"): void {
  const ending = treeEnding(program, signal, SYSTEM);
  try {
    if (ending.kind === "signal") process.kill(ending.pid, ending.signal);
    else spawn(ending.argv[0], ending.argv.slice(1), { stdio: "ignore" }).on("error", () => {});
  } catch {
    // Nothing is left of it.
  }
}
