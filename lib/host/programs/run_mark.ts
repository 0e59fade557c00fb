import { type ChildMachine, markedProcesses } from "./child.ts";

/**
 * Environment variable that marks all programs of a run; the marks of nested runs are separated by colons.
 */
export const RUN_MARK = "WF_RUN";

/** Time between two checks for ended processes, in milliseconds. */
const POLL_INTERVAL = 50;
/** Time that a spared program may take to end on its own, in milliseconds. */
const SPARED_TIMEOUT = 10_000;
/** Time that a program may take to end after SIGTERM, in milliseconds. */
const GRACE_PERIOD = 2_000;

/** Returns the value of {@link RUN_MARK} for a run that may be nested in another one. */
export function runMark(outer: string | undefined, mark: string): string {
  return outer === undefined || outer === "" ? mark : `${outer}:${mark}`;
}

/**
 * Ends the programs that carry a run's mark.
 *
 * @param spare Names of programs that are not ended, only waited for, as they end soon.
 * @returns The number of programs that were ended.
 */
export async function endMarkedPrograms(
  machine: ChildMachine,
  mark: string,
  spare: readonly string[],
): Promise<number> {
  const ended = new Set<number>();
  for (let waited = 0;; waited += POLL_INTERVAL) {
    const found = await namesOf(machine, await markedProcesses(machine, RUN_MARK, mark));
    if (found.size === 0 || waited > SPARED_TIMEOUT) return ended.size;
    for (const [pid, name] of found) {
      if (spare.includes(name)) continue;
      machine.signal(pid, ended.has(pid) && waited > GRACE_PERIOD ? "SIGKILL" : "SIGTERM");
      ended.add(pid);
    }
    await new Promise((done) => setTimeout(done, POLL_INTERVAL));
  }
}

/** Returns the names of processes by ID, without those that are gone. */
async function namesOf({ run }: ChildMachine, pids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (pids.length === 0) return new Map();
  const { stdout } = await run({ argv: ["ps", "-o", "pid=,comm=", "-p", pids.join(",")], cwd: "/" });
  return new Map(
    stdout.split("\n").flatMap((line) => {
      const [, pid, name] = /^\s*(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
      return pid === undefined ? [] : [[Number(pid), name!.slice(name!.lastIndexOf("/") + 1)] as const];
    }),
  );
}
