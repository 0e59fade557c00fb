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
 * Runs a program and waits for its end. By default it gets its own process group, so that its descendants can
 * be ended.
 *
 * Throws Node's error when the program is not found.
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
  // A program that could not be started has no process ID.
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
    // A program that has ended or closed its input does not read the rest.
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

/** Resolves to the exit code once the process has ended, even if another process holds its streams open. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** Returns this program's environment with changes: a variable that is undefined is removed. */
export function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value !== undefined) variables[name] = value;
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

  /** Returns the kept output once the program has ended. */
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

/** Ends a program and its descendants. */
class ProgramEnding {
  readonly #program: RunningProgram | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(program: RunningProgram | undefined) {
    this.#program = program;
  }

  /** Asks them to end, and kills them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    this.#send("SIGTERM");
    this.#timer = setTimeout(() => this.#send("SIGKILL"), 2000);
  }

  /** Called when the process itself has ended: kills the rest of a group that was asked to end. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    if (this.#program?.group === "own") this.#send("SIGKILL");
  }

  #send(signal: "SIGTERM" | "SIGKILL"): void {
    if (this.#program !== undefined) endTree(this.#program, signal);
  }
}

/** Sends a signal to a program and its descendants; does nothing when all of them are gone. */
export function endTree(program: RunningProgram, signal: "SIGTERM" | "SIGKILL"): void {
  const ending = treeEnding(program, signal, SYSTEM);
  try {
    if (ending.kind === "signal") process.kill(ending.pid, ending.signal);
    else spawn(ending.argv[0], ending.argv.slice(1), { stdio: "ignore" }).on("error", () => {});
  } catch {
    // The process is gone.
  }
}
