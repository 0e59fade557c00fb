/**
 * Plans on several machines, with a real server. Nothing here depends on an order or a time: each test waits for what
 * it is about.
 */
import assert from "node:assert/strict";
import { defined } from "../../lib/collections/defined.ts";
import { Machines, type Program } from "../support/machines.ts";
import { HAS_NATS, named, until } from "../support/nats_server.ts";
import { type PlanText, writes } from "../support/plans.ts";

/** A plan with two tasks, each of which notes in the shared folder that it has run. */
function plan(
  number: string,
  shared: string,
  more: { readonly begin?: string; readonly first?: string; readonly check?: string } = {},
): PlanText {
  const { begin, first = "", check } = more;
  const task = (name: string, path: string, script = "") => ({
    ...defined({ check: name.startsWith("Second") ? check : undefined }),
    name,
    files: path,
    script: `${script}\necho ${path} >> "${shared}/ran"\necho ${path} > ${path}`,
  });
  return {
    plan: number,
    files: [`${number}a.txt`, `${number}b.txt`],
    tasks: [
      task(`First ${number}`, `${number}a.txt`, begin),
      task(`Second ${number}`, `${number}b.txt`, first),
    ],
  };
}

/** A script that leaves a mark and waits for another, but only where nobody has waited before. */
function waitsOnce(shared: string, mark: string): string {
  return `if mkdir "${shared}/${mark}" 2>/dev/null; then until test -e "${shared}/go"; do sleep 0.05; done; fi`;
}

function subjectsOf(...plans: readonly string[]): readonly string[] {
  return plans.flatMap((number) => [
    `feat(01-${number}): first ${number}`,
    `feat(01-${number}): second ${number}`,
    `docs(01-${number}): complete plan: build part ${number}`,
  ]);
}

/** Fails unless each task is committed exactly once, in the order of a local run, and nothing is left. */
async function assertComplete(machines: Machines, ...plans: readonly string[]): Promise<void> {
  const { home, hub } = machines;
  assert.deepEqual((await home.subjects()).slice(1), subjectsOf(...plans));
  await machines.assertSameAsLocal();
  assert.equal(await home.git("status", "--porcelain"), "");
  assert.equal(await home.git("log", "--format=%b", "--grep=^Wf-Lane"), "");
  assert.equal(await home.git("for-each-ref", "refs/heads/wf"), "");
  assert.equal(await hub.git("for-each-ref", "refs/wf"), "");
}

async function ended(program: Program, code = 0): Promise<string> {
  const output = await program.output;
  assert.equal(output.code, code, output.text);
  return output.text;
}

function machinesTest(name: string, body: () => Promise<void>): void {
  Deno.test({ name: named(name), ignore: !HAS_NATS, fn: body });
}

machinesTest("plans run on workers, and the history is that of a local run", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared),
    plan("02", shared),
    { ...plan("03", shared), wave: 2, dependsOn: ["01-01"] },
  ]);
  const worker = await machines.worker("one", "--slots", "2");
  const text = await ended(machines.coordinator());
  await assertComplete(machines, "01", "02", "03");
  assert.match(text, /01-03\/2 Second 03/);
  worker.kill("SIGTERM");
  assert.match(await ended(worker), /01-03 finished here/);
  await machines.server.kill();
  assert.match(await ended(machines.coordinator()), /Nothing to do/);
});

machinesTest("a worker that is terminated finishes its task, and another continues the plan", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { begin: waitsOnce(shared, "began") }),
  ]);
  // No lease ends during the test.
  const first = await machines.worker("one", "--slots", "2", "--lease", "600");
  const run = machines.coordinator();
  await until("the first task begins", () => machines.has("began"));
  first.kill("SIGTERM");
  await until("it stops", () => Promise.resolve(/released after its current task/.test(first.text)));
  const second = await machines.worker("two", "--lease", "600");
  await machines.leave("go");
  assert.match(await ended(first), /01-01 released to another worker/);
  await ended(run);
  await assertComplete(machines, "01");
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  assert.match(second.text, /01-01 taken/);
});

machinesTest("a plan that changes files of another one stops alone, and its commits are kept", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { begin: "echo other > 02b.txt" }),
    plan("02", shared, { begin: waitsOnce(shared, "began") }),
  ]);
  await machines.worker("one", "--slots", "2");
  const run = machines.coordinator();
  await until("the plan stops", () => Promise.resolve(/plan 01-01: /.test(run.text)));
  await machines.leave("go");
  const text = await ended(run, 1);
  const told = /Task 01-01\/1 changed files .*02b\.txt \(of plan 01-02\); its work is kept in (\S+)/.exec(
    text,
  );
  assert.ok(told, text);
  const { home } = machines;
  assert.deepEqual((await home.subjects()).slice(1), subjectsOf("02"));
  assert.equal(await home.git("-C", told[1]!, "show", "HEAD:01a.txt"), "01a.txt");
});

