/**
 * Runs on several machines with random faults: of workers, the coordinator, the queue and the network.
 * @module
 */
import { jetstreamManager } from "npm:@nats-io/jetstream@3.4.0";
import { connect } from "npm:@nats-io/transport-node@3.4.0";
import { projectId } from "../../lib/plan/executor/lane_names.ts";
import { randoms } from "../../tests/support/kills.ts";
import { Machines, type Program } from "../../tests/support/machines.ts";
import { until } from "../../tests/support/nats_server.ts";
import type { MachineKills } from "../../tests/support/machine_kills.ts";
import type { PlanText } from "../../tests/support/plans.ts";

/** An hour, by which the clocks of machines differ, in milliseconds. */
const HOUR = 3_600_000;
/** The lease of the workers, in milliseconds. */
const LEASE = 2000;

/** About how many places within git a coordinator and its worker come by in a round of kills. */
const PLACES = { coordinator: 240, worker: 110 } as const;

/** Returns where a coordinator and its worker are killed: at one place in turn, after the last at several. */
export function killsOf(seed: number): MachineKills {
  const random = randoms(seed);
  const isRandom = seed > PLACES.coordinator;
  const places = (most: number) =>
    isRandom
      ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => 1 + Math.floor(random() * most))
      : [1 + (seed - 1) % most];
  return { coordinator: places(PLACES.coordinator), worker: places(PLACES.worker) };
}

/** What a round is made of. */
export interface MachinesRound {
  readonly lanes: number;
  readonly workers: number;
  readonly faults: number;
}

/** Returns a random round. */
export function anyRound(random: () => number): MachinesRound {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  return { lanes: 2 + upTo(4), workers: upTo(3), faults: upTo(4) };
}

/**
 * Runs a phase with faults to its end, and compares its history with that of a local run.
 *
 * @returns The faults, as they happened.
 */
export async function runMachines(
  { lanes, workers, faults }: MachinesRound,
  ...seeds: readonly number[]
): Promise<readonly string[]> {
  const random = randoms(...seeds);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const trace: string[] = [];
  const plans = Array.from({ length: lanes }, (_, index) => planOf(index, lanes > 20 ? 1 : 3));
  await using machines = await Machines.make(() => plans, {
    parallelization: { max_concurrent_agents: Math.max(3, workers) },
  });
  if (random() < 0.3) {
    await limit(machines, one([{ max_msgs: 1 }, { max_bytes: 400 }]));
    trace.push("the queue has room for one plan");
  }
  const team = new Map<string, Program>();
  const join = async (name: string) => {
    machines.ahead = one([0, HOUR, -HOUR]);
    team.set(name, await machines.worker(name));
    machines.ahead = 0;
  };
  for (let number = 1; number <= workers; number++) await join(`w${number}`);
  let run = machines.coordinator();
  const happens: Readonly<Record<string, () => Promise<void>>> = {
    "a worker is killed": async () => {
      const [name, program] = one([...team]);
      await program[Symbol.asyncDispose]();
      await join(name);
    },
    "a worker is terminated": async () => {
      const [name, program] = one([...team]);
      signal(program, "SIGTERM");
      await program.output;
      await join(name);
    },
    "a worker sleeps for longer than its lease": async () => {
      const [, program] = one([...team]);
      signal(program, "SIGSTOP");
      await wait(2 * LEASE);
      signal(program, "SIGCONT");
    },
    "the coordinator is killed": async () => {
      signal(run, "SIGKILL");
      await run.output;
      run = machines.coordinator();
    },
    "the coordinator is interrupted": async () => {
      signal(run, "SIGINT");
      await run.output;
      run = machines.coordinator();
    },
    "the queue is killed": async () => {
      await machines.server.kill();
      await wait(random() * LEASE);
      await machines.server.start();
    },
    "the network is cut": async () => {
      machines.network.cut();
      await wait(random() * 2 * LEASE);
      machines.network.restore();
    },
    "the network holds everything back": async () => {
      machines.network.hold();
      await wait(random() * 4 * LEASE);
      machines.network.restore();
    },
  };
  for (let number = 0; number < faults; number++) {
    const name = one(Object.keys(happens));
    await wait(random() * 1500 * lanes / workers);
    trace.push(name);
    await happens[name]!();
  }
  // A run that begins while the queue cannot be reached is refused.
  while ((await run.output).code === 2 && /Cannot use the queue/.test(run.text)) run = machines.coordinator();
  const { code, text } = await run.output;
  const said = [...team].map(([name, program]) => `${name}:\n${program.text}`).join("\n");
  const all = () => `${trace.join("\n")}\n${text}\n${said}`;
  if (code !== 0) throw new Error(`It ended with ${code}\n${all()}`);
  await machines.assertComplete().catch((error: Error) => {
    throw new Error(`${error.message}\n${all()}`);
  });
  return trace;
}

/** A plan whose tasks extend one file, so that a repeated task is detected. Every third plan waits for the one before. */
function planOf(index: number, tasks: number): PlanText {
  const name = (of: number) => String(of + 1).padStart(2, "0");
  const plan = name(index);
  const follows = index % 3 === 2;
  return {
    plan,
    wave: follows ? 2 : 1,
    dependsOn: follows ? [`01-${name(index - 1)}`] : [],
    files: [`${plan}.txt`],
    tasks: Array.from({ length: tasks }, (_, task) => ({
      name: `Extend ${plan} ${task + 1}`,
      files: `${plan}.txt`,
      script: `echo ${task + 1} >> ${plan}.txt; sleep 0.3`,
      check: `test "$(sed -n ${task + 1}p ${plan}.txt)" = ${task + 1}`,
    })),
  };
}

/** Creates the queue of a project with limits, as the owner of a server may have done. */
async function limit(machines: Machines, limits: object): Promise<void> {
  const first = (await machines.home.git("rev-list", "--max-parents=0", "HEAD")).trim();
  const id = projectId(first, "");
  const connection = await connect({ servers: machines.server.address });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: `WF_${id}`,
    subjects: [`wf.${id}.job.>`],
    retention: "workqueue",
    discard: "new",
    discard_new_per_subject: true,
    max_msgs_per_subject: 1,
    ...limits,
  });
  await connection.close();
}

async function wait(ms: number): Promise<void> {
  const end = performance.now() + ms;
  await until("the time has passed", () => Promise.resolve(performance.now() >= end));
}

/** Sends a signal to a program, unless it has just ended. */
function signal(program: Program, name: Deno.Signal): void {
  try {
    program.kill(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
