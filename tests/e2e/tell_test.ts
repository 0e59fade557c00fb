import assert from "node:assert/strict";
import type { RunEvent } from "../../schemas/event.ts";
import type { MockRule, MockScript } from "../../schemas/mock_script.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { appears } from "../support/progress.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const FILES = { do: "files" } as const;

/** A turn that writes the task's file, and does not end unless it is cancelled. */
function works(task: number, name: string): MockRule {
  const steps: MockRule["steps"] = [
    FILES,
    { do: "run", command: `touch .git/${name}` },
    { do: "wait", ms: 600_000 },
  ];
  return { plan: "01-01", task, turn: 1, steps };
}

/** A turn that writes the task's file, and ends once the agent's plan has been steered. */
function ends(task: number, name: string): MockRule {
  const command = `touch .git/${name}; until test -f .git/steered; do sleep 0.02; done`;
  return { plan: "01-01", task, turn: 1, steps: [FILES, { do: "run", command }] };
}

/** A project of one plan with two tasks, and another that depends on it. */
async function project(...rules: readonly MockRule[]): Promise<Folder> {
  return await projectOf({ rules });
}

async function projectOf(script: MockScript): Promise<Folder> {
  return await repository({
    ...smallProject({
      mode: "yolo",
      agent: { name: "mock", command: "script.json", retries: 0 },
      workflow: { verifier: false },
    }),
    "script.json": JSON.stringify(script),
    [PLAN]: planText({ plan: "01", tasks: [writes("one.txt"), writes("two.txt")] }),
  });
}

interface Steered {
  readonly code: number;
  readonly stderr: string;
  readonly events: readonly RunEvent[];
}

/** Runs the phase, and steers it: each time the agent is in the turn of that name. */
async function steered(
  folder: Folder,
  steps: Readonly<Record<string, readonly string[]>>,
  ...flags: readonly string[]
): Promise<Steered> {
  const run = wf(["execute-phase", "1", "--json", ...flags], { cwd: folder.path });
  for (const [name, args] of Object.entries(steps)) {
    await appears(folder, `.git/${name}`, run);
    const { code, stdout, stderr } = await wf(["tell", ...args, "--json"], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    assert.equal(await schemaProblems("tell", JSON.parse(stdout)), "");
    await folder.write({ ".git/steered": "" });
  }
  const { code, stdout, stderr } = await run;
  const events: RunEvent[] = stdout.trim().split("\n").map((line) => JSON.parse(line));
  for (const event of events) assert.equal(await schemaProblems("event", event), "");
  return { code, stderr, events };
}

/** The notices about plans. */
function noticesOf(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.kind === "notice" && event.message.startsWith("Plan ") ? [event.message] : []
  );
}

async function message(folder: Folder, task: number): Promise<string> {
  const only = ["--grep=Wf-Plan: 01-01", `--grep=Wf-Task: ${task}`, "--all-match"];
  return await folder.git("log", "--format=%B", ...only);
}

async function transcript(folder: Folder, task: number): Promise<string> {
  return (await wf(["log", `01-01/${task}`], { cwd: folder.path })).stdout;
}

