import { defined } from "../../collections/defined.ts";
import { groupStart, rememberStarted } from "./deno_group.ts";
import type { Command, CommandResult } from "../host.ts";
import { bufferedReader } from "./deno_reader.ts";
import { KeptOutput } from "./kept_output.ts";
import { ProgramEnding } from "./program_ending.ts";
import { ProgramOutput } from "./program_output.ts";
import { remember } from "./running_programs.ts";
import { type RunningProgram, type System, treeEnding } from "../system.ts";
import { windowsProgram } from "./windows_shell.ts";

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
  const [name, ...args] = start.argv;
  const program = located(name);
  // Setting variables needs no permission; removing one requires reading all of them, which takes longer.
  const removes = Object.entries(env).some(([name, value]) => value === undefined && Deno.env.has(name));
  const child = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: removes,
    env: removes ? environment(env) : defined(env) as Record<string, string>,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    detached: SYSTEM === "posix" && start.detached,
  }).spawn();
  rememberStarted(argv);
  const running = { pid: child.pid, group };
  const ending = new ProgramEnding(running, { endRunning, endTree });
  remember(running, child.status);
  const end = () => ending.end();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const outputs = [child.stdout, child.stderr].map((stream) =>
      new ProgramOutput(bufferedReader(stream), new KeptOutput(argv[0], keep), onOutput)
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

/** Returns the program that a name starts on this system. */
export function located(name: string): string {
  if (SYSTEM !== "windows") return name;
  const exists = (path: string) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  };
  return windowsProgram(name, { env: (variable) => Deno.env.get(variable), exists });
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
