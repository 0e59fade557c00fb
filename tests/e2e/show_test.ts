import assert from "node:assert/strict";
import type { ShowResult } from "../../schemas/results/show.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

async function call(folder: Folder, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await wf(args, { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}

async function show(folder: Folder, target: string): Promise<ShowResult> {
  const result = JSON.parse(await call(folder, "show", target, "--json"));
  assert.equal(await schemaProblems("show", result), "");
  return result;
}

Deno.test("show of an executed plan lists its commits, checks, files and durations", async () => {
  await using folder = await repository(smallProject());
  await call(folder, "execute-phase", "1");
  const { kind, branch, files, plans, verdict, next } = await show(folder, "1-2");
  assert.deepEqual([kind, branch, verdict, plans.length], ["plan", "main", { word: "executed" }, 1]);
  assert.deepEqual(files, ["c.txt", "d.txt"].map((path) => ({ path, added: 1, removed: 0 })));
  const { state, tasks, documents, summary, undeclared, milliseconds } = plans[0]!;
  assert.deepEqual([state, undeclared], ["complete", []]);
  assert.deepEqual(tasks.map(({ commit, checks }) => [commit?.subject, checks]), [
    ["feat(01-02): add c.txt", [{ command: "test -f c.txt", passed: true }]],
    ["feat(01-02): add d.txt", [{ command: "test -f d.txt", passed: true }]],
  ]);
  assert.match(documents.map(({ subject }) => subject).join(), /^docs\(01-02\): complete plan/);
  assert.equal(summary, ".planning/phases/01-base/01-02-SUMMARY.md");
  assert.ok(tasks.every((task) => task.milliseconds! >= 0) && milliseconds! >= tasks[0]!.milliseconds!);
  const commit = await folder.git("log", "--format=%h", "--grep=add c.txt", "--abbrev=7");
  assert.deepEqual(next, [`git show ${commit}`, "wf log 01-02"]);
});

Deno.test("show of a task shows only its own commit and files, and of a phase all plans", async () => {
  await using folder = await repository(smallProject());
  await call(folder, "execute-phase", "1");
  const task = await show(folder, "01-01/2");
  assert.deepEqual([task.name, task.files.map(({ path }) => path)], ["Add b.txt", ["b.txt"]]);
  assert.deepEqual(task.plans.map(({ tasks }) => tasks.map(({ task }) => task)), [[2]]);
  const phase = await show(folder, "1");
  assert.deepEqual(phase.plans.map(({ plan }) => plan), ["01-01", "01-02"]);
  assert.equal(phase.files.length, 4);
  assert.match(
    await call(folder, "show", "1"),
    /^Phase 1: Base\nbranch main\n[^]*\nFiles: 4 changed, \+4 -0\n/,
  );
});

Deno.test("show finds the work on the phase's own branch, also without a log", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  await call(folder, "execute-phase", "1", "--answer", "merge=skip");
  await folder.git("switch", "--quiet", "main");
  await Deno.remove(`${folder.path}/.git/wf/runs`, { recursive: true });
  const { branch, plans, next } = await show(folder, "1");
  assert.match(branch!, /phase-01-base$/);
  const tasks = plans.flatMap(({ tasks }) => tasks);
  assert.deepEqual(
    tasks.map(({ commit, milliseconds, checks: [check] }) => [
      commit === null,
      milliseconds,
      check!.passed,
    ]),
    tasks.map(() => [false, null, null]),
  );
  assert.match(next.join("\n"), /^git show [0-9a-f]{7}$/);
});

Deno.test("show of work that is not done leads to its execution, also outside of a repository", async () => {
  await using folder = await repository(smallProject());
  const { plans, next, files } = await show(folder, "01-01");
  assert.deepEqual([plans[0]!.state, files, next], ["not-started", [], ["wf execute-phase 1"]]);
  await Deno.remove(`${folder.path}/.git`, { recursive: true });
  assert.deepEqual((await show(folder, "01-01")).branch, null);
  await folder.write({ ".planning/phases/01-base/01-01-PLAN.md": "---\nphase: 01-base\nplan: 01\n---\n" });
  const unreadable = await show(folder, "01-01");
  assert.deepEqual([unreadable.plans[0]!.state, unreadable.next], ["unreadable", ["wf validate"]]);
});

Deno.test("show lists answers at checkpoints, decisions of the phase and undeclared files", async () => {
  const checkpoint = `<task type="checkpoint:decision" gate="blocking">
  <decision>Choose a store</decision>
  <context>It keeps the data.</context>
  <options>
    <option id="postgres"><name>PostgreSQL</name><pros>known</pros><cons>big</cons></option>
    <option id="sqlite"><name>SQLite</name><pros>small</pros><cons>one writer</cons></option>
  </options>
  <resume-signal>postgres or sqlite</resume-signal>
</task>`;
  const { [".planning/phases/01-base/01-02-PLAN.md"]: _, ...files } = smallProject();
  await using folder = await repository({
    ...files,
    ".planning/phases/01-base/01-CONTEXT.md": "<decisions>\n- **D-01:** Use files\n</decisions>\n",
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: [],
      autonomous: false,
      tasks: [checkpoint, {
        ...writes("a.txt") as object,
        files: "",
        name: "Add a",
        script: "echo a > a.txt",
      }],
    }),
  });
  await call(folder, "execute-phase", "1", "--answer", "01-01/1=sqlite");
  const { plans: [plan], decisions } = await show(folder, "1");
  assert.deepEqual(decisions, ["D-01: Use files"]);
  assert.deepEqual(plan!.tasks[0]!.answers, ["sqlite (SQLite)"]);
  assert.deepEqual(plan!.undeclared, ["a.txt"]);
  const text = await call(folder, "show", "1");
  assert.match(
    text,
    /Answer: sqlite \(SQLite\)\n[^]*Not declared in the plan: a\.txt\n[^]*Decisions:\n {2}- D-01: Use files\n/,
  );
});

Deno.test("show names the forms of a target that it cannot find", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["show", "01-07"], { cwd: folder.path });
  assert.deepEqual([code, /Cannot find "01-07"[^]*\(1\)[^]*\(01-02\/1\)/.test(stderr)], [2, true], stderr);
});
