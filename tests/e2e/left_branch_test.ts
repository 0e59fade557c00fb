/** Agents that leave their branch, or change what belongs to another plan. */
import assert from "node:assert/strict";
import type { MockStep } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { type Called, start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn, leftovers } from "../support/wide.ts";
import { killAt } from "../support/progress.ts";

/** Two plans of a task each; in the first turn of the first, the agent runs a command after it has written its file. */
async function project(
  command: string,
  concurrent: boolean,
  again: readonly MockStep[] = [],
): Promise<Folder> {
  const rules = [
    { plan: "01-01", contains: "An earlier run stopped", steps: [] },
    {
      plan: "01-01",
      turn: 1,
      steps: [{ do: "write", path: "01.txt", text: "first\n" }, { do: "run", command }],
    },
    { plan: "01-01", steps: again },
  ];
  const folder = await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      parallelization: { enabled: concurrent },
      agent: { name: "mock", command: "script.json" },
    }),
    "script.json": JSON.stringify({ rules }),
    "kept.txt": "kept\n",
    ...Object.fromEntries(["01", "02"].map((plan) => [
      `.planning/phases/01-base/01-${plan}-PLAN.md`,
      planText({
        plan,
        files: [`${plan}.txt`],
        tasks: [{ name: `Add ${plan}`, files: `${plan}.txt`, script: "true", check: `test -f ${plan}.txt` }],
      }),
    ])),
  });
  // A branch of the user with other files and other plans.
  await folder.git("switch", "--quiet", "--create", "side");
  await folder.write({ "kept.txt": "side\n", ".planning/phases/01-base/01-02-PLAN.md": "# Side\n" });
  await folder.git("commit", "--quiet", "--all", "--message=side");
  await folder.git("switch", "--quiet", "main");
  return folder;
}

async function execute(folder: Folder): Promise<Called> {
  const called = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(called.code, 0, called.stderr);
  return called;
}

const SUBJECTS = [
  "start",
  "feat(01-01): add 01",
  "docs(01-01): complete plan: build part 01",
  "feat(01-02): add 02",
  "docs(01-02): complete plan: build part 02",
];

const CASES: readonly (readonly [what: string, command: string, place: string, concurrent: boolean])[] = [
  ["commits on a new branch", "git switch -qc new; git add -A; git commit -qm new", '"new"', false],
  [
    "detaches HEAD, and commits",
    "git switch -q --detach; git add -A; git commit -qm new",
    "a detached HEAD",
    true,
  ],
  ["switches to a branch of the user", "git switch -q side", '"side"', false],
  ["commits on a branch of the user", "git switch -q side; git add -A; git commit -qm new", '"side"', true],
  [
    "deletes its branch",
    "own=$(git branch --show-current); git switch -q --detach; git branch -qD $own",
    "a detached HEAD",
    true,
  ],
  ["begins an empty branch", "git switch -q --orphan empty", '"empty"', true],
];

for (const [what, command, place, concurrent] of CASES) {
  Deno.test(`an agent that ${what} is told so in one turn, and nothing is lost`, async () => {
    await using folder = await project(command, concurrent);
    const { stderr } = await execute(folder);
    assert.ok(stderr.includes(`for ${place}; wf is back`), stderr);
    assert.deepEqual(await folder.subjects("main"), SUBJECTS);
    assert.equal(await folder.git("branch", "--show-current"), "main");
    assert.equal(await folder.git("show", "main:01.txt"), "first");
    assert.equal(await folder.read("kept.txt"), "kept\n");
    assert.equal((await folder.subjects("side"))[1], "side");
    assert.deepEqual(
      [await folder.git("status", "--porcelain"), await folder.git("stash", "list"), await leftovers(folder)],
      ["", "", []],
    );
    const { stdout } = await wf(["log", "01-01/1"], { cwd: folder.path });
    assert.match(stdout, /── prompt, turn 2\n[^\n]*You left its branch[^]*Stay on the branch/);
  });
}

/** Kills the run after the first turn's command, and runs it again. */
async function executeKilled(folder: Folder): Promise<Called> {
  const options = { cwd: folder.path, env: homeIn(folder) };
  const run = start(["execute-phase", "1"], options);
  await killAt(folder, ".git/ready", run);
  await folder.write({ ".git/again": "" });
  return await execute(folder);
}

const KILLED: readonly (readonly [what: string, command: string, concurrent: boolean])[] = [
  ["commits by itself", "git add -A; git commit -qm mine", false],
  ["commits on a new branch", "git switch -qc new; git add -A; git commit -qm mine", false],
  ["detaches HEAD, and commits", "git switch -q --detach; git add -A; git commit -qm mine", true],
  ["switches to a branch of the user", "git switch -q side", true],
];

for (const [what, command, concurrent] of KILLED) {
  Deno.test(`what an agent did that ${what} and is killed is in the task of the next run`, async () => {
    const waits = "d=$(git rev-parse --git-common-dir); test -e $d/again || { touch $d/ready; sleep 60; }";
    await using folder = await project(`${command}; ${waits}`, concurrent);
    await executeKilled(folder);
    assert.deepEqual(await folder.subjects("main"), SUBJECTS);
    assert.equal(await folder.git("show", "main:01.txt"), "first");
    assert.equal(await folder.read("kept.txt"), "kept\n");
    assert.equal((await folder.subjects("side"))[1], "side");
    assert.deepEqual([await folder.git("stash", "list"), await leftovers(folder)], ["", []]);
  });
}

Deno.test("the user's own change of the branch during a task stops the run, and is not undone", async () => {
  await using folder = await project("env -u GIT_REFLOG_ACTION git switch -q side", false);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /a task switched to side[^]*git switch main/);
  assert.equal(await folder.git("branch", "--show-current"), "side");
});

Deno.test("a file of a concurrent plan that an agent changes is restored, and the agent is told in one turn", async () => {
  const commits = "echo mine > 02.txt; git add -A; git commit -qm mine";
  await using folder = await project(commits, true, [{ do: "say", text: "done: without it" }]);
  const { stderr } = await execute(folder);
  assert.match(stderr, /Task 01-01\/1 changed files of plan 01-02, which runs at the same time: 02\.txt/);
  assert.deepEqual(await folder.subjects(), SUBJECTS);
  assert.equal(await folder.read("02.txt"), "01-02/1 wrote this\n");
  assert.equal(await folder.git("show", "stash@{0}:02.txt"), "mine");
  const { stdout } = await wf(["log", "01-01/1"], { cwd: folder.path });
  assert.match(stdout, /── prompt, turn 2\n[^]*- 02\.txt \(of plan 01-02\)\n/);
});
