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

Deno.test("--quiet shows the question that the run waits for and how it ended, without the progress", async () => {
  await using folder = await repository(smallProject({}));
  const waiting = await wf(["execute-phase", "1", "--quiet"], { cwd: folder.path });
  assert.equal(waiting.code, 3);
  assert.match(waiting.stderr, /^\n\? Waiting for an answer: Execute plan 01-01/);
  assert.match(waiting.stderr, /^ {2}wf execute-phase 1 --answer confirm_plan=yes$/m);
  const { code, stderr } = await wf(["run", "--until", "1", "--yes", "--quiet"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.match(stderr, /^\n✓ Phase executed, not verified: 6 commits in /);
  assert.doesNotMatch(stderr, /●/);
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

Deno.test("the answer no to whether to continue executes nothing, also in the run after the question", async () => {
  await using folder = await repository(smallProject({}));
  const run = (...answers: readonly string[]) =>
    wf(["execute-phase", "1", ...answers.flatMap((answer) => ["--answer", answer])], { cwd: folder.path });
  const asked = await run("confirm_plan=yes");
  const commands = asked.stderr.match(/^ {2}wf execute-phase 1 .*--answer execute_next_plan=\w+$/gm);
  assert.equal(commands?.length, 2, asked.stderr);
  const declined = await run("confirm_plan=yes", "execute_next_plan=no");
  assert.equal(declined.code, 3);
  assert.match(declined.stderr, /because you answered no/);
  assert.equal((await folder.subjects()).length, 4);
  const continued = await run("confirm_plan=yes", "execute_next_plan=yes");
  assert.equal(continued.code, 0, continued.stderr);
  assert.doesNotMatch(continued.stderr, /No question was asked/);
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

Deno.test("an answer to a gate counts for one plan, or for every plan of the run, and each is named", async () => {
  await using folder = await repository(smallProject({ gates: { execute_next_plan: false } }));
  const one = await wf(["execute-phase", "1", "--answer", "01-01/confirm_plan=yes"], { cwd: folder.path });
  assert.equal(one.code, 3);
  assert.match(one.stderr, /^ {4}01-01\/confirm_plan: yes \(flag\)$/m);
  assert.match(one.stderr, /Waiting for an answer: Execute plan 01-02 with 2 tasks\?/);
  assert.match(one.stderr, /confirm_plan=yes answers for every plan of the run, 01-02\/confirm_plan=yes/);
  assert.equal((await folder.subjects()).length, 4);
  await folder.git("reset", "--quiet", "--hard", "HEAD~3");
  const all = await wf(["execute-phase", "1", "--answer", "confirm_plan=yes"], { cwd: folder.path });
  assert.equal(all.code, 0, all.stderr);
  assert.match(all.stderr, /01-01\/confirm_plan: yes \(flag\)[^]*01-02\/confirm_plan: yes \(flag\)/);
});

Deno.test("what the user decided and said is in the summary and in the decisions of the state, once", async () => {
  await using folder = await checkpoints({ gates: { confirm_plan: false } }, VERIFY, DECISION, VERIFY);
  const run = (...answers: readonly string[]) =>
    wf(["execute-phase", "1", ...answers.flatMap((answer) => ["--answer", answer])], { cwd: folder.path });
  // The agent `shell` cannot fix it; what was said is kept.
  assert.equal((await run("01-01/2=The title is too small")).code, 1);
  const { code, stderr } = await run("01-01/2=approved", "01-01/3=postgres", "01-01/4=approved");
  assert.equal(code, 0, stderr);
  const summary = await folder.read(".planning/phases/01-base/01-01-SUMMARY.md");
  assert.match(
    summary,
    /## Answers\n\n- Task 2, verify: A page: The title is too small; then approved\n- Task 3, choose a store: postgres \(PostgreSQL\)\n- Task 4, verify: A page: approved\n\n/i,
  );
  const state = await folder.read(".planning/STATE.md");
  const decisions = state.slice(state.indexOf("## Decisions")).split("\n").filter((line) =>
    line.startsWith("- [")
  );
  assert.deepEqual(decisions, [
    "- [01-01]: verify: A page: The title is too small; then approved",
    "- [01-01]: choose a store: postgres (PostgreSQL)",
  ]);
});

Deno.test("a human-action is asked again until its check passes, and the counter of a resumed run fits", async () => {
  const action = ACTION.replace(
    "<resume-signal>",
    "<verification>`test -f .git/account`</verification>\n  <resume-signal>",
  );
  await using folder = await checkpoints({ gates: { confirm_plan: false } }, action);
  const preview = await wf(["execute-phase", "1", "--dry-run"], { cwd: folder.path });
  assert.match(preview.stdout, /^ +\d+ {2}check 01-01\/2 test -f \.git\/account$/m);
  const failed = await wf(["execute-phase", "1", "--answer", "01-01/2=done"], { cwd: folder.path });
  assert.equal(failed.code, 3);
  assert.match(failed.stderr, /✗ test -f \.git\/account/);
  assert.match(failed.stderr, /Waiting for an answer: Create an account/);
  assert.match(failed.stderr, /The check failed: test -f \.git\/account\n +exit code 1$/m);
  assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): add a.txt"]);
  await folder.write({ ".git/account": "" });
  const { code, stderr } = await wf(["execute-phase", "1", "--answer", "01-01/2=done"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /2 tasks, 1 of them done before/);
  assert.match(stderr, /chore\(01-01\): create an account 2\/2$/m);
});