machinesTest("a worker that is killed in a task is replaced, and only that task is repeated", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
  ]);
  const first = await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  await first[Symbol.asyncDispose]();
  await machines.worker("two");
  await ended(run);
  await assertComplete(machines, "01");
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
});

machinesTest("a worker that returns after its lease is rejected by git", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
  ]);
  const first = await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  first.kill("SIGSTOP");
  await machines.worker("two");
  await ended(run);
  await machines.leave("go");
  first.kill("SIGCONT");
  await until(
    "the first worker has noticed",
    () => Promise.resolve(/lost to another worker/.test(first.text)),
  );
  await assertComplete(machines, "01");
});

machinesTest("a coordinator that is killed continues where it was, and no task is repeated", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
    plan("02", shared),
  ]);
  await machines.worker("one", "--slots", "2");
  const first = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  await first[Symbol.asyncDispose]();
  await machines.leave("go");
  await ended(machines.coordinator());
  await assertComplete(machines, "01", "02");
  const ran = (await machines.all.read("shared/ran")).trim().split("\n").sort();
  assert.deepEqual(ran, ["01a.txt", "01b.txt", "02a.txt", "02b.txt"]);
});

machinesTest("a run survives that the server is killed and starts again", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
    { ...plan("02", shared), wave: 2, dependsOn: ["01-01"] },
  ]);
  await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  await machines.server.kill();
  await machines.leave("go");
  await machines.server.start();
  await ended(run);
  await assertComplete(machines, "01", "02");
});

machinesTest("a remote that refuses the refs ends a run before it begins", async () => {
  await using machines = await Machines.make((shared) => [plan("01", shared)]);
  const { hub, home } = machines;
  await hub.write({ "hooks/pre-receive": "#!/bin/sh\nexit 1\n" });
  await Deno.chmod(`${hub.path}/hooks/pre-receive`, 0o755);
  const text = await ended(machines.coordinator(), 2);
  assert.match(text, /Cannot run lanes on other machines.*refs\/wf/);
  assert.match(text, /git init --bare/);
  assert.deepEqual((await home.subjects()).slice(1), []);
});

machinesTest("of two coordinators of a phase only one runs", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
  ]);
  const other = await machines.clone("other");
  await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  const text = await ended(machines.coordinator([], other), 2);
  assert.match(text, /another clone executes it on other machines \(.*home\)/);
  await machines.leave("go");
  await ended(run);
  await assertComplete(machines, "01");
});

machinesTest("a run that is interrupted stops the worker's task, and a later run continues", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
  ]);
  const worker = await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  run.kill("SIGINT");
  await ended(run, 130);
  await until("the worker has left it", () => Promise.resolve(/01-01 finished here/.test(worker.text)));
  assert.equal(await machines.hub.git("for-each-ref", "refs/wf"), "");
  await ended(machines.coordinator());
  await assertComplete(machines, "01");
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
});

machinesTest("the work that an interrupted task leaves is continued by a worker elsewhere", async () => {
  const run = (command: string) => ({ do: "run", command });
  const rest = { contains: "- 01a.txt", steps: [run("echo rest >> 01a.txt")] };
  const half = { steps: [run('echo half > 01a.txt; touch "$SHARED/began"'), { do: "wait", ms: 600_000 }] };
  await using machines = await Machines.make(
    () => [{
      plan: "01",
      files: ["01a.txt"],
      tasks: [{ name: "First 01", files: "01a.txt", script: "true", check: "grep -q rest 01a.txt" }],
    }],
    { agent: { name: "mock", command: "script.json" } },
    { "script.json": JSON.stringify({ rules: [rest, half] }) },
  );
  const first = await machines.worker("one");
  const interrupted = machines.coordinator();
  await until("the task begins", () => machines.has("began"));
  interrupted.kill("SIGINT");
  assert.doesNotMatch(await ended(interrupted, 130), /does not answer/);
  await first[Symbol.asyncDispose]();
  await machines.worker("two");
  await ended(machines.coordinator());
  assert.equal(await machines.home.read("01a.txt"), "half\nrest\n");
  assert.equal(await machines.home.git("stash", "list"), "");
});

