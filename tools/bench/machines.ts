/**
 * Measures what plans on other machines cost: one worker and sixteen, on this machine, whose agents sleep.
 * @module
 */
import type { Bench } from "./bench.ts";
import { type Call, runProcess } from "./measure.ts";
import { environmentIn, executionCall, fileOf, makeRepository } from "./runs.ts";
import { progress, write } from "./table.ts";

/** The plans for each worker whose agent sleeps, and for how long, in seconds. */
const PLANS = 4;
const SLEEP = 20;
/** The plans without a sleep. */
const MANY = 16;
const URL = "nats://127.0.0.1:24222";
const IDENTITY = {
  GIT_AUTHOR_NAME: "bench",
  GIT_AUTHOR_EMAIL: "bench@example.invalid",
  GIT_COMMITTER_NAME: "bench",
  GIT_COMMITTER_EMAIL: "bench@example.invalid",
};

/** A run to measure. */
interface Run {
  readonly wf: string;
  /** The folder of the repository. */
  readonly at: string;
  readonly plans: number;
  /** How long the agent of a plan sleeps, in seconds. */
  readonly sleep: number;
  readonly workers: number;
}

/**
 * Compares the plans per second of several workers with those of one, and that with a local run. Does nothing if there
 * is no nats-server.
 */
