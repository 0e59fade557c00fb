/**
 * Plans on several machines, with a real server. Nothing here depends on an order or a time: each test waits for what
 * it is about.
 */
import assert from "node:assert/strict";
import { defined } from "../../lib/collections/defined.ts";
import { MERGES_WITH_WF } from "../../lib/plan/integrations/merge_driver_text.ts";
import { ended, Machines, machinesTest, twoTasks as plan, waitsOnce } from "../support/machines.ts";
import { until } from "../support/nats_server.ts";
import { writes } from "../support/plans.ts";

machinesTest("plans run on workers, and the history is that of a local run", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared),
    plan("02", shared),
    { ...plan("03", shared), wave: 2, dependsOn: ["01-01"] },
  ]);
  const worker = await machines.worker("one", "--slots", "2");
  const text = await ended(machines.coordinator());
  await machines.assertComplete();
  assert.match(text, /01-03\/2 Second 03/);
  worker.kill("SIGTERM");
  const ofWorker = await ended(worker);
  assert.match(ofWorker, /01-03 finished here/);
  assert.ok(!ofWorker.includes(MERGES_WITH_WF), "it merges nothing");
  await machines.server.kill();
  assert.match(await ended(machines.coordinator()), /Nothing to do/);
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
  assert.deepEqual((await home.subjects()).slice(1), [
    "feat(01-02): first 02",
    "feat(01-02): second 02",
    "docs(01-02): complete plan: build part 02",
  ]);
  assert.equal(await home.git("-C", told[1]!, "show", "HEAD:01a.txt"), "01a.txt");
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
  await machines.assertComplete();
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
});

machinesTest(
  "interrupted work is continued by a worker elsewhere, also where its ref is still there",
  async () => {
    const run = (command: string) => ({ do: "run", command });
    const wait = { do: "wait", ms: 600_000 };
    const rest = { contains: "- 01b.txt", steps: [run("echo rest >> 01a.txt")] };
    const more = { contains: "- 01a.txt", steps: [run('touch 01b.txt "$SHARED/more"'), wait] };
    const half = { steps: [run('echo half > 01a.txt; touch "$SHARED/began"'), wait] };
    await using machines = await Machines.make(
      () => [{
        plan: "01",
        files: ["01a.txt", "01b.txt"],
        tasks: [{
          name: "First 01",
          files: "01a.txt, 01b.txt",
          script: "true",
          check: "grep -q rest 01a.txt",
        }],
      }],
      { agent: { name: "mock", command: "script.json" } },
      { "script.json": JSON.stringify({ rules: [rest, more, half] }) },
    );
    const { hub } = machines;
    const first = await machines.worker("one");
    const interrupt = async (mark: string) => {
      const interrupted = machines.coordinator();
      await until("the task begins", () => machines.has(mark));
      interrupted.kill("SIGINT");
      const text = await ended(interrupted, 130);
      assert.doesNotMatch(text, /does not answer/);
      return text;
    };
    await interrupt("began");
    assert.equal(await hub.git("for-each-ref", "refs/wf"), "");

    const keep = '#!/bin/sh\ncase "$1 $3" in refs/wf/01-*" "*[1-9a-f]*) ;; refs/wf/01-*) exit 1 ;; esac\n';
    await hub.write({ "hooks/update": keep });
    await Deno.chmod(`${hub.path}/hooks/update`, 0o755);
    assert.match(await interrupt("more"), /The next run removes the refs below/);
    await Deno.remove(`${hub.path}/hooks/update`);

    await first[Symbol.asyncDispose]();
    await machines.worker("two");
    await ended(machines.coordinator());
    assert.equal(await machines.home.read("01a.txt"), "half\nrest\n");
    assert.equal(await machines.home.git("stash", "list"), "");
    assert.equal(await hub.git("for-each-ref", "refs/wf"), "");
  },
);

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
  const marks = ["one", "two", "three"];
  const began = (task: number) => until(`task ${task} begins`, () => machines.has(marks[task - 1]!));
  const steer = async (task: number, ...args: readonly string[]) => {
    await began(task);
    await machines.knows("01-01", task);
    return await machines.call("tell", ...args);
  };
  assert.match(
    await steer(1, "01-01", "Use tabs", "--dry-run"),
    /on another machine, gets your words with the next task/,
  );
  await assert.rejects(
    machines.call("tell", "01-01", "--retry", "--model", "big"),
    /Plan 01-01 is not retried: its worker .* own agent and model\n.*: wf tell 01-01 --retry\n/,
  );
  await steer(1, "01-01", "Name it well", "--interrupt");
  await steer(2, "01-01", "Try blue", "--retry");
  // The coordinator may not know yet that the worker has committed the second task.
  await began(3);
  await machines.send({ action: "skip", plan: "01-01", task: 2, text: "too late" });
  await until(
    "the coordinator says so",
    () => Promise.resolve(/2 was done before it could be/.test(run.text)),
  );
  await steer(3, "01-01", "not needed", "--skip");
  await ended(run);
  assert.match(
    await machines.call("log", "01-01/1"),
    /── prompt, turn 1\n[^]*── turn ended: cancelled\n[^]*── prompt, turn 2\n[^]*Name it well\n[^]*── turn ended: finished\n/,
  );
  assert.equal(await home.read("a.txt"), "half\ntold\n");
  assert.equal(await home.read("b.txt"), "blue\n");
  assert.equal(await home.has("c.txt"), false);
  assert.match(await home.git("log", "--format=%B"), /^Wf-Skipped: 01-01\/3 not needed$/m);
  assert.equal(
    await home.git("stash", "list", "--format=%gs"),
    "wf: left by task 01-01/3\nwf: left by task 01-01/2",
  );
});

