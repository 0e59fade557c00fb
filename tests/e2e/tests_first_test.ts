/** Test-first plans: tests that fail before their implementation, and hooks that refuse them. */
import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { shellBlocks } from "../../lib/apply/agent/shell/blocks.ts";
import type { PlanText, TaskText } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, host } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

const TEST =
  `echo '. ./add.sh && test "$(add 1 2)" = 3 || { echo "not ok 1 - adds"; exit 1; }' > add_test.sh`;
const CODE = `echo 'add() { echo $(($1 + $2)); }' > add.sh`;
const CHECK = "sh add_test.sh";
const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";
/** A hook that runs the tests, as many projects have one. */
const HOOK = "test ! -f add_test.sh || sh add_test.sh";

function adder(test = TEST, code = CODE, first: readonly TaskText[] = []): PlanText {
  return {
    plan: "01",
    type: "tdd",
    files: ["add.sh", "add_test.sh"],
    autonomous: first.length === 0,
    tasks: [
      ...first,
      { name: "Write failing test", files: "add_test.sh", script: test, check: CHECK },
      { name: "Implement adder", files: "add.sh", script: code, check: "test -f add.sh" },
      { name: "Refactor adder", files: "add.sh", script: "echo '# sum' >> add.sh", check: CHECK },
    ],
  };
}

function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

/** The lines of a summary about tests. */
async function testsFirst(folder: Folder): Promise<string> {
  return /## Tests First\n\n(.*?)\n\n##/s.exec(await folder.read(SUMMARY))?.[1] ?? "";
}

/** Returns the subjects of a plan's task commits, oldest first. */
async function commitsOf(folder: Folder): Promise<readonly string[]> {
  return (await folder.subjects()).filter((subject) =>
    /^(?:test|feat|refactor|chore)\(01-01\)/.test(subject)
  );
}

Deno.test("tests fail before their implementation and pass after it, also behind a checkpoint", async () => {
  const checkpoint = '<task type="checkpoint:human-verify"><name>Look</name></task>';
  await using folder = await wide(() => [adder(TEST, CODE, [checkpoint])], { workflow: { verifier: false } });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /✓ sh add_test\.sh fails, as it should before the implementation/);
  assert.match(stderr, /Implement adder\n +✓ test -f add\.sh\n +✓ sh add_test\.sh\n/);
  assert.deepEqual(await commitsOf(folder), [
    "chore(01-01): look",
    "test(01-01): write failing test",
    "feat(01-01): implement adder",
    "refactor(01-01): refactor adder",
  ]);
  assert.equal(
    await testsFirst(folder),
    "- Tests of task 2: `sh add_test.sh` failed, and passes since task 3",
  );
});

Deno.test("tests that pass already are reported to the agent twice, then in the summary", async () => {
  await using folder = await wide(() => [adder('echo "$WF_ATTEMPT" >> .git/turns; echo : > add_test.sh')]);
  const { code, stderr } = await execute(folder, "--answer", "must_haves=later");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read(".git/turns"), "1\n2\n3\n");
  assert.equal(stderr.match(/passes already, although the tests should fail first/g)?.length, 3);
  assert.equal(
    await testsFirst(folder),
    "- Tests of task 1: not seen to fail: `sh add_test.sh` passed before the implementation",
  );
});

Deno.test("tests that cannot be run have not failed as they should", async () => {
  const plan = adder();
  const [test, ...others] = plan.tasks as Exclude<TaskText, string>[];
  await using folder = await wide(
    () => [{ ...plan, tasks: [{ ...test!, check: "no-such-runner" }, ...others] }],
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1);
  assert.match(stderr, /Task 01-01\/1 does not pass its check after 3 turns: no-such-runner/);
});

/** Fails unless tests and implementation are one commit, and the journal and the summary show it. */
async function requireOneCommit(folder: Folder): Promise<void> {
  assert.deepEqual(await commitsOf(folder), [
    "feat(01-01): implement adder",
    "refactor(01-01): refactor adder",
  ]);
  const [commit = ""] = (await folder.git("log", "--format=%H", "--grep=implement adder")).split("\n");
  assert.equal(
    await folder.git("show", "--format=%b", "--name-only", commit),
    "Contains the tests of task 1 (test(01-01): write failing test): a hook refuses them while they fail.\n\n" +
      "Wf-Plan: 01-01\nWf-Task: 1\nWf-Red: 01-01/1 sh add_test.sh\nWf-Task: 2\n\n\nadd.sh\nadd_test.sh",
  );
  assert.equal(
    await testsFirst(folder),
    "- Tests of task 1: `sh add_test.sh` failed, and passes since task 2; " +
      "in one commit with task 2, because a git hook refuses failing tests",
  );
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.has(".git/wf/deferred.json"), false);
  const again = await execute(folder, "--answer", "must_haves=later");
  assert.match(again.stderr, /Nothing to do|4 tasks?, all|done before/);
  assert.equal((await commitsOf(folder)).length, 2);
}

