import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";

function execute(folder: Folder, ...settings: readonly string[]) {
  const set = settings.flatMap((setting) => ["--set", setting]);
  return wf(["execute-phase", "1", ...set], { cwd: folder.path, env: homeIn(folder) });
}

Deno.test("git.hook_timeout_minutes ends a commit whose hook does not end", async () => {
  await using folder = await repository(smallProject());
  await folder.hook("pre-commit", "sleep 60");
  const { code, stderr } = await execute(folder, "git.hook_timeout_minutes=0.01");
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /git commit took longer than 0\.01 minutes \(git\.hook_timeout_minutes\) and was ended/,
  );
  assert.equal(await folder.has(".git/index.lock"), false);
});

Deno.test("git.hook_timeout_minutes ends a call of git that waits for a pipe in the place of its file", async () => {
  const task = { name: "Pipe", files: "a.txt", script: "mkfifo .gitattributes; echo a > a.txt" };
  const plan = planText({ plan: "01", files: ["a.txt"], tasks: [task] });
  await using folder = await repository({
    ...smallProject(),
    ".planning/phases/01-base/01-01-PLAN.md": plan,
  });
  const { code, stderr } = await execute(folder, "git.hook_timeout_minutes=0.05");
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /git status took longer than 0\.05 minutes \(git\.hook_timeout_minutes\) and was ended/,
  );
});

Deno.test("worktree.setup_timeout_minutes ends a setup command, and its plan", async () => {
  await using folder = await wide(
    () => [onePlan("01", "echo 1 > 01.txt"), onePlan("02", "echo 2 > 02.txt")],
    {
      worktree: { setup: ["case $PWD in */01-01) sleep 60;; esac"], setup_timeout_minutes: 0.01 },
    },
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /✗ plan 01-01: Cannot set up worktree 01-01/);
  assert.match(stderr, /took longer than 0\.01 minutes \(worktree\.setup_timeout_minutes\) and was ended/);
  assert.match(stderr, /✓ plan 01-02 complete/);
});

Deno.test("a check that does not end stops its plan without another turn", async () => {
  const task = { name: "Wait", files: "a.txt", script: "echo turn >> .git/turns", check: "sleep 60" };
  const plan = planText({ plan: "01", files: ["a.txt"], tasks: [task, writes("b.txt")] });
  await using folder = await repository({
    ...smallProject(),
    ".planning/phases/01-base/01-01-PLAN.md": plan,
  });
  const { code, stderr } = await execute(folder, "agent.turn_timeout_minutes=0.01");
  assert.equal(code, 1, stderr);
  assert.match(stderr, /The check of task 01-01\/1: sleep 60 took longer than 0\.01 minutes/);
  assert.equal(await folder.read(".git/turns"), "turn\n");
  const { stdout } = await wf(["config", "explain", "agent.turn_timeout_minutes"], { cwd: folder.path });
  assert.match(stdout, /a check, is stopped, and its plan with it/);
});
