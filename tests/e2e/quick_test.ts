import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const FILES = {
  ".planning/config.json": JSON.stringify({
    git: { branching_strategy: "phase" },
    gates: { confirm_plan: false },
  }),
  ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: x\n",
};

/** A task for the agent `shell`. */
function task(script: string): string {
  return `Add a greeting\n\n\`\`\`sh\n${script}\n\`\`\``;
}

function call(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(args, { cwd: folder.path, env: homeIn(folder) });
}

/** Returns the ID that a call names. */
function idIn({ stdout, stderr }: ProgramCalled): string {
  return /\b\d{6}-\d\d\b/.exec(stdout + stderr)![0];
}

Deno.test("quick does a task on the current branch, with checks, commits and a summary, and undo takes it back", async () => {
  await using folder = await repository(FILES);
  const called = await call(folder, "quick", task("echo hi > hi.txt"), "--check", "grep -q hi hi.txt");
  assert.equal(called.code, 0, called.stderr);
  const id = idIn(called);
  const day = id.slice(0, 6);
  assert.match(
    called.stdout,
    new RegExp(`^✓ ${id} Add a greeting\n\nTo take this back: wf undo ${id}$`, "m"),
  );
  assert.match(
    called.stderr,
    new RegExp(`^Quick task ${id}\n[^]*\n✓ Quick task executed, not verified`, "m"),
  );
  assert.match(called.stderr, /✓ grep -q hi hi\.txt/);
  assert.doesNotMatch(called.stderr, /does not name|Next:|--answer/);
  assert.deepEqual(await folder.subjects(), [
    "start",
    `docs(${id}): plan: Add a greeting`,
    `feat(${id}): add a greeting`,
    `docs(${id}): complete plan: add a greeting`,
  ]);
  assert.equal(await folder.git("branch", "--show-current"), "main");
  assert.match(await folder.read(`.planning/quick/${day}/${id}-SUMMARY.md`), /Add a greeting/);
  assert.match((await call(folder, "show", id)).stdout, /Add a greeting/);
  const undone = await call(folder, "undo", id, "--yes");
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(await folder.git("ls-files", "hi.txt"), "");
  assert.match(undone.stdout, new RegExp(`^ {2}wf quick ${id}$`, "m"));
  const again = await call(folder, "quick", id);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(await folder.read("hi.txt"), "hi\n");
});

Deno.test("a quick task that stopped goes on with its ID or the same words, and another one gets the next number", async () => {
  await using folder = await repository(FILES);
  const failing = task("test -e ../ready && echo hi > hi.txt");
  const failed = await call(folder, "quick", failing);
  assert.equal(failed.code, 1, failed.stderr);
  const id = idIn(failed);
  assert.match(failed.stderr, new RegExp(`wf quick ${id}$`, "m"));
  assert.doesNotMatch(failed.stderr, /execute-phase/);
  const other = await call(folder, "quick", task("echo x > x.txt"));
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stdout, new RegExp(`^✓ ${id.slice(0, 7)}02 `, "m"));
  const same = await call(folder, "quick", failing, "--dry-run", "--json");
  assert.equal(JSON.parse(same.stdout).id, id);
});

Deno.test("the uncommitted work of a stopped quick task or phase stays its own while other work is refused", async () => {
  await using folder = await repository(smallProject());
  const stopped = task("echo quick > quick.txt; test -e .git/go");
  const failed = await call(folder, "quick", stopped, "--yes");
  assert.equal(failed.code, 1, failed.stderr);
  const id = idIn(failed);
  const refused = async (again: string, ...args: string[]) => {
    const { code, stderr } = await call(folder, ...args, "--yes");
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`was stopped on branch "main".*\n.*Continue it first: ${again}$`, "m"));
    const { next } = JSON.parse((await call(folder, "status", "--json")).stdout);
    assert.equal(next[0], again);
  };
  await refused(`wf quick ${id}`, "execute-phase", "1");
  await refused(`wf quick ${id}`, "quick", task("true"));
  assert.match((await call(folder, "undo", id)).stderr, new RegExp(`Execute it: wf quick ${id}$`, "m"));
  await folder.write({ ".git/go": "" });
  const continued = await call(folder, "quick", id, "--yes", "--answer", `${id}/1/script=again`);
  assert.equal(continued.code, 0, continued.stderr);
  await folder.hook("pre-commit", "exit 1");
  assert.equal((await call(folder, "execute-phase", "1", "--yes")).code, 1);
  await Deno.remove(`${folder.path}/.git/hooks/pre-commit`);
  await refused("wf execute-phase 1", "quick", id.replace(/1$/, "2"));
  const phase = await call(folder, "execute-phase", "1", "--yes");
  assert.equal(phase.code, 0, phase.stderr);
});

Deno.test("quick asks for the plan, and its question is answered with the suggested command", async () => {
  await using folder = await repository({ ...FILES, ".planning/config.json": "{}" });
  const waiting = await call(folder, "quick", task("echo hi > hi.txt"));
  assert.equal(waiting.code, 3, waiting.stderr);
  const id = idIn(waiting);
  assert.match(waiting.stderr, new RegExp(`^ {2}wf quick ${id} --answer confirm_plan=yes$`, "m"));
  const done = await call(folder, "quick", id, "--answer", "confirm_plan=yes", "--answer", "other=1");
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stderr, /No question was asked with the ID "other"/);
  assert.match((await call(folder, "quick", id)).stdout, /^✓/);
});

Deno.test("quick --dry-run shows the plan and writes nothing; with --json by its schema", async () => {
  await using folder = await repository(FILES);
  const { code, stdout, stderr } = await call(folder, "quick", task("echo hi"), "--dry-run", "--json");
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("quick", result), "");
  assert.equal(result.outcome, "planned");
  assert.match(result.plan, /<action>Add a greeting/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match(
    (await call(folder, "quick", task("echo hi"), "--dry-run")).stdout,
    /^Would write \.planning\/quick\//,
  );
});

Deno.test("quick tasks are no phases: status, validation and executions of phases do not see them", async () => {
  await using folder = await repository(smallProject());
  const before = (await call(folder, "status", "--json")).stdout;
  const done = await call(folder, "quick", task("echo hi > hi.txt"));
  assert.equal(done.code, 0, done.stderr);
  const after = (await call(folder, "status", "--json")).stdout;
  assert.deepEqual(JSON.parse(after), JSON.parse(before));
  assert.match((await call(folder, "validate")).stdout, /no findings/);
  assert.equal((await call(folder, "execute-phase", "1")).code, 0);
});

Deno.test("quick refuses a task that it cannot do", async () => {
  await using folder = await repository(FILES);
  const cases: readonly (readonly [task: string, message: RegExp])[] = [
    ["Fix the title", /agent shell runs only the sh blocks.*\n.*wf agents/],
    [" ", /The task is empty\n.*wf quick "/],
    ["261123-99", /Cannot find the quick task 261123-99/],
    [task("echo '</action>'\n</action>"), /contains an element of plan files/],
  ];
  for (const [text, message] of cases) {
    const { code, stderr } = await call(folder, "quick", text);
    assert.equal(code, 2, text);
    assert.match(stderr, message);
  }
  assert.equal(await folder.git("status", "--porcelain"), "");
});
