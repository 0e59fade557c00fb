import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import process from "node:process";
import type { Command, CommandResult } from "../host.ts";
import { KeptOutput } from "./kept_output.ts";
import { webReadable } from "./node_streams.ts";
import { ProgramEnding } from "./program_ending.ts";
import { ProgramOutput } from "./program_output.ts";
import { remember } from "./running_programs.ts";
import { type RunningProgram, type System, treeEnding } from "../system.ts";
import { windowsProgram } from "./windows_shell.ts";

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
  const child = spawn(located(program), args, {
    cwd,
    env: environment(env),
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: SYSTEM === "posix" && group === "own",
    windowsHide: true,
  });
  const ended = exitCode(child);
  // A program that could not be started has no process ID.
  const running = child.pid === undefined ? undefined : { pid: child.pid, group };
  const ending = running === undefined
    ? undefined
    : new ProgramEnding(running, { endRunning: endTree, endTree });
  if (running !== undefined) remember(running, ended);
  const end = () => ending?.end();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const outputs = [child.stdout!, child.stderr!].map((stream) =>
      new ProgramOutput(webReadable(stream).getReader(), new KeptOutput(argv[0], keep), onOutput)
    );
    // A program that has ended or closed its input does not read the rest.
    child.stdin?.on("error", () => {});
    child.stdin?.end(stdin);
    const code = await ended;
    const [stdout, stderr] = await Promise.all(outputs.map((output) => output.rest()));
    return { code, stdout: stdout!, stderr: stderr! };
  } finally {
    signal?.removeEventListener("abort", end);
    ending?.finish();
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

/** Returns the program that a name starts on this system. */
export function located(name: string): string {
  return SYSTEM === "windows"
    ? windowsProgram(name, { env: (variable) => process.env[variable], exists: existsSync })
    : name;
}

/** Returns this program's environment with changes: a variable that is undefined is removed. */
export function environment(changes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value !== undefined) variables[name] = value;
  }
  return variables;
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
