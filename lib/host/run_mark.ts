import { type ChildMachine, markedProcesses } from "./child.ts";

/** Variable that marks every program that a run starts; the marks of runs within runs stand behind each other. */
export const RUN_MARK = "WF_RUN";

/** Time between two looks at whether something has ended, in milliseconds. */
const LOOK = 50;
/** How long a program that is spared may take to end by itself, in milliseconds. */
const SPARED = 10_000;
/** How long a program may take to end when asked to, in milliseconds. */
const GRACE_PERIOD = 2_000;

/** The value of {@link RUN_MARK} within a run that may itself be part of one. */
export function runMark(outer: string | undefined, mark: string): string {
  return outer === undefined || outer === "" ? mark : `${outer}:${mark}`;
}

/**
 * Ends the programs that carry a run's mark, whichever started them.
 *
 * @param spare Names of programs that are not ended: they are waited for, as they end soon.
 * @returns How many were ended.
 */
export async function endMarkedPrograms(
  machine: ChildMachine,
  mark: string,
  spare: readonly string[],
): Promise<number> {
  const ended = new Set<number>();
  for (let waited = 0;; waited += LOOK) {
    const found = await namesOf(machine, await markedProcesses(machine, RUN_MARK, mark));
    if (found.size === 0 || waited > SPARED) return ended.size;
    for (const [pid, name] of found) {
      if (spare.includes(name)) continue;
      machine.signal(pid, ended.has(pid) && waited > GRACE_PERIOD ? "SIGKILL" : "SIGTERM");
      ended.add(pid);
    }
    await new Promise((done) => setTimeout(done, LOOK));
  }
}

/** The names of processes, by number; those that are gone are left out. */
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
