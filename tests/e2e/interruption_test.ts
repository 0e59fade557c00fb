import assert from "node:assert/strict";
import { planText, smallProject } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { appears, killAt, LineReader } from "../support/progress.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const SUBJECTS = [
  "start",
  "feat(01-01): add one",
  "feat(01-01): add two",
  "feat(01-01): add three",
  "docs(01-01): complete plan: build part 01",
];

/** A plan whose second task appends to a file, then waits as long as the file `wait` is there. */
async function slowProject(): Promise<Folder> {
  const tasks = [
    { name: "Add one", script: "echo one > one.txt" },
    {
      name: "Add two",
      script: "echo half >> one.txt\necho two > two.txt\nwhile test -f .git/wait; do sleep 0.05; done",
    },
    { name: "Add three", script: "echo three > three.txt" },
  ];
  const files = { ...smallProject() };
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  const folder = await repository({ ...files, [PLAN]: planText({ plan: "01", tasks }) });
  await folder.write({ ".git/wait": "" });
  return folder;
}

for (const signal of ["SIGKILL", "SIGINT"] as const) {
  Deno.test(`after ${signal} the same command continues with the first open task`, async () => {
    await using folder = await slowProject();
    const run = start(["execute-phase", "1"], { cwd: folder.path });
    await appears(folder, "two.txt", run);
    run.kill(signal);
    const { code } = await run.output();
    assert.equal(code, signal === "SIGINT" ? 130 : 137);
    assert.deepEqual(await folder.subjects(), SUBJECTS.slice(0, 2));
    await Deno.remove(`${folder.path}/.git/wait`);

    const again = await wf(["execute-phase", "1"], { cwd: folder.path });
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(await folder.subjects(), SUBJECTS);
    assert.equal(await folder.read("one.txt"), "one\nhalf\n");
    assert.match(again.stderr, /An earlier run was interrupted/);
    assert.match(await folder.git("stash", "list"), /wf: left by task 01-01\/2/);
    assert.equal(await folder.git("show", "stash@{0}:two.txt"), "two");
    assert.equal(await folder.has(".git/wf/lock.json"), false);
  });
}

Deno.test("an interrupt at the terminal that ends a git call that reads ends the run in order", async () => {
  await using folder = await slowProject();
  await Deno.remove(`${folder.path}/.git/wait`);
  // The first status after a task interrupts the whole process group of the terminal, and dies of that.
  const look =
    "case $* in *--no-ahead-behind*) mkdir .git/looked 2>/dev/null && kill -INT 0 && sleep 5;; esac";
  await folder.write({ ".git/bin/git": `#!/bin/sh\n${look}\nPATH=\${PATH#*:} exec git "$@"\n` });
  await Deno.chmod(`${folder.path}/.git/bin/git`, 0o755);
  const env = { PATH: `${folder.path}/.git/bin:${Deno.env.get("PATH")}` };
  const run = await start(["execute-phase", "1"], { cwd: folder.path, env, detached: true }).output();
  assert.equal(run.code, 130, new TextDecoder().decode(run.stderr));
  assert.equal(await folder.has(".git/looked"), true);
  assert.deepEqual(await folder.subjects(), SUBJECTS.slice(0, 2));
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.deepEqual(await folder.subjects(), SUBJECTS);
});

Deno.test("files from before an interrupted run are not stashed", async () => {
  await using folder = await slowProject();
  await folder.write({ "notes.txt": "mine\n" });
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await killAt(folder, "two.txt", run);
  await Deno.remove(`${folder.path}/.git/wait`);
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.equal(await folder.read("notes.txt"), "mine\n");
});

/** Processes that work in a folder. */
async function processesIn(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    const cwd = /^\d+$/.test(name) ? await Deno.readLink(`/proc/${name}/cwd`).catch(() => "") : "";
    if (cwd === path) found.push(name);
  }
  return found;
}

Deno.test({
  name: "SIGINT ends what the agent started",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using folder = await slowProject();
    const run = start(["execute-phase", "1"], { cwd: folder.path });
    await appears(folder, "two.txt", run);
    assert.ok((await processesIn(folder.path)).length > 1);
    run.kill("SIGINT");
    await run.output();
    while ((await processesIn(folder.path)).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  },
});