Deno.test("tests that a hook refuses while they fail are in one commit with their implementation", async () => {
  await using folder = await wide(() => [adder()], { workflow: { verifier: false } });
  await folder.hook("pre-commit", HOOK);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /A git hook refuses the tests of task 01-01\/1 while they fail, so they are committed with task 2/,
  );
  assert.match(stderr, /implement adder 2\/3$/m);
  await requireOneCommit(folder);
});

Deno.test("tests that a hook refuses are in one commit with their implementation in a worktree too", async () => {
  await using folder = await wide(() => [adder(), onePlan("02", "echo 02 > 02.txt")], {
    workflow: { verifier: false },
  });
  await folder.hook("pre-commit", HOOK);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  await requireOneCommit(folder);
  assert.deepEqual(await leftovers(folder), []);
});

const PLACES = [["in place", []], ["in a worktree", [onePlan("02", "echo 02 > 02.txt")]]] as const;
/** Shell for an implementation that goes wrong, by the way in which it does. */
const WRONG = {
  "the agent fails": "exit 1",
  "a check fails": "echo 'add() { echo 0; }' > add.sh; exit 0",
  "the run is killed": "echo half > add.sh; kill -9 $PPID; sleep 9",
};

for (const [place, others] of PLACES) {
  for (const [what, script] of Object.entries(WRONG)) {
    Deno.test(`the next run continues with tests that a hook refused if ${what} after them: ${place}`, async () => {
      await using folder = await wide(
        (
          shared,
        ) => [
          adder(`${TEST}; echo >> ${shared}/turns`, `test -e ${shared}/go || { ${script}; }; ${CODE}`),
          ...others,
        ],
        { workflow: { verifier: false } },
      );
      await folder.hook("pre-commit", HOOK);
      const options = { cwd: folder.path, env: homeIn(folder), process: what === "the run is killed" };
      const stopped = await wf(["execute-phase", "1"], options);
      assert.notEqual(stopped.code, 0, stopped.stderr);
      await folder.write({ ".git/go": "" });
      const { code, stderr } = await execute(folder);
      assert.equal(code, 0, stderr);
      assert.match(stderr, / (\d)\/\1$/m, "all tasks are counted");
      assert.equal(await folder.read(".git/turns"), "\n", "the tests are not written again");
      assert.doesNotMatch(stopped.stderr, /stash/);
      await requireOneCommit(folder);
      assert.deepEqual(await leftovers(folder), []);
    });
  }
}

Deno.test("changes made after a failed run are kept, also with tests that wait for it", async () => {
  await using folder = await wide(() => [adder(TEST, WRONG["a check fails"])], {
    workflow: { verifier: false },
  });
  await folder.hook("pre-commit", HOOK);
  assert.equal((await execute(folder)).code, 1);
  await folder.write({ "add.sh": "add() { echo $(($1 + $2)); }\n" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /^ {2}wf execute-phase 1 .*--answer 01-01\/2\/script=commit$/m);
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("a hosting agent is not asked again for tests that a hook refuses", async () => {
  await using folder = await wide(() => [adder()], { workflow: { verifier: false } });
  await folder.hook("pre-commit", HOOK);
  const call = async (...args: readonly string[]): Promise<Instruction> => {
    const { stdout } = await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) });
    return JSON.parse(stdout);
  };
  const tokens: string[] = [];
  let instruction = await call("next", "execute-phase", "1");
  while (instruction.kind === "task" && tokens.length < 9) {
    const { token, prompt, directory } = instruction.task;
    tokens.push(token);
    const [block] = shellBlocks(prompt);
    await host.run({ argv: ["sh", "-e", "-c", block!.script], cwd: directory });
    instruction = await call("report", token, "done");
  }
  assert.equal(instruction.kind, "done", JSON.stringify(instruction));
  assert.deepEqual(tokens, ["01-01/1#1", "01-01/2#1", "01-01/3#1"]);
  await requireOneCommit(folder);
});

Deno.test("a hook that refuses tests for another reason gets a turn of the agent", async () => {
  await using folder = await wide(
    () => [adder(`${TEST}; test "$WF_ATTEMPT" = 1 || echo '# tidy' >> add_test.sh`)],
    {
      workflow: { verifier: false },
    },
  );
  await folder.hook(
    "pre-commit",
    'test ! -f add_test.sh || grep -q tidy add_test.sh || { echo "not tidy"; exit 1; }',
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /│ not tidy/);
  assert.equal((await commitsOf(folder)).length, 3);
});
