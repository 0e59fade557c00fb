import assert from "node:assert/strict";
import { recoverWorktrees } from "../../../lib/apply/worktrees/recover.ts";
import { replay } from "../../../lib/apply/worktrees/replay.ts";
import { Folder, repository } from "../../support/repository.ts";
import { addLane, commitAll, type Lanes, lanesOf, workBranch } from "./lanes.ts";

const BRANCH = workBranch("01-01");

/** A worktree of a plan in a repository with the file `a.txt`, and its folder. */
async function lane(folder: Folder): Promise<{ readonly lanes: Lanes; readonly work: Folder }> {
  const lanes = await lanesOf(folder);
  const { repository } = await addLane(lanes, "01-01");
  return { lanes, work: Folder.at(repository.git.root) };
}

function replayed({ worktrees, home }: Lanes) {
  return replay(worktrees.workspace("01-01"), home);
}

Deno.test("replay() brings the commits of a worktree, oldest first, onto a branch that has others meanwhile", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await commitAll(folder, { "z.txt": "1\n" }, "write z.txt\n\nWf-Plan: 01-00\nWf-Task: 1");
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "b.txt": "1\n" }, "write b.txt\n\nWf-Plan: 01-01\nWf-Task: 1");
  await commitAll(work, { "c.txt": "1\n" }, "write c.txt\n\nWf-Plan: 01-01");
  await commitAll(folder, { "a.txt": "2\n" });
  const result = await replayed(lanes);
  const commits = (await folder.git("log", "--reverse", "--format=%H", "HEAD~2..HEAD")).split("\n");
  assert.deepEqual(result, {
    kind: "replayed",
    commits: [
      { commit: commits[0], subject: "write b.txt", task: 1 },
      { commit: commits[1], subject: "write c.txt" },
    ],
  });
  const subjects = ["start", "write z.txt", "write a.txt", "write b.txt", "write c.txt"];
  assert.deepEqual(await folder.subjects(), subjects);
  assert.deepEqual(await work.subjects(), await folder.subjects());
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("replay() keeps commits without changes or without a message", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await work.git("commit", "--quiet", "--allow-empty", "--message=nothing to change");
  await commitAll(work, { "b.txt": "1\n" });
  await work.git("commit", "--quiet", "--amend", "--allow-empty-message", "--message=");
  await commitAll(work, { "a.txt": "2\n" });
  await commitAll(folder, { "a.txt": "2\n" });
  assert.equal((await replayed(lanes)).kind, "replayed");
  assert.deepEqual(await folder.subjects(), [
    "start",
    "write a.txt",
    "nothing to change",
    "",
    "write a.txt",
  ]);
});

Deno.test("replay() with a conflict changes nothing and names the paths", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "a.txt": "2\n" });
  await commitAll(folder, { "a.txt": "3\n" });
  const before = [await folder.git("rev-parse", "main", BRANCH), await work.git("rev-parse", "HEAD")];
  const result = await replayed(lanes);
  assert.ok(result.kind === "conflict");
  assert.deepEqual(result.conflicts.map(({ path }) => path), ["a.txt"]);
  assert.deepEqual(
    [await folder.git("rev-parse", "main", BRANCH), await work.git("rev-parse", "HEAD")],
    before,
  );
  assert.equal(await work.git("status", "--porcelain"), "");
});

Deno.test("replay() aborts the cherry-pick when a single commit conflicts although the whole does not", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "a.txt": "2\n" });
  await commitAll(work, { "a.txt": "1\n" });
  await commitAll(folder, { "a.txt": "3\n" });
  const before = await folder.git("rev-parse", "main", BRANCH);
  const result = await replayed(lanes);
  assert.ok(result.kind === "conflict");
  assert.deepEqual(result.conflicts.map(({ path }) => path), ["a.txt"]);
  assert.equal(await folder.git("rev-parse", "main", BRANCH), before);
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.doesNotMatch(await work.git("status"), /cherry-pick/i);
});

Deno.test("replay() reports a failure that is not a conflict, and leaves the worktree as it was", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "b.txt": "1\n" });
  await commitAll(folder, { "a.txt": "2\n" });
  await folder.hook("prepare-commit-msg", "echo no more commits >&2; exit 1");
  const before = await folder.git("rev-parse", "main", BRANCH);
  await assert.rejects(replayed(lanes), {
    message: `Cannot replay "${BRANCH}": no more commits`,
    output: /no more commits/,
  });
  assert.equal(await folder.git("rev-parse", "main", BRANCH), before);
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.doesNotMatch(await work.git("status"), /cherry-pick/i);
});

Deno.test("replay() does not accept a result whose tree is not the predicted one", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "b.txt": "1\n" });
  await commitAll(folder, { "a.txt": "2\n" });
  // A commit cannot be amended during a cherry-pick.
  await folder.hook(
    "post-commit",
    "echo smuggled > smuggled.txt; git add smuggled.txt; " +
      "git update-ref HEAD $(git commit-tree -p HEAD -m smuggled $(git write-tree))",
  );
  const before = await folder.git("rev-parse", "main", BRANCH);
  await assert.rejects(replayed(lanes), {
    message: /^Cannot verify the replay of "wf\/work\/01-01": its tree is \w+, expected \w+$/,
  });
  assert.equal(await folder.git("rev-parse", "main", BRANCH), before);
  assert.equal(await folder.has("smuggled.txt"), false);
});

Deno.test("replay() refuses when a branch is missing or another one is checked out", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "b.txt": "1\n" });
  await folder.git("switch", "--quiet", "--create", "other");
  await assert.rejects(replayed(lanes), { name: "GitError", message: /"main".* other$/ });
  await folder.git("switch", "--quiet", "main");
  await work.git("switch", "--quiet", "--detach");
  await folder.git("branch", "--quiet", "-D", BRANCH);
  await assert.rejects(replayed(lanes), {
    message: `Cannot replay "${BRANCH}" onto "main": one of them no longer exists`,
  });
});

Deno.test("replay() refuses branches without a common commit", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await work.git("checkout", "--quiet", "--orphan", "fresh");
  await work.git("commit", "--quiet", "--message=fresh");
  await work.git("update-ref", `refs/heads/${BRANCH}`, "fresh");
  await work.git("switch", "--quiet", BRANCH);
  await assert.rejects(replayed(lanes), {
    message: `Cannot replay "${BRANCH}" onto "main": they have no commit in common`,
  });
});

Deno.test("recoverWorktrees() ends a replay that was interrupted in a cherry-pick", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { lanes, work } = await lane(folder);
  await commitAll(work, { "a.txt": "2\n" });
  await commitAll(folder, { "a.txt": "3\n" });
  const before = await folder.git("rev-parse", "main", BRANCH);
  await work.git("switch", "--quiet", "--detach", "main");
  await assert.rejects(work.git("cherry-pick", BRANCH));
  assert.deepEqual(await recoverWorktrees(lanes.home.repository), []);
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.equal(await work.read("a.txt"), "2\n");
  assert.doesNotMatch(await work.git("status"), /cherry-pick/i);
  assert.equal(await folder.git("rev-parse", "main", BRANCH), before);
  assert.equal(await folder.git("stash", "list"), "");
});