Deno.test("a second run in the same repository is refused with the first one's process", async () => {
  await using folder = await slowProject();
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await appears(folder, "two.txt", run);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`Another run is in progress: execute-phase 1, process \\d+`));
  await Deno.remove(`${folder.path}/.git/wait`);
  assert.equal((await run.output()).code, 0);
  assert.deepEqual(await folder.subjects(), SUBJECTS);
});

Deno.test("a closed pipe ends the output quietly and not the work", async () => {
  await using folder = await repository(smallProject());
  const run = start(["execute-phase", "1", "--json"], { cwd: folder.path });
  await run.stdout.cancel();
  const { code, stderr } = await finish(run);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  assert.equal((await folder.subjects()).length, 7);
});

async function finish(run: Deno.ChildProcess): Promise<{ code: number; stderr: string }> {
  const stderr = await new Response(run.stderr).text();
  return { code: (await run.status).code, stderr };
}

Deno.test("a document that was partly written when its run was killed does not remain", async () => {
  await using folder = await slowProject();
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await killAt(folder, "two.txt", run);
  await Deno.remove(`${folder.path}/.git/wait`);
  await folder.write({ ".planning/.STATE.md.0123abcd.tmp": "half", ".planning/notes.md": "mine" });
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.equal(await folder.git("status", "--porcelain"), "?? .planning/notes.md");
});

Deno.test("a second SIGINT stops immediately, even if the agent ignores the first", async () => {
  await using folder = await slowProject();
  await folder.write({
    [PLAN]: planText({
      plan: "01",
      tasks: [{
        name: "Stay",
        script: "trap '' TERM INT\nwhile :; do echo x >> .git/log; sleep 0.05; done",
      }],
    }),
  });
  await folder.git("commit", "--quiet", "--all", "--message=stays");
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await appears(folder, ".git/log", run);
  const lines = new LineReader(run.stderr);
  run.kill("SIGINT");
  while (!/Interrupt again to stop immediately/.test(await lines.next()));
  run.kill("SIGINT");
  await Promise.all([lines.end(), run.stdout.cancel()]);
  assert.equal((await run.status).code, 130);
  const size = (await folder.read(".git/log")).length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await folder.read(".git/log")).length, size);
  assert.equal(await folder.has(".git/wf/lock.json"), true);
});

Deno.test("programs of a killed run are ended before the next one begins", async () => {
  await using folder = await slowProject();
  const loop = `if test -e .git/again; then exit 0; fi
(while :; do echo x >> .git/log; sleep 0.05; done) &
touch .git/begun
wait`;
  await folder.write({ [PLAN]: planText({ plan: "01", tasks: [{ name: "Write", script: loop }] }) });
  await folder.git("commit", "--quiet", "--all", "--message=loop");
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await killAt(folder, ".git/begun", run);
  await folder.write({ ".git/again": "" });
  const again = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /Programs left running by an earlier run, now ended: [1-9]/);
  const size = (await folder.read(".git/log")).length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await folder.read(".git/log")).length, size);
});

Deno.test("tracked documents that are never committed stay as a killed run has left them", async () => {
  const config = { mode: "yolo", parallelization: { enabled: false }, planning: { commit_docs: false } };
  const plans = ["01", "02"].map((plan) => {
    const script = plan === "01"
      ? "echo 1 > a.txt"
      : "test -e .git/again || { touch .git/begun; sleep 20; }; echo 2 > b.txt";
    return [
      `.planning/phases/01-base/01-${plan}-PLAN.md`,
      planText({ plan, tasks: [{ name: "Do it", script }] }),
    ];
  });
  await using folder = await repository({ ...smallProject(config), ...Object.fromEntries(plans) });
  const summary = (plan: string) => `.planning/phases/01-base/01-${plan}-SUMMARY.md`;
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await killAt(folder, ".git/begun", run);
  await folder.write({ ".git/again": "" });
  const roadmap = await folder.read(".planning/ROADMAP.md");
  assert.match(roadmap, /1\/2/);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /stash/);
  assert.equal(await folder.git("stash", "list"), "");
  assert.match(await folder.read(".planning/ROADMAP.md"), /2\/2/);
  assert.equal(await folder.has(summary("02")), true);
  const subjects = await folder.subjects();
  assert.deepEqual(subjects.slice(1), ["feat(01-01): do it", "feat(01-02): do it"]);
});
