import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const VERIFY = `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A page</what-built>
  <how-to-verify>Open it</how-to-verify>
  <resume-signal>Type "approved" or describe what is wrong</resume-signal>
</task>`;
const DECISION = `<task type="checkpoint:decision" gate="blocking">
  <name>Choose a store</name>
  <decision>Which one?</decision>
  <options>
    <option id="sqlite"><name>SQLite</name><pros>small</pros><cons>one writer</cons></option>
    <option id="postgres"><name>PostgreSQL</name></option>
  </options>
</task>`;
const ACTION = `<task type="checkpoint:human-action" gate="blocking">
  <name>Create an account</name>
  <action>Sign up</action>
  <resume-signal>Type "done"</resume-signal>
</task>`;

function checkpoints(config: object, ...tasks: string[]): Promise<Folder> {
  const files = { ...smallProject(config) };
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  return repository({
    ...files,
    [PLAN]: planText({ plan: "01", autonomous: false, files: ["a.txt"], tasks: [writes("a.txt"), ...tasks] }),
  });
}

Deno.test("without a terminal a gate stops the run with 3 and names the command that answers it", async () => {
  await using folder = await repository(smallProject({}));
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 3);
  assert.match(stderr, /^ {2}wf execute-phase 1 --answer confirm_plan=yes$/m);
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("--yes answers every gate", async () => {
  await using folder = await repository(smallProject({}));
  assert.equal((await wf(["execute-phase", "1", "--yes"], { cwd: folder.path })).code, 0);
  assert.equal((await folder.subjects()).length, 7);
});

Deno.test("a gate answered with no stops before the plan it is about", async () => {
  await using folder = await repository(smallProject({}));
  const answers = ["--answer", "confirm_plan=yes", "--answer", "execute_next_plan=no"];
  const { code, stderr } = await wf(["execute-phase", "1", ...answers], { cwd: folder.path });
  assert.equal(code, 3);
  assert.match(stderr, /because you answered no/);
  assert.equal((await folder.subjects()).length, 4);
});

Deno.test("a checkpoint waits, and the next run continues from it with the answer", async () => {
  await using folder = await checkpoints({ gates: { confirm_plan: false } }, VERIFY);
  const waiting = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(waiting.code, 3);
  assert.match(waiting.stderr, /--answer 01-01\/2=approved$/m);
  assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): add a.txt"]);
  const { code } = await wf(["execute-phase", "1", "--answer", "01-01/2=approved"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.equal((await folder.subjects()).length, 4);
  assert.match(await folder.git("log", "-1", "--format=%B", "HEAD~1"), /^Wf-Task: 2\nWf-Answer: approved$/m);
});

Deno.test("yolo approves a human-verify and takes the first option of a decision", async () => {
  await using folder = await checkpoints({ mode: "yolo" }, VERIFY, DECISION);
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.match(await folder.git("log", "-1", "--format=%B", "HEAD~1"), /^Wf-Answer: sqlite$/m);
});

Deno.test("a human-action stops even yolo and --yes", async () => {
  await using folder = await checkpoints({ mode: "yolo" }, ACTION);
  const { code, stderr } = await wf(["execute-phase", "1", "--yes"], { cwd: folder.path });
  assert.equal(code, 3);
  assert.match(stderr, /--answer 01-01\/2=done/);
});

Deno.test("an invalid answer is refused with the choices, before any change", async () => {
  await using folder = await checkpoints({}, VERIFY, DECISION);
  for (
    const [answer, choices] of [
      ["01-01/3=oracle", "sqlite, postgres"],
      ["confirm_plan=maybe", "yes, no"],
    ] as const
  ) {
    const answers = ["--yes", "--answer", "01-01/2=approved", "--answer", answer];
    const { code, stderr } = await wf(["execute-phase", "1", ...answers], { cwd: folder.path });
    assert.equal(code, 2);
    assert.ok(stderr.includes(choices), stderr);
    assert.deepEqual(await folder.subjects(), ["start"]);
  }
});

Deno.test("the merge offer needs its own answer, even with --yes", async () => {
  await using folder = await repository(smallProject({ git: { branching_strategy: "phase" } }));
  const { code, stderr } = await wf(["execute-phase", "1", "--yes"], { cwd: folder.path });
  assert.equal(code, 3);
  assert.match(stderr, /^ {2}wf execute-phase 1 --yes --answer merge=squash$/m);
  assert.equal((await wf(["execute-phase", "1", "--answer", "merge=squash"], { cwd: folder.path })).code, 0);
  assert.deepEqual(await folder.subjects("main"), ["start", "feat(01): Base"]);
});
