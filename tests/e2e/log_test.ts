import assert from "node:assert/strict";
import type { RunList } from "../../schemas/run_log.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { appears } from "../support/progress.ts";

async function runs(folder: Folder): Promise<RunList["runs"]> {
  const { code, stdout, stderr } = await wf(["runs", "--json"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const list: RunList = JSON.parse(stdout);
  assert.equal(await schemaProblems("runs", list), "");
  return list.runs;
}

async function log(folder: Folder, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await wf(["log", ...args], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  return stdout;
}

Deno.test("a run is logged: its events, and what the agent was given for each task", async () => {
  await using folder = await repository(smallProject());
  await wf(["execute-phase", "1"], { cwd: folder.path });
  const [run, ...others] = await runs(folder);
  assert.deepEqual(others, []);
  assert.deepEqual([run?.command, run?.end?.exitCode, run?.state], ["execute-phase 1", 0, "done"]);
  const whole = await log(folder);
  assert.match(whole, /^Run \d{8}-\d{6} · execute-phase 1 · .* UTC · done\n/);
  assert.match(whole, /● 01-01\/1[^]*✓ plan 01-02 complete[^]*6 commits in/);
  assert.doesNotMatch(whole, /── prompt/);
  const plan = await log(folder, "1-1");
  assert.match(plan, /01-01\/2[^]*✓ plan 01-01 complete/);
  assert.doesNotMatch(plan, /01-02/);
  const task = await log(folder, "01-01/2", "--run", run!.id.slice(0, 8));
  const order = [
    /● 01-01\/2/,
    /── session: shell, execution/,
    /── prompt, turn 1\n/,
    /── turn ended: finished/,
    /✓/,
  ];
  const places = order.map((pattern) => task.search(pattern));
  assert.deepEqual(places, [...places].sort((a, b) => a - b), task);
  assert.equal(places.includes(-1), false, task);
});

Deno.test("log --json prints the entries as they were logged, in the published formats", async () => {
  await using folder = await repository(smallProject());
  const { stdout } = await wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  assert.equal(await log(folder, "--json"), stdout);
  const lines = (await log(folder, "01-01/1", "--json")).trim().split("\n").map((line) => JSON.parse(line));
  const kinds = ["session-opened", "prompt", "turn-ended", "check"];
  const isTurn = ({ kind }: { kind: string }) => kinds.includes(kind);
  assert.deepEqual(lines.filter(isTurn).map(({ kind }) => kind), kinds);
  for (const line of lines) {
    assert.equal(await schemaProblems(isTurn(line) ? "transcript-entry" : "event", line), "");
  }
});

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";

/** A project whose second task ends once the file `.git/go` is there. */
async function slowProject(): Promise<Folder> {
  const wait = "touch .git/waits\nuntil test -f .git/go; do sleep 0.02; done\necho two > two.txt";
  const tasks = [writes("one.txt"), { name: "Add two", script: wait }];
  return await repository({ ...smallProject(), [PLAN]: planText({ plan: "01", tasks }) });
}

Deno.test("the log of a killed run is readable to its last event", async () => {
  await using folder = await slowProject();
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await appears(folder, ".git/waits", run);
  assert.equal((await runs(folder))[0]?.state, "running");
  const during = await wf(["status"], { cwd: folder.path });
  assert.match(
    during.stdout,
    /^Running: execute-phase 1, for .* s\n {2}01-01 {2}1\/2 tasks, task 2 Add two\n/m,
  );
  assert.match(during.stdout, /Next:\n {2}wf log --follow\n$/);
  run.kill("SIGKILL");
  await run.output();
  await folder.write({ ".git/go": "" });
  const [killed] = await runs(folder);
  assert.deepEqual([killed?.state, killed?.end], ["killed", undefined]);
  assert.match(await log(folder), / · killed\n[^]*● 01-01\/2 Add two\n$/);
  assert.match(await log(folder, "01-01/2"), /── prompt, turn 1[^]*until test -f \.git\/go/);
  const after = await wf(["status"], { cwd: folder.path });
  assert.match(
    after.stdout,
    /^Last run: execute-phase 1, killed after .* s\n {2}01-01 {2}1\/2 tasks, task 2 Add two\n/m,
  );
  assert.match(after.stdout, /^ {2}wf log --run \d{8}-\d{6}\n[^]*Next:\n {2}wf execute-phase 1\n/m);
  await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.doesNotMatch((await wf(["status"], { cwd: folder.path })).stdout, /Last run/);
  assert.deepEqual((await runs(folder)).map(({ end }) => end?.exitCode), [0, undefined]);
  // The newest run that has the target is shown.
  assert.match(await log(folder, "01-01/1"), / · killed\n/);
  assert.match(await log(folder, "01-01/2"), / · done\n/);
});

Deno.test("log --follow shows what happens until the run ends", async () => {
  await using folder = await slowProject();
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await appears(folder, ".git/waits", run);
  const following = start(["log", "--follow"], { cwd: folder.path });
  const seen = following.output();
  await folder.write({ ".git/go": "" });
  await run.output();
  const { code, stdout } = await seen;
  assert.equal(code, 0);
  const text = new TextDecoder().decode(stdout);
  assert.match(text, /^Run .* · (?:running|done)\n/);
  assert.equal(text.match(/● 01-01\/2 Add two/g)?.length, 1, text);
  assert.match(text, /6 commits in[^]*Next:/);
});

Deno.test("a run that stops is listed with its reason", async () => {
  const failing = { name: "Fail", files: "x.txt", script: "true", check: "test -f never" };
  await using folder = await repository({
    ...smallProject(),
    [PLAN]: planText({ plan: "01", tasks: [failing] }),
  });
  const { code } = await wf(["execute-phase", "1"], { cwd: folder.path });
  const [run] = await runs(folder);
  assert.deepEqual([run?.end?.exitCode, code], [1, 1]);
  assert.match(run?.end?.reason ?? "", /test -f never/);
  const { stdout } = await wf(["runs"], { cwd: folder.path });
  assert.match(stdout, /^\d{8}-\d{6} {2}execute-phase 1 {2}failed +\d.* s {2}.*test -f never/);
});

Deno.test("a run that was killed at a question has not worked since it was asked", async () => {
  await using folder = await repository(smallProject());
  const id = "20261123-040506";
  const question = { id: "merge", kind: "merge", title: "Merge?", details: "", choices: [], open: false };
  const events = [
    { elapsed: 1000, kind: "question-asked", question },
    { elapsed: 61_000, kind: "question-answered", question: "merge", answer: "skip", by: "person" },
    { elapsed: 62_000, kind: "question-asked", question },
  ];
  const record = {
    formatVersion: 1,
    id,
    command: "execute-phase 1",
    project: "",
    startedAt: new Date(Date.now() - 90_000).toISOString(),
    version: "1.0.0",
    pid: 1,
    host: "gone",
  };
  await folder.write({
    [`.git/wf/runs/${id}/run.json`]: JSON.stringify(record),
    [`.git/wf/runs/${id}/events.jsonl`]: events.map((event) =>
      `${JSON.stringify({ formatVersion: 1, ...event })}\n`
    ).join(""),
  });
  const [run] = await runs(folder);
  assert.deepEqual([run?.state, run?.milliseconds], ["killed", 2000]);
});

Deno.test("the calls of a hosted run are one run, which is running until the host has reported all", async () => {
  await using folder = await slowProject();
  const { stdout } = await wf(["next", "execute-phase", "1", "--json"], { cwd: folder.path });
  const { task } = JSON.parse(stdout);
  await folder.write({ "one.txt": "one\n" });
  const report = task.done.split(" ").slice(1).map((word: string) => word.replaceAll("'", ""));
  const reported = await wf(report, { cwd: folder.path });
  assert.equal(reported.code, 0, reported.stderr);
  const found = await runs(folder);
  assert.deepEqual(found.map(({ state }) => state), ["running"]);
  assert.match(await log(folder, "01-01/1"), /── session: host[^]*── prompt, turn 1[^]*add one/);
});

Deno.test("what an agent is asked besides tasks is logged by its role", async () => {
  const PHASE = ".planning/phases/01-base";
  const text = planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] });
  const rules = [{ role: "planning", steps: [{ do: "ask", path: `${PHASE}/01-01-PLAN.md`, text }] }];
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      agent: { name: "mock", command: "script.json", retries: 0 },
      workflow: { research: false, plan_check: false },
    }),
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: A file\n",
    "script.json": JSON.stringify({ rules }),
  });
  await wf(["plan-phase", "1"], { cwd: folder.path });
  assert.equal((await runs(folder))[0]?.command, "plan-phase 1");
  assert.match(await log(folder), /^Run .*\n {2}● planning\n/);
  const planning = await log(folder, "planning");
  assert.match(planning, /── session: mock \(mock-a\), planning/);
  assert.match(planning, /edit .*01-01-PLAN\.md: allowed/);
});

Deno.test("log.keep_runs limits how many runs are kept", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", log: { keep_runs: 2 } }));
  for (let run = 0; run < 3; run++) await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal((await runs(folder)).length, 2);
});

Deno.test("a log that is not there is reported with what to do", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["log"], { cwd: folder.path });
  assert.deepEqual([code, stderr.includes("No run is logged here yet")], [2, true]);
  assert.match((await wf(["runs"], { cwd: folder.path })).stdout, /^No run is logged here yet\n$/);
  await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.match(
    (await wf(["log", "09-09"], { cwd: folder.path })).stderr,
    /Cannot find "09-09" in the log[^]*wf runs/,
  );
  assert.match((await wf(["log", "--run", "1999"], { cwd: folder.path })).stderr, /Cannot find a run "1999"/);
});

Deno.test("a call that is refused before anything happens is no run", async () => {
  await using folder = await repository(smallProject());
  const undo = () => wf(["undo", "99"], { cwd: folder.path });
  assert.equal((await undo()).code, 2);
  assert.deepEqual(await runs(folder), []);
  await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal((await undo()).code, 2);
  assert.deepEqual((await runs(folder)).map(({ command }) => command), ["execute-phase 1"]);
});
