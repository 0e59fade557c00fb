import assert from "node:assert/strict";
import { offence } from "../support/git_calls.ts";
import { findInCode, modulesIn } from "./source_files.ts";

const ALLOWED = [
  "status --porcelain=v2 -z --untracked-files=all",
  "commit --quiet --cleanup=whitespace --file=-",
  "update-ref -d refs/heads/wf/work/01-01 0123abc",
  "update-index --force-remove -z --stdin",
  "log -n 1 --format=%s -- --force",
  "merge --no-ff --quiet --file=message wf/push",
  "stash push --quiet --message clear",
  "push --quiet --force-with-lease=refs/wf/03-1f/03-01:0123abc origin 4567def:refs/wf/03-1f/03-01",
  "push --quiet --force-with-lease=refs/wf/1/1:0 --force-with-lease=refs/wf/1/2: origin :refs/wf/1/1 4:refs/wf/1/2",
];

const FORBIDDEN = [
  "push origin main",
  "push --quiet --force-with-lease=refs/heads/main:0123abc origin 4567def:refs/heads/main",
  "push --quiet --force-with-lease=refs/wf/03-1f/03-01:0123abc origin 4567def:refs/heads/main",
  "push --quiet --force-with-lease=refs/wf/1/1:0 origin :refs/wf/1/1 4:refs/heads/main",
  "push --quiet origin 4567def:refs/wf/03-1f/03-01",
  "-c core.hooksPath=/dev/null commit --file=-",
  "-c commit.gpgSign=false commit --file=-",
  "commit --no-verify --file=-",
  "commit -qn --file=-",
  "commit-tree 0123abc",
  "reset --hard HEAD",
  "worktree remove --force folder",
  "worktree remove -f folder",
  "worktree prune",
  "branch -D wf/work/01-01",
  "update-ref -d refs/heads/wf/work/01-01",
  "merge -Xours main",
  "merge --strategy-option=theirs main",
  "clean --quiet",
  "checkout -f main",
  "stash drop",
];

Deno.test("git commit-tree is allowed for what goes into the stash", () => {
  assert.equal(offence(["commit-tree", "-m", "wf: left by execute-phase 1", "0123abc"]), undefined);
});

for (const call of ALLOWED) {
  Deno.test(`git ${call} is allowed`, () => assert.equal(offence(call.split(" ")), undefined));
}

for (const call of FORBIDDEN) {
  Deno.test(`git ${call} is not allowed`, () => assert.notEqual(offence(call.split(" ")), undefined));
}

Deno.test("git is started in one place, and by hooks to read what is staged, so that tests see all there is", async () => {
  const modules = (await modulesIn("lib/", "cli.ts", "bin.ts")).filter((path) =>
    !path.startsWith("lib/demo/")
  );
  const starts = await findInCode(modules, /\[\s*["'`]git["'`]\s*,/);
  assert.deepEqual(starts.map(({ place }) => place.slice(0, place.lastIndexOf(":"))), [
    "lib/apply/git/commit/staged.ts",
    "lib/apply/git/process.ts",
  ]);
});

Deno.test("no worktrees are pruned: git would forget those of the user whose disks are not plugged in", async () => {
  const modules = await modulesIn("lib/apply/");
  assert.deepEqual(await findInCode(modules, /["'`](?:worktree )?prune\b/), []);
  assert.equal((await findInCode(modules, /"worktree", "remove"/)).length, 2);
});
