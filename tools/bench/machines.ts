/**
 * Measures what plans on other machines cost: one worker and sixteen, on this machine, whose agents sleep.
 * @module
 */
import type { Bench } from "./bench.ts";
import { runProcess } from "./measure.ts";
import { environmentIn, fileOf, makeRepository } from "./runs.ts";
import { progress, write } from "./table.ts";

/** The plans for each worker, and how long the agent of one sleeps, in seconds. */
const PLANS = 2;
const SLEEP = 20;
const IDENTITY = {
  GIT_AUTHOR_NAME: "bench",
  GIT_AUTHOR_EMAIL: "bench@example.invalid",
  GIT_COMMITTER_NAME: "bench",
  GIT_COMMITTER_EMAIL: "bench@example.invalid",
};

/** Compares the plans per second of several workers with those of one. Does nothing if there is no nats-server. */
export async function measureMachines({ folder, quick, programs: { wf } }: Bench): Promise<void> {
  let alone = 0;
  for (const workers of quick ? [1, 4] : [1, 4, 16]) {
    progress(`Workers: ${workers}`);
    const seconds = await secondsWith(workers, `${folder}/machines-${workers}`, wf);
    if (seconds === undefined) return;
    const rate = workers * PLANS / seconds;
    alone ||= rate;
    const times = (rate / alone).toFixed(1);
    write(
      `${workers} workers: ${rate.toFixed(3)} plans of ${SLEEP} s per second, ${times} times one worker\n`,
    );
  }
}

/** Returns the seconds that a run takes with a number of workers, which have started before. */
async function secondsWith(workers: number, at: string, wf: string): Promise<number | undefined> {
  const plans = Array.from({ length: workers * PLANS }, (_, index) => {
    return [`sleep ${SLEEP}; echo ${index} > ${fileOf(index + 1, 1)}`];
  });
  await makeRepository(at, { plans, config: { parallelization: { max_concurrent_agents: workers } } });
  const env = { ...environmentIn(at), ...IDENTITY };
  await runProcess({ argv: ["git", "clone", "--quiet", "--bare", at, `${at}.git`], cwd: at, env });
  await runProcess({ argv: ["git", "remote", "add", "origin", `${at}.git`], cwd: at, env });
  const url = "nats://127.0.0.1:24222";
  const program = [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "--allow-all", wf];
  const started: Deno.ChildProcess[] = [];
  const start = ([command = "", ...args]: readonly string[]) => {
    const child = new Deno.Command(command, { args, cwd: at, env, stdout: "null", stderr: "piped" }).spawn();
    started.push(child);
    return child.stderr.pipeThrough(new TextDecoderStream());
  };
  try {
    const server = start(["nats-server", "-js", "-a", "127.0.0.1", "-p", "24222", "-sd", `${at}.queue`]);
    await shows(server, "Server is ready");
    const worker = [...program, "worker", "--queue", url, "--clone", `${at}.git`, "--lease", "600"];
    await Promise.all(Array.from({ length: workers }, () => shows(start(worker), "carries out plans")));
    const before = performance.now();
    const flags = ["--executor", "nats", "--set", `executor.server=${url}`];
    await runProcess({ argv: [...program, "execute-phase", "1", ...flags], cwd: at, env });
    return (performance.now() - before) / 1000;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  } finally {
    for (const child of started.reverse()) {
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