machinesTest("the user steers a task that a worker carries out", async () => {
  const rule = (task: number, command: string, contains?: string) => ({
    task,
    ...defined({ contains }),
    steps: [{ do: "run", command }, ...contains === undefined ? [{ do: "wait", ms: 600_000 }] : []],
  });
  const rules = [
    rule(1, "echo told >> a.txt", "Name it well"),
    rule(1, 'echo half > a.txt; touch "$SHARED/one"'),
    rule(2, "test -e b.txt || echo blue > b.txt", "Try blue"),
    rule(2, 'echo red > b.txt; touch "$SHARED/two"'),
    rule(3, 'echo green > c.txt; touch "$SHARED/three"'),
  ];
  await using machines = await Machines.make(
    () => [{
      plan: "01",
      files: ["a.txt", "b.txt", "c.txt"],
      tasks: ["a", "b", "c"].map((name) => writes(`${name}.txt`)),
    }],
    { agent: { name: "mock", command: "script.json" } },
    { "script.json": JSON.stringify({ rules }) },
  );
  const { home } = machines;
  await machines.worker("one");
  const run = machines.coordinator();
  const steer = async (mark: string, ...args: readonly string[]) => {
    await until(`task ${mark} begins`, () => machines.has(mark));
    return await machines.call("tell", ...args);
  };
  assert.match(
    await steer("one", "01-01", "Use tabs", "--dry-run"),
    /on another machine, gets your words with the next task/,
  );
  await steer("one", "01-01", "Name it well", "--interrupt");
  await steer("two", "01-01", "Try blue", "--retry");
  await steer("three", "01-01", "not needed", "--skip");
  await ended(run);
  assert.equal(await home.read("a.txt"), "half\ntold\n");
  assert.equal(await home.read("b.txt"), "blue\n");
  assert.equal(await home.has("c.txt"), false);
  assert.match(await home.git("log", "--format=%B"), /^Wf-Skipped: 01-01\/3 not needed$/m);
  assert.equal(
    await home.git("stash", "list", "--format=%gs"),
    "wf: left by task 01-01/3\nwf: left by task 01-01/2",
  );
});

const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking">
<what-built>The first file</what-built>
<how-to-verify>Look at it.</how-to-verify>
<resume-signal>Type "approved"</resume-signal>
</task>`;

machinesTest("a checkpoint is asked at the coordinator, and workers continue after its answer", async () => {
  const config = { mode: "interactive", gates: { confirm_plan: false, execute_next_plan: false } };
  await using machines = await Machines.make((shared) => {
    const { tasks: [first, second], ...rest } = plan("01", shared);
    return [{ ...rest, autonomous: false, tasks: [first!, CHECKPOINT, second!] }];
  }, { ...config, parallelization: { skip_checkpoints: false } });
  await machines.worker("one");
  const text = await ended(machines.coordinator(), 3);
  assert.match(text, /01-01\/2/);
  assert.equal(await machines.has("ran"), true);
  await ended(machines.coordinator(["--answer", "01-01/2=approved"]));
  const subjects = (await machines.home.subjects()).slice(1);
  assert.equal(subjects.length, 4);
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  assert.equal(await machines.hub.git("for-each-ref", "refs/wf"), "");
});

machinesTest(
  "what an agent asks is answered at the coordinator, and the answer is in the commit",
  async () => {
    const rules = [
      { plan: "01-01", contains: "in the vault", steps: [{ do: "files" }] },
      { plan: "01-01", steps: [{ do: "say", text: "I tried.\n\nneeds a person: where is the key?" }] },
    ];
    await using machines = await Machines.make(
      () => [{
        plan: "01",
        files: ["a.txt"],
        tasks: [{ name: "First 01", files: "a.txt", script: "true", check: "test -f a.txt" }],
      }],
      { agent: { name: "mock", command: "script.json" } },
      { "script.json": JSON.stringify({ rules }) },
    );
    await machines.worker("one");
    assert.match(await ended(machines.coordinator(), 3), /where is the key\?/);
    await ended(machines.coordinator(["--answer", "01-01/1/person=in the vault"]));
    const message = await machines.home.git("log", "--format=%B", "--grep=^feat(01-01)");
    assert.match(message, /^Wf-Answer: where is the key\? → in the vault$/m);
    assert.equal(await machines.home.git("log", "--format=%b", "--grep=^Wf-Lane"), "");
  },
);

machinesTest("a failed check is that of a local run, and the next run continues with its task", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { check: `test -e "${shared}/go"` }),
  ]);
  await machines.worker("one");
  assert.match(await ended(machines.coordinator(), 1), /test -e .*shared\/go/);
  assert.equal(await machines.hub.git("for-each-ref", "refs/wf"), "");
  await machines.leave("go");
  await ended(machines.coordinator());
  await assertComplete(machines, "01");
  assert.match(await machines.all.read("shared/ran"), /^01a\.txt\n(?:01b\.txt\n)+$/);
});

machinesTest(
  "without a server wf starts one, prints how workers of this machine join, and never leaves it behind",
  async () => {
    await using machines = await Machines.make((shared) => [
      plan("01", shared, { first: waitsOnce(shared, "began") }),
    ]);
    const killed = machines.alone();
    const join = /wf worker --queue (\/\S+\/url)$/m;
    await until("the server has started", () => Promise.resolve(join.test(killed.text)));
    const [, url = ""] = join.exec(killed.text)!;
    await machines.workerAt(url, "one");
    await until("the second task begins", () => machines.has("began"));
    killed.kill("SIGKILL");
    const { hostname, port } = new URL(await Deno.readTextFile(url));
    await until("the server has ended", () => {
      return Deno.connect({ hostname, port: Number(port) }).then((open) => open.close()).then(
        () => false,
        () => true,
      );
    });
    const run = machines.alone();
    await until("the server has started again", () => Promise.resolve(join.test(run.text)));
    await machines.leave("go");
    await ended(run);
    await assertComplete(machines, "01");
    assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  },
);
