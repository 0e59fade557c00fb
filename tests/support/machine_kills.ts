/**
 * Runs on several machines whose coordinator and worker are killed at calls of git, or while git holds its locks.
 * @module
 */
import assert from "node:assert/strict";
import { onReached, pointVariables, preparePoints, takePoints } from "./git_points.ts";
import { killMarked } from "./kills.ts";
import { Machines, type Program } from "./machines.ts";
import { onePlan } from "./wide.ts";

/** What is killed. */
export type Victim = "coordinator" | "worker";
export const VICTIMS: readonly Victim[] = ["coordinator", "worker"];

/** The numbers of the places where a victim is killed, each counted from its start; 0 only counts them. */
export type MachineKills = Readonly<Partial<Record<Victim, readonly number[]>>>;

/** What came of a run. */
export interface KilledRun {
  readonly kills: number;
  /** The places that a victim came by after its last kill. */
  readonly points: Readonly<Record<Victim, readonly string[]>>;
}

/** The variable that marks a victim and all its programs, so that all of them can be killed. */
const TREE = "WF_TREE";

/** A plan of two tasks that extend a file, so that a repeated one shows, and one that depends on it. */
const PLANS = () => [
  {
    plan: "01",
    files: ["01.txt"],
    tasks: ["one", "two"].map((word) => ({
      name: `Add ${word}`,
      files: "01.txt",
      script: `echo ${word} >> 01.txt`,
      check: `test "$(grep -c ${word} 01.txt)" = 1`,
    })),
  },
  { ...onePlan("02", "cat 01.txt > 02.txt"), wave: 2, dependsOn: ["01-01"] },
];

/** Runs a phase, kills victims on the way, starts them again, and fails if the end is not that of a local run. */
export async function runKilled(kills: MachineKills): Promise<KilledRun> {
  await using machines = await Machines.make(PLANS);
  const folders = { coordinator: machines.home, worker: await machines.clone("worker") };
  for (const victim of VICTIMS) await preparePoints(folders[victim]);
  let killed = 0;
  let said = "";
  const over = new AbortController();
  /** Starts a victim, and waits until it is killed, ends, or the run is over. */
  const live = async (victim: Victim, point: number): Promise<Program> => {
    const mark = crypto.randomUUID();
    const env = { ...pointVariables(folders[victim], { point }), [TREE]: mark };
    const program = victim === "worker"
      ? await machines.startWorker("worker", env)
      : machines.coordinator([], machines.home, env);
    const stop = onReached(folders[victim], () => {
      killed++;
      killMarked(`${TREE}=${mark}`);
    });
    const ended = new Promise<void>((done) => over.signal.addEventListener("abort", () => done()));
    await Promise.race([program.output, ended]);
    stop();
    said += `--- ${victim}, killed at ${point}\n${program.text}`;
    if (point > 0) await takePoints(folders[victim]);
    return program;
  };
  const working = (async () => {
    for (const point of [...kills.worker ?? [], 0]) if (!over.signal.aborted) await live("worker", point);
  })();
  let last: Program;
  try {
    for (const point of kills.coordinator ?? []) last = await live("coordinator", point);
    last = await live("coordinator", 0);
  } finally {
    over.abort();
    await working;
  }
  const { code } = await last.output;
  assert.equal(code, 0, said);
  await machines.assertComplete().catch((error: Error) => assert.fail(`${error.message}\n${said}`));
  const points = {
    coordinator: await takePoints(folders.coordinator),
    worker: await takePoints(folders.worker),
  };
  return { kills: killed, points };
}
