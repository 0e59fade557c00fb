/**
 * Plans as jobs of a batch system.
 */
import assert from "node:assert/strict";
import { SmallBatchSystem } from "../support/batch_system.ts";
import { HAS_SLURM, Slurm } from "../support/slurm.ts";
import { Program } from "../support/machines.ts";
import { until } from "../support/nats_server.ts";
import type { PlanText } from "../support/plans.ts";
import { homeAt, program, wf } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { onePlan, projectWith } from "../support/wide.ts";

/** The clones of jobs have no other. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
};

/**
 * A project with its remote, and a batch system for its plans.
 *
 * @param name The executor; another one than `batch` has its own programs.
 * @param env Further variables.
 */
async function made(
  plans: (shared: string) => readonly PlanText[],
  { name = "batch", env = {} }: { readonly name?: string; readonly env?: Readonly<Record<string, string>> } =
    {},
) {
  const [all, system] = [await Folder.make(), await SmallBatchSystem.make()];
  const path = Deno.realPathSync(all.path);
  const [home, hub] = [Folder.at(`${path}/home`), Folder.at(`${path}/hub.git`)];
  const [command, first] = program();
  const job = [
    "sh",
    "-c",
    'exec "$@" --clone "$WF_CLONE"',
    "job",
    command,
    ...first,
    "worker",
    "--job",
    "{job}",
  ];
  const executor = { name, ...name === "batch" ? system.programs(...job) : {} };
  const verifier = { workflow: { verifier: false }, executor };
  await Deno.mkdir(home.path);
  await home.write(projectWith(plans(path), verifier));
  await home.init();
  await all.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git");
  await home.git("remote", "add", "origin", "../hub.git");
  return {
    all,
    home,
    hub,
    system,
    run: (...argv: readonly string[]) =>
      new Program(argv.length === 0 ? ["execute-phase", "1"] : argv, {
        cwd: home.path,
        ahead: 0,
        env: { ...homeAt(`${path}/user`), ...IDENTITY, WF_TRUST: "1", WF_SANDBOX: "off", ...env },
      }),
    [Symbol.asyncDispose]: async () => {
      await until("all jobs have ended", async () => (await system.jobs()).length === 0);
      await system[Symbol.asyncDispose]();
      await all[Symbol.asyncDispose]();
    },
  };
}

Deno.test("plans are jobs of a batch system, and one that depends on another is submitted after it", async () => {
  await using batch = await made(() => [
    onePlan("01", "echo 01 > 01.txt"),
    onePlan("02", "echo 02 > 02.txt"),
    { ...onePlan("03", "cat 01.txt 02.txt > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] },
  ]);
  await using run = batch.run();
  const { code, text } = await run.end();
  assert.equal(code, 0, text);
  assert.match(text, /What the agents of jobs say and use is in the output of the jobs/);
  const { home, hub, system } = batch;
  const subjects = ["01", "02", "03"].flatMap((plan) => [
    `feat(01-${plan}): do ${plan}`,
    `docs(01-${plan}): complete plan: build part ${plan}`,
  ]);
  assert.deepEqual((await home.subjects()).slice(1), subjects);
  assert.equal(await home.read("03.txt"), "01\n02\n");
  assert.equal(await home.git("status", "--porcelain"), "");
  assert.equal(await hub.git("for-each-ref", "refs/wf"), "");
  const submitted = (await system.calls("submit")).map((call) => /01-0\d(?=-[0-9a-f]{8} )/.exec(call)![0]);
  assert.deepEqual(submitted.toSorted(), ["01-01", "01-02", "01-03"]);
  assert.equal(submitted.at(-1), "01-03");
});

Deno.test("an interrupted run ends its jobs", async () => {
  await using batch = await made((shared) => [
    onePlan("01", `touch ${shared}/began; until test -e ${shared}/go; do sleep 0.05; done`),
  ]);
  await using run = batch.run();
  await until("the task begins", () => batch.all.has("began"));
  run.kill("SIGINT");
  const { code, text } = await run.end();
  assert.equal(code, 130, text);
  await until("its job has ended", async () => (await batch.system.jobs()).length === 0);
  assert.equal(await batch.hub.git("for-each-ref", "refs/wf"), "");
});

Deno.test("a job that no run waits for says so, and an address that is none is named before anything runs", async () => {
  await using batch = await made(() => [onePlan("01", "echo 01 > 01.txt")]);
  await using job = batch.run("worker", "--job", "wf-01-01-ab");
  const ended = await job.end();
  assert.equal(ended.code, 0, ended.text);
  assert.match(ended.text, /No plan waits for job wf-01-01-ab: /);
  const flags = ["--executor", "nats", "--set", "executor.server=build-1:4222"];
  await using run = batch.run("execute-phase", "1", ...flags);
  const { code, text } = await run.end();
  assert.equal(code, 2, text);
  assert.match(text, /Cannot use the queue "build-1:4222"\n.*--set executor\.server=nats:\/\/<host>:4222/);
});

Deno.test({
  name: `plans are jobs of a real Slurm${HAS_SLURM ? "" : " (skipped: Slurm and munge are not installed)"}`,
  ignore: !HAS_SLURM,
  fn: async () => {
    await using slurm = await Slurm.start();
    const [command, first] = program();
    const words = [command, ...first].map((word) => `'${word}'`).join(" ");
    await slurm.folder.write({ "bin/wf": `#!/bin/sh\nexec ${words} "$@"\n` });
    await Deno.chmod(`${slurm.folder.path}/bin/wf`, 0o755);
    const env = { ...slurm.env, PATH: `${slurm.folder.path}/bin:${Deno.env.get("PATH")}` };
    const plans = () => [
      onePlan("01", "echo $SLURM_JOB_NAME > 01.txt"),
      { ...onePlan("02", "cat 01.txt > 02.txt"), wave: 2, dependsOn: ["01-01"] },
    ];
    await using batch = await made(plans, { name: "slurm", env });
    await using run = batch.run();
    const { code, text } = await run.end();
    assert.equal(code, 0, text);
    assert.match(await batch.home.read("02.txt"), /^wf-01-[0-9a-f]+-01-01-[0-9a-f]{8}\n$/);
    assert.equal(await batch.hub.git("for-each-ref", "refs/wf"), "");
    await until("no job is left", async () => (await slurm.jobs()).length === 0);
  },
});

Deno.test("a coding agent cannot start a worker, and no repository is cloned for it", async () => {
  await using folder = await Folder.make();
  const env = { ...homeAt(folder.path), CLAUDECODE: "1" };
  for (const how of [["--queue", "nats://127.0.0.1:1"], ["--clone", `${folder.path}/none`]]) {
    const { code, stderr } = await wf(["worker", ...how], { cwd: folder.path, env });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error Cannot start a worker: a coding agent calls/);
  }
});
