import assert from "node:assert/strict";
import type { UndoResult } from "../../schemas/results/undo.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";

function call(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(args, { cwd: folder.path, env: homeIn(folder) });
}

async function succeed(folder: Folder, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await call(folder, ...args);
  assert.equal(code, 0, `${args.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}

async function change(
  folder: Folder,
  command: string,
  ...args: string[]
): Promise<UndoResult & { code: number }> {
  const { code, stdout, stderr } = await call(folder, command, ...args, "--json");
  assert.equal(await schemaProblems(command, JSON.parse(stdout)), "", stdout + stderr);
  return { code, ...JSON.parse(stdout) };
}

/** Commits by subject, without those of documents. */
async function work(folder: Folder): Promise<readonly string[]> {
  return (await folder.subjects()).filter((subject) => !subject.startsWith("docs("));
}

Deno.test("a skipped task is not executed, plans behind it ask, and the phase is not executed", async () => {
  await using folder = await repository(smallProject());
  const { code, outcome, next } = await change(folder, "skip", "01-01/2", "--why", "not\nneeded", "--yes");
  assert.deepEqual([code, outcome, next], [0, "skipped", ["wf execute-phase 1"]]);
  assert.match(
    await folder.git("log", "-1", "--format=%B"),
    /^docs\(01-01\): skip task 2.*\n\nWf-Skipped: 01-01\/2 not needed$/,
  );
  assert.match(
    await succeed(folder, "status"),
    /0 of 4 tasks[^]*0\/2 {2}\(1 task skipped\) Build part 01\./,
  );
  const waiting = await call(folder, "execute-phase", "1");
  assert.equal(waiting.code, 3);
  assert.match(
    waiting.stderr + waiting.stdout,
    /Plan 01-02 depends on skipped tasks: 01-01\/2 \(not needed\)/,
  );
  assert.match(await folder.read(SUMMARY), /\n- Task 2, add b\.txt: not needed\n/);
  const ended = await call(folder, "execute-phase", "1", "--answer", "01-02/skipped=yes");
  assert.equal(ended.code, 0);
  assert.match(ended.stdout + ended.stderr, /Phase not executed: 1 task skipped/);
  assert.equal(await folder.has("b.txt"), false);
  assert.match(
    await succeed(folder, "status"),
    /0 of 2 phases executed; 2 of 2 plans, 3 of 4 tasks[^]*skipped \(1\)[^]*wf verify-phase 1/,
  );
  assert.match(await folder.read(".planning/ROADMAP.md"), /- \[ \] \*\*Phase 1: Base/);
  assert.match(await succeed(folder, "show", "01-01/2"), /! skipped: not needed\n/);
});

Deno.test("undo of a skip has the task executed, and the printed command takes a skip back too", async () => {
  await using folder = await repository(smallProject());
  const { back } = await change(folder, "skip", "01-01", "--why", "later", "--yes");
  await folder.git(...back!.split(" ").slice(1));
  await change(folder, "skip", "01-01/2", "--why", "later", "--yes");
  const undone = await succeed(folder, "undo", "01-01/2", "--yes");
  assert.match(undone, /^✓ Undid task 01-01\/2 in [0-9a-f]{7}: 1 task to execute again$/m);
  await change(folder, "skip", "01-01/2", "--why", "later", "--yes");
  await succeed(folder, "execute-phase", "1", "--answer", "01-02/skipped=yes");
  assert.deepEqual((await change(folder, "undo", "01-01/2", "--yes")).commits, []);
  await succeed(folder, "execute-phase", "1");
  assert.match(await succeed(folder, "status"), /4 of 4 tasks/);
  assert.deepEqual((await work(folder)).slice(-2), [
    "revert(01-01): undo task 2: add b.txt",
    "feat(01-01): add b.txt",
  ]);
});

Deno.test("a squash merge keeps the skipped tasks", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  await change(folder, "skip", "01-02/1", "--why", "not needed", "--yes");
  await succeed(folder, "execute-phase", "1", "--answer", "merge=squash");
  assert.equal(await folder.git("branch", "--show-current"), "main");
  const branch = (await folder.git("branch", "--list", "wf/*")).trim();
  await folder.git("branch", "-D", branch);
  assert.match(await succeed(folder, "status"), /2 of 2 plans, 3 of 4 tasks[^]*skipped \(1\)/);
});

Deno.test("skip needs a reason, asks first, and refuses what is done", async () => {
  await using folder = await repository(smallProject());
  assert.match((await call(folder, "skip", "01-01/1")).stderr, /Give the reason\n/);
  const { code, next } = await change(folder, "skip", "01-01/1", "--why", "no need");
  assert.deepEqual([code, next], [3, ["wf skip 01-01/1 --why 'no need' --yes"]]);
  assert.equal((await change(folder, "skip", "01-01/1", "--why", "x", "--dry-run")).outcome, "planned");
  assert.equal((await folder.subjects()).length, 1);
  await succeed(folder, "skip", "01-02/1", "--why", "x", "--yes");
  assert.match(
    await succeed(folder, "skip", "01-02/1", "--why", "x", "--yes"),
    /^✓ Nothing is left to do: task 01-02\/1 is skipped already\n/,
  );
  assert.equal((await folder.subjects()).length, 2);
  await succeed(folder, "execute-phase", "1");
  assert.match(
    (await call(folder, "skip", "01-01", "--why", "x")).stderr,
    /01-01 is done already\n.*wf undo 01-01\n/,
  );
});

Deno.test("redo executes a task again on top of its changes, with --undo without them", async () => {
  await using folder = await repository(smallProject());
  await succeed(folder, "execute-phase", "1");
  const { outcome, commits, next } = await change(folder, "redo", "01-01/1", "--yes");
  assert.deepEqual([outcome, commits, next], ["reopened", [], ["wf execute-phase 1"]]);
  assert.equal(await folder.has("a.txt"), true);
  assert.match(await succeed(folder, "status"), /1 of 2 plans, 3 of 4 tasks/);
  await succeed(folder, "execute-phase", "1");
  assert.deepEqual((await work(folder)).slice(-2), [
    "chore(01-01): redo task 1: add a.txt",
    "feat(01-01): add a.txt",
  ]);
  const undone = await change(folder, "redo", "01-02/1", "--undo", "--dry-run");
  assert.deepEqual([undone.commits.length, undone.next], [1, ["wf redo 01-02/1 --undo"]]);
  assert.equal((await change(folder, "redo", "01-02/1", "--undo", "--yes")).outcome, "undone");
  assert.equal(await folder.has("c.txt"), false);
  await succeed(folder, "execute-phase", "1");
  assert.match(await succeed(folder, "status"), /4 of 4 tasks/);
});