export async function measureMachines({ folder, quick, programs: { wf } }: Bench): Promise<void> {
  const counts = quick ? [1, 4] : [1, 4, 16];
  const plans = quick ? 2 : PLANS;
  try {
    progress("Workers: plans without a sleep");
    const many = { wf, at: `${folder}/machines`, plans: MANY, sleep: 0 };
    const local = await secondsOf({ ...many, workers: 0 });
    for (const workers of counts) {
      const seconds = await secondsOf({ ...many, workers });
      const more = 1000 * (seconds - local) / MANY;
      const beside = workers > 1 ? "" : `, ${more.toFixed(0)} ms more for each than a local run`;
      write(`${workers} workers: ${(MANY / seconds).toFixed(2)} plans without a sleep per second${beside}\n`);
    }
    const { rate, tasks } = await replayRate({ ...many, workers: 2 });
    write(`The coordinator replays ${rate.toFixed(2)} plans of ${tasks} tasks per second\n`);
    let alone = 0;
    for (const workers of counts) {
      progress(`Workers: ${workers}`);
      const at = `${folder}/machines-${workers}`;
      const rate = workers * plans /
        await secondsOf({ wf, at, plans: workers * plans, sleep: SLEEP, workers });
      alone ||= rate;
      const times = (rate / alone).toFixed(1);
      write(
        `${workers} workers: ${rate.toFixed(3)} plans of ${SLEEP} s per second, ${times} times one worker\n`,
      );
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    progress("Workers are not measured: nats-server is not installed");
  }
}

/** Returns the seconds that a run takes with workers that have started before; without any, on this machine alone. */
async function secondsOf(run: Run): Promise<number> {
  const tasks = (plan: number) => [`sleep ${run.sleep}; echo ${plan} > ${fileOf(plan, 1)}`];
  await using machines = await Machines.make(run, tasks);
  for (let worker = 0; worker < run.workers; worker++) await machines.startWorker();
  const before = performance.now();
  await runProcess(machines.coordinator);
  return (performance.now() - before) / 1000;
}

/** Returns how many plans a coordinator replays per second that waits until their workers have ended. */
async function replayRate(run: Run): Promise<{ readonly rate: number; readonly tasks: number }> {
  const tasks = 5;
  const scripts = (plan: number) =>
    Array.from({ length: tasks }, (_, task) => `echo ${plan} > ${fileOf(plan, task + 1)}`);
  await using machines = await Machines.make(run, scripts);
  const { argv, cwd, env } = machines.coordinator;
  const [command = "", ...args] = argv;
  const coordinator = new Deno.Command(command, { args, cwd, env, stdout: "null", stderr: "null" }).spawn();
  await machines.untilRefs("begin", run.plans);
  coordinator.kill("SIGSTOP");
  for (let worker = 0; worker < run.workers; worker++) await machines.startWorker();
  await machines.untilRefs("leave", run.plans);
  const before = performance.now();
  coordinator.kill("SIGCONT");
  await coordinator.status;
  return { rate: 1000 * run.plans / (performance.now() - before), tasks };
}

/** A project, its remote, a queue, and workers. */
class Machines {
  readonly #started: Deno.ChildProcess[] = [];
  readonly #env: Record<string, string>;

  private constructor(readonly run: Run) {
    this.#env = { ...environmentIn(run.at), ...IDENTITY };
  }

  /** @param scripts Returns the scripts of the tasks of a plan, by its number. */
  static async make(run: Run, scripts: (plan: number) => readonly string[]): Promise<Machines> {
    const { at, plans, workers } = run;
    const machines = new Machines(run);
    // All plans are in the queue, so that a worker which has finished one need not wait for the coordinator.
    const parallelization = workers === 0 ? { enabled: false } : { max_concurrent_agents: plans };
    const project = Array.from({ length: plans }, (_, index) => scripts(index + 1));
    await Deno.remove(`${at}.git`, { recursive: true }).catch(() => {});
    await makeRepository(at, { plans: project, config: { parallelization } });
    await machines.#git("clone", "--quiet", "--bare", at, `${at}.git`);
    await machines.#git("remote", "add", "origin", `${at}.git`);
    if (workers === 0) return machines;
    const queue = ["nats-server", "-js", "-a", "127.0.0.1", "-p", "24222", "-sd", `${at}.queue`];
    await machines.#start(queue, "Server is ready");
    return machines;
  }

  /** The call that executes the phase. */
  get coordinator(): Required<Call> {
    const { run: { at, wf, workers } } = this;
    const { argv } = executionCall(at, wf);
    const where = workers === 0 ? [] : ["--executor", "nats", "--set", `executor.server=${URL}`];
    return { argv: [...argv, ...where], cwd: at, env: this.#env };
  }

  async startWorker(): Promise<void> {
    const { at, wf } = this.run;
    const program = [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "--allow-all", wf];
    const worker = [...program, "worker", "--queue", URL, "--clone", `${at}.git`, "--lease", "600"];
    await this.#start(worker, "carries out plans");
  }

  /** Waits until the newest commit on the refs of so many plans is a mark of this kind. */
  async untilRefs(kind: string, plans: number): Promise<void> {
    const args = ["-C", `${this.run.at}.git`, "for-each-ref", "--format=%(subject)", "refs/wf"];
    for (;;) {
      const { stdout } = await new Deno.Command("git", { args }).output();
      const found = new TextDecoder().decode(stdout).split("\n");
      if (found.filter((subject) => subject.startsWith(`wf: ${kind}`)).length >= plans) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async #git(...args: readonly string[]): Promise<void> {
    await runProcess({ argv: ["git", ...args], cwd: this.run.at, env: this.#env });
  }

  /** Starts a program, and waits until it has printed a text. */
  async #start([command = "", ...args]: readonly string[], text: string): Promise<void> {
    const options = { args, cwd: this.run.at, env: this.#env, stdout: "null", stderr: "piped" } as const;
    const child = new Deno.Command(command, options).spawn();
    this.#started.push(child);
    await shows(child.stderr.pipeThrough(new TextDecoderStream()), text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#started.reverse()) {
      child.kill("SIGTERM");
      await child.status;
    }
  }
}

/** Waits until a program has printed a text, and discards the rest. */
async function shows(output: ReadableStream<string>, text: string): Promise<void> {
  let seen = "";
  await new Promise<void>((done) => {
    void (async () => {
      for await (const piece of output) {
        seen = (seen + piece).slice(-1000);
        if (seen.includes(text)) done();
      }
      done();
    })();
  });
}
