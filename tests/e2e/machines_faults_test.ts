/**
 * Faults of machines, of the queue and of the network, with a real server. Nothing here depends on an order or a time:
 * each test waits for what it is about.
 */
import assert from "node:assert/strict";
import { runKilled } from "../support/machine_kills.ts";
import { ended, Machines, machinesTest, twoTasks as plan, waitsOnce } from "../support/machines.ts";
import { until } from "../support/nats_server.ts";

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
  await machines.assertComplete();
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  assert.match(second.text, /01-01 taken/);
});

machinesTest(
  "a worker that is killed in a task is replaced, whatever their clocks show, and only that task is repeated",
  async () => {
    await using machines = await Machines.make((shared) => [
      plan("01", shared, { first: waitsOnce(shared, "began") }),
    ]);
    machines.ahead = -3_600_000;
    const first = await machines.worker("one");
    machines.ahead = 0;
    const run = machines.coordinator();
    await until("the second task begins", () => machines.has("began"));
    await first[Symbol.asyncDispose]();
    machines.ahead = 3_600_000;
    await machines.worker("two");
    await ended(run);
    await machines.assertComplete();
    assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  },
);

machinesTest(
  "a worker that returns after its lease is rejected by git, and its commit is in the stash",
  async () => {
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
    const clone = await machines.clone("one");
    assert.equal(await clone.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/2");
    assert.equal(await clone.git("diff", "--name-only", "stash@{0}^", "stash@{0}"), "01b.txt");
    await machines.assertComplete();
  },
);

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
  await machines.assertComplete();
  const ran = (await machines.all.read("shared/ran")).trim().split("\n").sort();
  assert.deepEqual(ran, ["01a.txt", "01b.txt", "02a.txt", "02b.txt"]);
});

machinesTest("a run that ends before it continues a plan of a killed one leaves it to the next", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { begin: waitsOnce(shared, "began") }),
  ]);
  const worker = await machines.worker("one");
  const killed = machines.coordinator();
  await until("the first task begins", () => machines.has("began"));
  killed.kill("SIGSTOP");
  await machines.leave("go");
  await until("the worker has left it", () => Promise.resolve(/01-01 finished here/.test(worker.text)));
  await killed[Symbol.asyncDispose]();
  const text = await ended(machines.coordinator(["--set", "mode=interactive"]), 3);
  const told =
    /"origin" keeps the commits of tasks 01-01\/1, 01-01\/2, in (refs\/wf\/01-\S+\/01-01)\. The next run/;
  const ref = told.exec(text)?.[1];
  assert.ok(ref !== undefined, text);
  assert.equal(
    await machines.hub.git("log", "--format=%s", "--grep=^feat", ref),
    "feat(01-01): second 01\nfeat(01-01): first 01",
  );
  await ended(machines.coordinator());
  await machines.assertComplete();
  assert.equal(await machines.home.git("stash", "list"), "");
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
});

machinesTest(
  "a worker with another remote than the run says so on both machines, and another takes the plan",
  async () => {
    await using machines = await Machines.make((shared) => [plan("01", shared)]);
    const { all, hub } = machines;
    await all.git("clone", "--quiet", "--bare", hub.path, "other.git");
    const clone = await machines.clone("one");
    await clone.git("remote", "add", "other", `${all.path}/other.git`);
    const wrong = await machines.worker("one", "--set", "executor.remote=other");
    const run = machines.coordinator();
    const said = /Cannot find plan 01-01 on "other": its run has ended, or uses another remote/;
    await until("the worker says so", () => Promise.resolve(said.test(wrong.text)));
    await until("the run says so", () => Promise.resolve(said.test(run.text)));
    await machines.worker("two");
    await ended(run);
    await machines.assertComplete();
  },
);

machinesTest("a coordinator and a worker that are killed after a push of git continue from it", async () => {
  // The coordinator has tried the remote, then begun a plan, and its worker has committed the first task.
  const { kills } = await runKilled({ coordinator: [8, 34], worker: [37] });
  assert.ok(kills > 0);
});

machinesTest("a run survives that the network is cut, and the queue is killed and starts again", async () => {
  await using machines = await Machines.make((shared) => [
    plan("01", shared, { first: waitsOnce(shared, "began") }),
    { ...plan("02", shared), wave: 2, dependsOn: ["01-01"] },
  ]);
  await machines.worker("one");
  const run = machines.coordinator();
  await until("the second task begins", () => machines.has("began"));
  machines.network.cut();
  await machines.leave("go");
  await until("the commit arrives without the queue", () => Promise.resolve(/second 01/.test(run.text)));
  await machines.server.kill();
  machines.network.restore();
  await machines.server.start();
  await ended(run);
  await machines.assertComplete();
  assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n02a.txt\n02b.txt\n");
});

machinesTest("a remote that refuses the refs, or to remove them, ends a run before it begins", async () => {
  await using machines = await Machines.make((shared) => [plan("01", shared)]);
  const { hub, home } = machines;
  const keeps = "while read -r old new ref; do case $new in *[1-9a-f]*) ;; *) exit 1 ;; esac; done";
  for (const script of ["exit 1", keeps]) {
    await hub.write({ "hooks/pre-receive": `#!/bin/sh\n${script}\n` });
    await Deno.chmod(`${hub.path}/hooks/pre-receive`, 0o755);
    const text = await ended(machines.coordinator(), 2);
    assert.match(text, /Cannot run lanes on other machines.*refs\/wf/);
    assert.match(text, /git init --bare/);
    assert.deepEqual((await home.subjects()).slice(1), []);
  }
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
  await machines.assertComplete();
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
    await machines.assertComplete();
    assert.equal(await machines.all.read("shared/ran"), "01a.txt\n01b.txt\n");
  },
);
