import { type ChildMachine, gracePeriodOf, MarkedChild, markedEnvironment } from "./child.ts";
import { endTree, environment, runProcess } from "./deno_process.ts";
import type { Child, SpawnCommand } from "./host.ts";
import { remember } from "./running_programs.ts";

/** What children are ended with on this runtime. */
export const MACHINE: ChildMachine = {
  pid: Deno.pid,
  system: Deno.build.os === "linux" || Deno.build.os === "windows" ? Deno.build.os : "posix",
  isAlive: (pid) => attempt(() => Deno.kill(pid, 0)),
  signal: (pid, signal) => void attempt(() => Deno.kill(pid, signal)),
  endTree: (pid, signal) => void endTree({ pid, group: "own" }, signal),
  run: runProcess,
};

/**
 * Starts a program that stays, in a process group of its own, with a mark in its environment by
 * which all that it starts is found again.
 *
 * Throws what Deno throws when the program is not there.
 */
export function spawnChild(command: SpawnCommand): Child {
  const { argv: [program, ...args], cwd, env = {} } = command;
  const mark = crypto.randomUUID();
  const process = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: true,
    env: markedEnvironment(environment(env), mark),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: MACHINE.system !== "windows",
  }).spawn();
  const { pid, stdin, stdout, stderr } = process;
  const ended = process.status.then(({ code }) => code);
  remember({ pid, group: "own" }, ended);
  return new MarkedChild({ pid, stdin, stdout, stderr, ended }, MACHINE, {
    mark,
    gracePeriod: gracePeriodOf(command),
  });
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