machinesTest(
  "ignored files of a plan come from the worker's clone, or are sent if the policy allows it",
  async () => {
    await using machines = await Machines.make(
      () => [{
        plan: "01",
        files: [".env", ".env.test", "a.txt"],
        tasks: [{ name: "First 01", files: "a.txt", script: "cat .env .env.test > a.txt" }],
      }],
      {},
      { ".gitignore": ".env*\n" },
    );
    const { home } = machines;
    await home.write({ ".env": "coordinator\n", ".env.test": "sent\n" });
    const clone = await machines.clone("one");
    await machines.worker("one");
    const refused = await ended(machines.coordinator(), 1);
    assert.match(
      refused,
      /Plan 01-01 declares \.env, \.env\.test, which git ignores, and this clone does not have/,
    );
    assert.match(refused, /wf config --user set executor\.send/);
    await clone.write({ ".env": "worker\n" });
    await home.write({ ".git/home/.wf/policy.json": JSON.stringify({ executor: { send: [".env.test"] } }) });
    assert.match(
      await ended(machines.coordinator()),
      /Sent with plan 01-01, as your policy allows: \.env\.test$/m,
    );
    assert.equal(await home.read("a.txt"), "worker\nsent\n");
    assert.equal(await home.git("log", "--format=", "--name-only", "--", ".env*"), "");
  },
);

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
  await machines.assertComplete();
  assert.match(await machines.all.read("shared/ran"), /^01a\.txt\n(?:01b\.txt\n)+$/);
});

machinesTest("the budget of a run counts what its workers use", async () => {
  const steps = [{ do: "files" }, { do: "use", cost: 1 }];
  await using machines = await Machines.make(
    () => [
      { plan: "01", tasks: [writes("a.txt")], files: ["a.txt"] },
      { plan: "02", tasks: [writes("b.txt")], files: ["b.txt"], wave: 2, dependsOn: ["01-01"] },
    ],
    { agent: { name: "mock", command: "script.json" } },
    { "script.json": JSON.stringify({ rules: [{ steps }] }) },
  );
  await machines.worker("one");
  const text = await ended(machines.coordinator(["--budget", "1usd"]), 3);
  assert.match(text, /The budget of this run is used up: 1\.00 of 1\.00 USD/);
  assert.deepEqual((await machines.home.subjects()).slice(1), [
    "feat(01-01): add a.txt",
    "docs(01-01): complete plan: build part 01",
  ]);
});
