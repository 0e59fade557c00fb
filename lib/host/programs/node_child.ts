import { spawn } from "node:child_process";
import process from "node:process";
import { attempt, type ChildMachine, gracePeriodOf, MarkedChild, markedEnvironment } from "./child.ts";
import type { Child, SpawnCommand } from "../host.ts";
import { endTree, environment, exitCode, located, runProcess } from "./node_process.ts";
import { webReadable, webWritable } from "./node_streams.ts";
import { remember } from "./running_programs.ts";

export const MACHINE: ChildMachine = {
  pid: process.pid,
  system: process.platform === "linux" ? "linux" : process.platform === "win32" ? "windows" : "posix",
  isAlive: (pid) => attempt(() => process.kill(pid, 0)),
  signal: (pid, signal) => void attempt(() => process.kill(pid, signal)),
  endTree: (pid, signal) => endTree({ pid, group: "own" }, signal),
  run: runProcess,
};

/**
 * Starts a long-running program in its own process group, with a mark in its environment that identifies its
 * descendants.
 *
 * Throws Node's error when the program is not found.
 */
export async function spawnChild(command: SpawnCommand): Promise<Child> {
  const { argv: [program, ...args], cwd, env = {} } = command;
  const mark = crypto.randomUUID();
  const child = spawn(located(program), args, {
    cwd,
    env: markedEnvironment(environment(env), mark),
    stdio: ["pipe", "pipe", "pipe"],
    detached: MACHINE.system !== "windows",
    windowsHide: true,
  });
  const ended = exitCode(child);
  if (child.pid !== undefined) remember({ pid: child.pid, group: "own" }, ended);
  await new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    ended.catch(reject);
  });
  const started = {
    pid: child.pid!,
    stdin: webWritable(child.stdin),
    stdout: webReadable(child.stdout).getReader(),
    stderr: webReadable(child.stderr).getReader(),
    ended,
  };
  return new MarkedChild(started, MACHINE, { mark, gracePeriod: gracePeriodOf(command) });
}
