import { attempt, type ChildMachine, gracePeriodOf, MarkedChild, markedEnvironment } from "./child.ts";
import { endTree, environment, located, runProcess } from "./deno_process.ts";
import { bufferedReader } from "./deno_reader.ts";
import type { Child, SpawnCommand } from "../host.ts";
import { remember } from "./running_programs.ts";

export const MACHINE: ChildMachine = {
  pid: Deno.pid,
  system: Deno.build.os === "linux" || Deno.build.os === "windows" ? Deno.build.os : "posix",
  isAlive: (pid) => attempt(() => Deno.kill(pid, 0)),
  signal: (pid, signal) => void attempt(() => Deno.kill(pid, signal)),
  endTree: (pid, signal) => void endTree({ pid, group: "own" }, signal),
  run: runProcess,
};

/**
 * Starts a long-running program in its own process group, with a mark in its environment that identifies its
 * descendants.
 *
 * Throws Deno's error when the program is not found.
 */
export function spawnChild(command: SpawnCommand): Child {
  const { argv: [program, ...args], cwd, env = {} } = command;
  const mark = crypto.randomUUID();
  const process = new Deno.Command(located(program), {
    args,
    cwd,
    clearEnv: true,
    env: markedEnvironment(environment(env), mark),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: MACHINE.system !== "windows",
  }).spawn();
  const { pid, stdin } = process;
  const [stdout, stderr] = [bufferedReader(process.stdout), bufferedReader(process.stderr)];
  const ended = process.status.then(({ code }) => code);
  remember({ pid, group: "own" }, ended);
  return new MarkedChild({ pid, stdin, stdout, stderr, ended }, MACHINE, {
    mark,
    gracePeriod: gracePeriodOf(command),
  });
}
