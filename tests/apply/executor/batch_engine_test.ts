import assert from "node:assert/strict";
import { BatchEngine } from "../../../lib/apply/executor/batch_engine.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import type { BatchSystem } from "../../../lib/plan/executor/batch_system.ts";
import { MAX_CLAIMS } from "../../../lib/plan/executor/lane_history.ts";
import { SmallBatchSystem } from "../../support/batch_system.ts";
import { hostThat, repository } from "../../support/repository.ts";

const JOB = { run: "01-ab", lane: "01-01", base: "0".repeat(40) };
const OTHER = { ...JOB, lane: "01-02" };

/** An engine with its batch system, on a machine where each look at the clock is a minute later. */
async function made(own: Partial<BatchSystem> = {}) {
  const [system, clone] = [await SmallBatchSystem.make(), await repository({ "a.txt": "a\n" })];
  await clone.git("remote", "add", "origin", "../hub.git");
  let now = 0;
  const git = await Git.open(hostThat({ now: () => now += 60_000 }), clone.path);
  return {
    system,
    clone,
    engine: new BatchEngine({ git, remote: "origin", system: { ...system.programs(), ...own } }),
    [Symbol.asyncDispose]: async () => {
      await system[Symbol.asyncDispose]();
      await clone[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a lane has one job as long as the batch system lists it, and the job knows the remote", async () => {
  await using batch = await made();
  const { engine, system } = batch;
  await engine.open();
  for (let time = 0; time < 3; time++) await engine.submit(JOB, "a");
  await engine.submit(OTHER, "a");
  const jobs = await system.jobs();
  assert.deepEqual(jobs.map((job) => job.replace(/-[0-9a-f]{8}$/, "")), ["wf-01-ab-01-01", "wf-01-ab-01-02"]);
  assert.deepEqual(await system.calls("submit"), jobs.map((job) => `submit ${job} ../hub.git`));
});

Deno.test("a coordinator that starts again finds the job of its lane", async () => {
  await using batch = await made();
  await batch.engine.open();
  await batch.engine.submit(JOB, "a");
  const again = new BatchEngine(batch.engine.options);
  await again.open();
  assert.equal(await again.submit(JOB, "a"), undefined);
  assert.equal((await batch.system.jobs()).length, 1);
});

Deno.test("a job that vanishes is replaced at the second look, as the first may only be early", async () => {
  await using batch = await made();
  const { engine, system } = batch;
  await engine.open();
  await engine.submit(JOB, "a");
  const [first = ""] = await system.jobs();
  await system.lose(first);
  await engine.submit(JOB, "a");
  assert.deepEqual(await system.jobs(), []);
  await engine.submit(JOB, "a");
  const [second] = await system.jobs();
  assert.notEqual(second, undefined);
  assert.notEqual(second, first);
});

Deno.test("a lane whose jobs all vanish is refused with the output of the last, unless its ref moves", async () => {
  await using batch = await made();
  const { engine, system, clone } = batch;
  await engine.open();
  const vanish = async (tip: string) => {
    await engine.submit(JOB, tip);
    for (const job of await system.jobs()) await system.lose(job);
    return await engine.submit(JOB, tip);
  };
  for (let time = 0; time < MAX_CLAIMS; time++) assert.equal(await vanish("a"), undefined);
  for (let time = 0; time < MAX_CLAIMS; time++) assert.equal(await vanish("b"), undefined);
  const last = (await system.calls("submit")).at(-1)!.split(" ")[1]!;
  await clone.write({ [`.git/wf/jobs/${last}.log`]: "wf: not found\n" });
  assert.deepEqual(await engine.submit(JOB, "b"), {
    message:
      `${MAX_CLAIMS} jobs of plan 01-01 ended without taking it; its output is in ${clone.path}/.git/wf/jobs/${last}.log`,
    output: "wf: not found\n",
  });
  assert.equal((await system.calls("submit")).length, 2 * MAX_CLAIMS);
});

Deno.test("a batch system that refuses a job is asked again a few times, and its answer is kept", async () => {
  await using batch = await made();
  const { engine, system } = batch;
  await engine.open();
  await system.break("submit");
  await engine.submit(OTHER, "a");
  assert.match(engine.whileWaiting, /sh does not take its job, which wf submits again: the submit is broken/);
  await system.break("submit", false);
  await engine.submit(OTHER, "b");
  await engine.submit(OTHER, "b");
  assert.match(engine.whileWaiting, /^The jobs that wait or run: /);
  await engine.cancel(OTHER);
  const before = (await system.calls("submit")).length;
  await system.break("submit");
  for (let time = 0; time < MAX_CLAIMS; time++) assert.equal(await engine.submit(JOB, "a"), undefined);
  assert.deepEqual(await engine.submit(JOB, "a"), {
    message: `Cannot submit plan 01-01 after ${MAX_CLAIMS} attempts: sh fails: the submit is broken`,
    output: "the submit is broken\n",
  });
  assert.equal((await system.calls("submit")).length - before, MAX_CLAIMS);
});

Deno.test("while the batch system does not answer, no job is taken for gone", async () => {
  await using batch = await made();
  const { engine, system } = batch;
  await engine.open();
  await engine.submit(JOB, "a");
  await system.break("list");
  for (let time = 0; time < 5; time++) assert.equal(await engine.submit(JOB, "a"), undefined);
  await engine.cancel(JOB);
  assert.equal((await system.jobs()).length, 1);
});

Deno.test("cancelling a lane ends its jobs, and no others", async () => {
  await using batch = await made();
  const { engine, system } = batch;
  await engine.open();
  await engine.submit(JOB, "a");
  await engine.submit(OTHER, "a");
  await engine.cancel(JOB);
  assert.deepEqual((await system.jobs()).map((job) => job.slice(0, 14)), ["wf-01-ab-01-02"]);
  await engine.submit(JOB, "a");
  assert.equal((await system.jobs()).length, 2);
});

Deno.test("a job that takes its time to end is asked to end once, and again only if the cancellation fails", async () => {
  await using batch = await made({
    cancel: ["sh", "-c", 'echo x >> told; test "$(wc -l < told)" -ge 2', "{id}"],
  });
  const { engine, clone } = batch;
  await engine.open();
  await engine.submit(JOB, "a");
  for (let time = 0; time < 4; time++) await engine.cancel(JOB);
  assert.equal(await clone.read("told"), "x\nx\n");
});

Deno.test("the output of jobs is kept until a later run, and of those that still run", async () => {
  await using batch = await made();
  const { engine, system, clone } = batch;
  await engine.open();
  await engine.submit(JOB, "a");
  const [job] = await system.jobs();
  await clone.write({ ".git/wf/jobs/wf-old-1.log": "old\n", [`.git/wf/jobs/${job}.log`]: "new\n" });
  await new BatchEngine(engine.options).open();
  assert.equal(await clone.has(".git/wf/jobs/wf-old-1.log"), false);
  assert.equal(await clone.has(`.git/wf/jobs/${job}.log`), true);
});

const UNUSABLE: readonly (readonly [what: string, own: Partial<BatchSystem>, message: RegExp])[] = [
  ["is incomplete", { cancel: [] }, /executor\.cancel is empty/],
  ["gets no name", { submit: ["sbatch", "{plan}"] }, /executor\.submit does not contain \{job\}/],
  ["cannot tell jobs apart", { cancel: ["scancel"] }, /executor\.cancel does not contain \{id\} or \{job\}/],
  ["is not installed", { list: ["/nowhere/squeue"] }, /\/nowhere\/squeue is not installed/],
  ["cannot take jobs", { submit: ["sbatch-nowhere", "{job}"] }, /sbatch-nowhere is not installed/],
  ["cannot end jobs", { cancel: ["./nowhere", "{job}"] }, /\.\/nowhere is not installed/],
  [
    "fails",
    { list: ["sh", "-c", "echo trying >&2; echo no login >&2; exit 1"] },
    /Cannot list the jobs: no login/,
  ],
];
for (const [what, own, message] of UNUSABLE) {
  Deno.test(`a batch system that ${what} ends the run before it begins`, async () => {
    await using batch = await made(own);
    await assert.rejects(batch.engine.open(), message);
  });
}
