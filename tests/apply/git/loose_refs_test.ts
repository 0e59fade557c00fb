import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import {
  gitFolder,
  looseBranch,
  looseCommit,
  looseExists,
} from "../../../lib/apply/git/repair/loose_refs.ts";
import { Folder, host, repository } from "../../support/repository.ts";

Deno.test("looseCommit() reads HEAD and branches as git does, and leaves to git what it cannot read", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  const head = await folder.git("rev-parse", "HEAD");
  const read = (name: string) => looseCommit(git, name);
  assert.deepEqual(await Promise.all(["HEAD", "refs/heads/main"].map(read)), [head, head]);
  const others = ["refs/heads/other", "refs/heads/../main", "refs/tags/v1", "main", head, "HEAD~0"];
  await folder.git("tag", "v1");
  assert.deepEqual(await Promise.all(others.map(read)), others.map(() => undefined));
  await folder.git("switch", "--quiet", "--detach");
  assert.equal(await read("HEAD"), head);
  await folder.git("switch", "--quiet", "--orphan", "new");
  assert.equal(await read("HEAD"), undefined);
  assert.equal(await git.commitOf("HEAD"), undefined);
  await folder.git("switch", "--quiet", "main");
  await folder.git("pack-refs", "--all");
  assert.equal(await read("HEAD"), undefined);
  assert.equal(await git.commitOf("HEAD"), head);
});

Deno.test("looseCommit() reads the HEAD of a worktree, in git's folder for it", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const work = Folder.at(`${folder.path}/.git/work`);
  await folder.git("worktree", "add", "--quiet", "-b", "other", work.path);
  await work.git("commit", "--quiet", "--allow-empty", "--message=two");
  const git = (await Git.open(host, folder.path)).at(work.path);
  assert.equal(await looseCommit(git, "HEAD"), await work.git("rev-parse", "HEAD"));
  assert.equal(await looseCommit(git, "refs/heads/main"), await folder.git("rev-parse", "HEAD"));
  assert.equal(await gitFolder(git), await work.git("rev-parse", "--absolute-git-dir"));
});

Deno.test("looseBranch() reads the current branch, also without a commit and next to a tag of its name", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  await folder.git("tag", "main");
  assert.equal(await looseBranch(git), "main");
  await folder.git("switch", "--quiet", "--orphan", "new/part");
  assert.equal(await looseBranch(git), "new/part");
  await folder.write({ ".git/HEAD": "ref: refs/heads/main \n" });
  assert.equal(await git.currentBranch(), await folder.git("symbolic-ref", "--short", "HEAD"));
  await folder.git("switch", "--quiet", "--detach", "refs/heads/main");
  assert.equal(await looseBranch(git), undefined);
});

Deno.test("looseExists() finds branches as git does, also packed ones, and leaves to git what it cannot read", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  await folder.git("branch", "part/one");
  const exists = (branch: string) => looseExists(git, `refs/heads/${branch}`);
  const names = ["main", "part/one", "ain", "part/on", "gone"];
  const expected = [true, true, false, false, false];
  assert.deepEqual(await Promise.all(names.map(exists)), expected);
  await folder.git("pack-refs", "--all");
  await folder.git("branch", "new");
  assert.deepEqual(await Promise.all([...names, "new"].map(exists)), [...expected, true]);
  assert.deepEqual(await Promise.all(["part/one", "gone"].map((name) => git.hasBranch(name))), [true, false]);
  await folder.git("symbolic-ref", "refs/heads/link", "refs/heads/main");
  assert.deepEqual([await exists("link"), await git.hasBranch("link")], [undefined, true]);
  await folder.git("switch", "--quiet", "--detach");
  assert.equal(await exists("main"), undefined);
});
