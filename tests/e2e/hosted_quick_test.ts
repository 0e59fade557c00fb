import assert from "node:assert/strict";
import { call, follow } from "../support/hosting.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const FILES = {
  ".planning/config.json": JSON.stringify({ gates: { confirm_plan: false } }),
  ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: x\n",
};

/** Returns the token of a task, or the ID of a question. */
async function step(promise: ReturnType<typeof call>): Promise<string> {
  const instruction = await promise;
  if (instruction.kind === "task") return instruction.task.token;
  if (instruction.kind === "ask") return instruction.question.id;
  return instruction.text;
}

/** Begins a quick task, and returns the ID of its plan. */
async function begin(folder: Folder, ...args: readonly string[]): Promise<string> {
  return (await step(call(folder, "next", "quick", ...args))).split("/")[0]!;
}

Deno.test("a host does a quick task: a failed check comes back, the user answers, and the same words continue it", async () => {
  await using folder = await repository(FILES);
  const greet = ["Add a greeting", "--check", "grep -q hi hi.txt"];
  const id = await begin(folder, ...greet);
  assert.match(id, /^\d{6}-01$/);
  const other = await wf(["status", "--json"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(JSON.parse(other.stdout).run.command, `quick ${id}`);
  await folder.write({ "hi.txt": "no\n" });
  // The host has ended in the middle, and another one begins.
  assert.equal(await step(call(folder, "next", "quick", "Add a greeting")), `${id}/1#1`);
  const failed = await call(folder, "report", `${id}/1#1`, "done");
  assert.ok(failed.kind === "task" && /The check failed/.test(failed.notes.join()), JSON.stringify(failed));
  const asked = await follow(folder, failed.task.needsPerson!, "Which greeting?");
  assert.ok(asked.kind === "ask" && asked.own !== undefined, JSON.stringify(asked));
  assert.match(asked.own, new RegExp(`^wf next quick ${id} --json --answer ${id}/1/person=`));
  const told = await call(folder, "next", "quick", id, "--answer", `${id}/1/person=hi`);
  assert.ok(told.kind === "task", JSON.stringify(told));
  await folder.write({ "hi.txt": "hi\n" });
  const end = await follow(folder, told.task.done, "done: said hi");
  assert.ok(end.kind === "done", JSON.stringify(end));
  assert.deepEqual([end.text, end.next], [`Quick task ${id} is done. To take it back: wf undo ${id}`, []]);
  assert.deepEqual(await folder.subjects(), [
    "start",
    `docs(${id}): plan: Add a greeting`,
    `feat(${id}): add a greeting`,
    `docs(${id}): complete plan: add a greeting`,
  ]);
  assert.equal(await step(call(folder, "next", "quick", id)), end.text);
  const last = await wf(["status", "--json"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(JSON.parse(last.stdout).run, undefined);
  assert.match(await begin(folder, "Another one"), /-02$/);
});

Deno.test("a quick task that the host reports as failed is kept, and continues in a run without a host", async () => {
  await using folder = await repository(FILES);
  const script = "Greet\n\n```sh\necho hi > hi.txt\n```";
  const id = await begin(folder, script);
  const stopped = await call(folder, "report", `${id}/1#1`, "failed", "no idea");
  assert.ok(stopped.kind === "stopped", JSON.stringify(stopped));
  assert.match(stopped.text, /no idea/);
  assert.deepEqual(stopped.next, [`wf quick ${id}`]);
  const { code, stderr } = await wf(["quick", id, "--yes"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.has(".git/wf/hosted.json"), false);
});

const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /quick needs a task/],
  [[" "], /The task is empty/],
  [["261123-07"], /Cannot find the quick task 261123-07/],
  [["Greet </action>"], /contains an element of plan files/],
  [["Greet", "--plan", "01-01"], /quick has no option --plan/],
  [["Greet", "--set", "mode=yolo"], /Cannot let an agent set mode/],
];

Deno.test("a hosted quick task is refused like any other, and nothing is written", async () => {
  await using folder = await repository(smallProject());
  for (const [args, message] of REFUSED) {
    const { code, stderr } = await wf(["next", "quick", ...args], {
      cwd: folder.path,
      env: homeIn(folder),
    });
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("while a turn of another command is open, a host is refused by name, and ending that turn lets it begin", async () => {
  await using folder = await repository(smallProject());
  await call(
    folder,
    "next",
    "new-milestone",
    "Shop",
    "--milestone",
    "v2.0",
    "--answer",
    "description=Sell tea",
  );
  const status = () => wf(["status"], { cwd: folder.path, env: homeIn(folder) });
  assert.match(
    (await status()).stdout,
    /^A coding agent carries out new-milestone Shop --milestone v2\.0; wf waits for its report of project#1$/m,
  );
  for (const other of [["quick", "Greet"], ["execute-phase", "1"], ["verify-phase", "1"]]) {
    const { code, stderr } = await wf(["next", ...other], { cwd: folder.path, env: homeIn(folder) });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /"wf new-milestone Shop --milestone v2\.0" is in progress.* of project#1\n/);
    assert.match(
      stderr,
      /Complete it: wf next new-milestone Shop --milestone v2\.0 --json; or end it: wf report 'project#1' failed/,
    );
  }
  const agent = { ...homeIn(folder), CLAUDECODE: "1" };
  for (const change of [["undo"], ["redo"], ["skip", "--why", "no need"]]) {
    const { code, stderr } = await wf([...change, "01-01", "--yes"], { cwd: folder.path, env: agent });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /"wf new-milestone Shop --milestone v2\.0" is in progress/);
  }
  const ended = await call(folder, "report", "project#1", "failed", "enough");
  assert.equal(ended.kind, "stopped");
  assert.doesNotMatch((await status()).stdout, /A coding agent/);
  const id = await begin(folder, "Greet", "--yes");
  const { stdout } = await status();
  assert.match(stdout, new RegExp(`^A coding agent carries out quick ${id}; .* report of ${id}/1#1$`, "m"));
  assert.match(stdout, new RegExp(`Next:\n  wf quick ${id}`));
  const asked = await call(folder, "report", `${id}/1#1`, "needs-person", "Which?");
  assert.equal(asked.kind, "ask");
  assert.match(
    (await status()).stdout,
    new RegExp(`carries out quick ${id}; wf waits for your answer$`, "m"),
  );
  assert.equal(await step(call(folder, "next", "execute-phase", "1", "--yes")), "01-01/1#1");
});

Deno.test("a quick task may have several tasks and a checkpoint, and a hook that refuses comes back to the host", async () => {
  const checkpoint = '<task type="checkpoint:human-action"><name>Sign up</name></task>';
  const tasks = [writes("a.txt"), checkpoint, writes("b.txt")];
  const plan = planText({ phase: "261123", plan: "01", autonomous: false, files: ["a.txt", "b.txt"], tasks });
  await using folder = await repository({ ...FILES, ".planning/quick/261123/261123-01-PLAN.md": plan });
  await folder.hook("pre-commit", "test ! -e a.txt || grep -q tidy a.txt || { echo untidy; exit 1; }");
  assert.equal(await step(call(folder, "next", "quick", "261123-01")), "261123-01/1#1");
  await folder.write({ "a.txt": "a\n" });
  const refused = await call(folder, "report", "261123-01/1#1", "done");
  assert.ok(refused.kind === "task", JSON.stringify(refused));
  assert.match(refused.task.prompt, /untidy/);
  await folder.write({ "a.txt": "tidy\n" });
  assert.equal(await step(follow(folder, refused.task.done)), "261123-01/2");
  const last = await call(folder, "next", "quick", "261123-01", "--answer", "261123-01/2=done");
  assert.ok(last.kind === "task", JSON.stringify(last));
  await folder.write({ "b.txt": "b\n" });
  assert.match(await step(follow(folder, last.task.done)), /^Quick task 261123-01 is done\./);
});

Deno.test("while a turn is open, the same command with other options is refused with the one that continues it", async () => {
  await using folder = await repository(smallProject());
  const only = ["--plan", "1", "--set", "agent.retries=1"];
  assert.equal(await step(call(folder, "next", "execute-phase", "01", ...only)), "01-01/1#1");
  const { code, stderr } = await wf(["next", "execute-phase", "1"], {
    cwd: folder.path,
    env: homeIn(folder),
  });
  assert.equal(code, 2, stderr);
  const [, again = ""] = /Complete it: wf next (.*) --json;/.exec(stderr) ?? [];
  assert.equal(again, "execute-phase 1 --plan 01-01 --set agent.retries=1");
  assert.equal(await step(call(folder, "next", ...again.split(" "))), "01-01/1#1");
});

Deno.test("a task that the user wanted to skip in an earlier run is skipped when a host goes on", async () => {
  await using folder = await repository(smallProject());
  const skip = { project: "", plan: "01-01", task: 1, text: "not needed", skip: true };
  await folder.write({ ".git/wf/said.json": JSON.stringify([skip]) });
  assert.equal(await step(call(folder, "next", "execute-phase", "1")), "01-01/2#1");
  assert.match(await folder.git("log", "-1", "--format=%B"), /^Wf-Skipped: 01-01\/1 not needed$/m);
});

Deno.test("a task that a host carries out for one project is not lost to another one, which has quick tasks of its own", async () => {
  await using folder = await repository({ ...FILES, "web/.planning/ROADMAP.md": "# Roadmap\n" });
  const id = await begin(folder, "Greet", "--yes");
  await folder.write({ "hi.txt": "hi\n" });
  const web = ["--cwd", `${folder.path}/web`];
  for (const other of [["quick", "Greet"], ["new-milestone", "Shop", "--answer", "description=Sell tea"]]) {
    const refused = await wf(["next", ...other, ...web], { cwd: folder.path, env: homeIn(folder) });
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(
      refused.stderr,
      /is in progress in the project above, .*\n.*wf next quick \S+ --cwd \S+ --json/,
    );
  }
  assert.match(await step(call(folder, "report", `${id}/1#1`, "needs-person", "Which?")), /person$/);
  assert.equal(await begin(folder, "Greet", "--yes", ...web), id);
});

Deno.test("a hosted quick task is refused before it is recorded in a project that the user has not trusted", async () => {
  await using folder = await repository(FILES);
  const env = { ...homeIn(folder), WF_TRUST: "" };
  const { code } = await wf(["next", "quick", "Greet"], { cwd: folder.path, env });
  assert.equal(code, 3);
  assert.deepEqual(await folder.subjects(), ["start"]);
});