Deno.test("words reach the agent before the commit, at once with --interrupt, and are in the commit", async () => {
  await using folder = await project(ends(1, "first"), works(2, "second"));
  const { code, events, stderr } = await steered(folder, {
    first: ["01-01", "Use the old API"],
    second: ["1-1/2", "Name it well", "--interrupt"],
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    events.flatMap((event) => event.kind === "steered" ? [[event.plan, event.task, event.action]] : []),
    [["01-01", 1, "tell"], ["01-01", 2, "interrupt"]],
  );
  assert.match(
    await transcript(folder, 1),
    /── turn ended: finished\n[^]*── prompt, turn 2\n[^]*The user tells you:\n\n```\nUse the old API\n/,
  );
  assert.match(
    await transcript(folder, 2),
    /── turn ended: cancelled\n[^]*── prompt, turn 2\n[^]*```\nName it well\n/,
  );
  assert.match(await message(folder, 1), /Use the old API/);
  assert.match(await message(folder, 2), /Name it well/);
});

Deno.test("words reach an agent that takes them during its turn, and are in the commit", async () => {
  await using folder = await projectOf({
    steering: true,
    rules: [{
      plan: "01-01",
      task: 1,
      turn: 1,
      steps: [FILES, { do: "run", command: "touch .git/first" }, { do: "get-words" }],
    }],
  });
  const { events } = await steered(folder, { first: ["01-01/1", "Use the old API"] });
  const notices = noticesOf(events);
  assert.deepEqual(notices, ["Plan 01-01: the agent got your words during its turn"]);
  const log = await transcript(folder, 1);
  assert.match(log, /Got: The user tells you:\n\n```\nUse the old API\n```\n[^]*── turn ended: finished/);
  assert.doesNotMatch(log, /prompt, turn 2/);
  assert.match(await message(folder, 1), /Use the old API/);
});

Deno.test("a task is retried with another model, and the next one has that of its tier again", async () => {
  await using folder = await project({ ...works(1, "first"), model: "mock-b" }, {
    model: "big",
    task: 2,
    steps: [],
  });
  const { code, events } = await steered(folder, { first: ["01-01", "--retry", "--model", "big"] });
  assert.equal(code, 0);
  const said = events.flatMap((event) => event.kind === "steered" ? [event.text] : []);
  assert.deepEqual(said, ["with model big"]);
  const models = async (task: number) => (await transcript(folder, task)).match(/session: mock \([\w-]+\)/g);
  assert.deepEqual(await models(1), ["session: mock (mock-b)", "session: mock (big)"]);
  assert.deepEqual(await models(2), ["session: mock (mock-b)"]);
});

Deno.test("a task is not retried with an agent that the run does not have", async () => {
  await using folder = await project(ends(1, "first"));
  const run = wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  await appears(folder, ".git/first", run);
  const codex = await wf(["tell", "01-01", "--retry", "--agent", "codex"], { cwd: folder.path });
  assert.match(codex.stderr, /Plan 01-01 is not retried: this run has no agent "codex", only mock/);
  const others = [["01-01", "x", "--model", "big"], ["01-01", "--retry", "--agent", "none"]];
  for (const args of others) assert.equal((await wf(["tell", ...args], { cwd: folder.path })).code, 2);
  await folder.write({ ".git/steered": "" });
  const { code, stdout } = await run;
  assert.deepEqual([codex.code, code], [2, 0]);
  assert.doesNotMatch(stdout, /"kind":"steered"/);
});

Deno.test("a task is retried in a new session without its changes, which are in the stash", async () => {
  await using folder = await project(works(1, "first"), {
    plan: "01-01",
    task: 1,
    turn: 2,
    steps: [FILES],
  });
  await steered(folder, { first: ["01-01", "--retry"] });
  assert.equal(await folder.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/1");
  assert.equal(await folder.git("show", "stash@{0}:one.txt"), "01-01/1 wrote this");
  assert.equal(await folder.read("one.txt"), "01-01/1 wrote this\n");
  assert.equal((await transcript(folder, 1)).match(/^# Task 1 of 2/gm)?.length, 2);
});

Deno.test("a skipped task is recorded as skipped, and a plan that depends on its plan asks", async () => {
  await using folder = await project(works(1, "first"));
  const { code, events } = await steered(folder, { first: ["01-01", "not needed", "--skip"] });
  assert.equal(code, 3);
  assert.match(await folder.git("log", "--format=%B"), /^Wf-Skipped: 01-01\/1 not needed$/m);
  assert.equal(await folder.has("one.txt"), false);
  assert.equal(await folder.read("two.txt"), "01-01/2 wrote this\n");
  assert.match(await folder.read(".planning/phases/01-base/01-01-SUMMARY.md"), /## Skipped Tasks\n/);
  const end = events.at(-1);
  const question = end?.kind === "run-finished" && end.outcome.kind === "waiting"
    ? end.outcome.question
    : undefined;
  assert.match(question?.title ?? "", /Plan 01-02 depends on skipped tasks: 01-01\/1 \(not needed\)/);
  const again = await wf(["execute-phase", "1", "--json", "--answer", "01-02/skipped=yes"], {
    cwd: folder.path,
  });
  assert.match(again.stdout, /"verdict":\{"word":"skipped","count":1\}/);
});

Deno.test("an interrupted turn waits for words when nobody can be asked, and continues with them", async () => {
  await using folder = await project({ contains: "Use tabs", steps: [FILES] }, works(1, "first"));
  const { code, events } = await steered(folder, { first: ["01-01", "--interrupt"] });
  assert.equal(code, 3);
  const end = events.at(-1);
  const [next = ""] = end?.kind === "run-finished" ? end.next : [];
  assert.match(next, /--answer '?01-01\/1\/interrupted=/);
  const answer = ["--answer", "01-01/1/interrupted=Use tabs"];
  const again = await wf(["execute-phase", "1", ...answer], { cwd: folder.path });
  assert.equal(again.code, 0, again.stderr);
  assert.match(await message(folder, 1), /what should the agent do\? → Use tabs/);
});

Deno.test("tell refuses what no run in progress can take", async () => {
  await using folder = await project(ends(1, "first"));
  const cwd = folder.path;
  const refused = async (args: readonly string[], pattern: RegExp, env = {}) => {
    const { code, stderr } = await wf(["tell", ...args], { cwd, env });
    assert.deepEqual([code, pattern.test(stderr)], [2, true], stderr);
  };
  await refused(["01-01", "hello"], /No run is in progress here/);
  await refused(["01-01"], /Give the words for the agent/);
  await refused([], /Name the plan, or give an answer/);
  await refused(["01-01", "--answer", "a=b"], /--answer takes no plan/);
  await refused(["01-01", "--skip"], /Give the reason/);
  await refused(["01-01", "--skip", "--retry"], /--retry and --skip exclude each other/);
  await refused(["01-01", "hello"], /steered by you only: a coding agent calls/, { CLAUDECODE: "1" });
  const run = wf(["execute-phase", "1"], { cwd });
  await appears(folder, ".git/first", run);
  await refused(["--answer", "merge=yes"], /does not ask the question "merge"/);
  await refused(["01-09", "hello"], /The run in progress has no such plan\n.*01-01, 01-02/);
  await refused(["01-01/2", "--retry"], /Task 01-01\/2 is not in progress\n.*01-01\/1/);
  await refused(["01-02", "--interrupt"], /No task of plan 01-02 is in progress/);
  const { stdout } = await wf(["tell", "01-01", "hello", "--dry-run"], { cwd });
  assert.match(stdout, /^Would tell run /);
  await folder.write({ ".git/steered": "" });
  assert.equal((await run).code, 0);
  assert.doesNotMatch(await transcript(folder, 1), /hello/);
});
