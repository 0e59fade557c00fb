import assert from "node:assert/strict";
import { recoverWorktrees } from "../../../lib/apply/worktrees/recover.ts";
import { removeUnfinished } from "../../../lib/apply/worktrees/unfinished_entries.ts";
import { listWorktrees } from "../../../lib/apply/worktrees/worktree_entries.ts";
import { takeSeal } from "../../../lib/apply/seal/planning_seal.ts";
import { writeStopped } from "../../../lib/apply/session/stopped_record.ts";
import { writeSealed } from "../../../lib/apply/seal/sealed_record.ts";
import { Folder, repository } from "../../support/repository.ts";
import { recordedWorkBranches, recordWorkBranch } from "../../support/work_branches.ts";
import { leftovers } from "../../support/wide.ts";
import { addLane, commitAll, lanesOf, workBranch } from "./lanes.ts";

const BRANCH = workBranch("01-01");

/** A repository with a worktree that has a commit of its own, as an interrupted run leaves it. */
async function interrupted(setup: readonly string[] = []) {
  const folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder, { worktree: { setup } });
  const { root } = await addLane(lanes, "01-01");
  const work = Folder.at(root);
  await commitAll(work, { "b.txt": "1\n" });
  const { git } = lanes.home.repository;
  return { folder, work, git, recover: () => recoverWorktrees({ git, prefix: "", project: "" }) };
}

Deno.test("recoverWorktrees() keeps a worktree with its commits and stashes what is not committed", async () => {
  const { folder, work, recover } = await interrupted();
  await using _ = folder;
  await work.write({ "b.txt": "2\n", "new.txt": "n\n" });
  const head = (await work.git("rev-parse", "HEAD")).slice(0, 7);
  const name = `wf: left in the worktree of ${BRANCH} after ${head}`;
  assert.deepEqual(await recover(), [
    `Uncommitted changes in the worktree of ${BRANCH} (b.txt, new.txt) are in the stash as "${name}"; ` +
    "git stash list shows it",
  ]);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.match(await folder.git("stash", "list"), new RegExp(`${name}$`));
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.deepEqual(await recover(), []);
  assert.equal(await work.read("b.txt"), "1\n");
});

Deno.test("recoverWorktrees() undoes a commit whose files a hook has formatted since, to commit them together", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  const repository = { git: git.at(work.path), prefix: "", project: "" };
  const head = await work.git("rev-parse", "HEAD");
  const record = { plan: "01-01", task: 2, branch: BRANCH, head, state: "finished", baseline: {} } as const;
  await writeStopped(repository, { ...record, files: {}, reason: "", output: "", committing: true });
  await commitAll(work, { "c.txt": "1\n" }, "feat: c\n\nWf-Plan: 01-01\nWf-Task: 2");
  await work.write({ "c.txt": "1\nformatted\n" });
  assert.deepEqual(await recover(), []);
  assert.equal(await work.git("rev-parse", "HEAD"), head);
  assert.equal(await work.read("c.txt"), "1\nformatted\n");
});

Deno.test("recoverWorktrees() undoes a checkout that git was killed in before a replay", async () => {
  const { folder, work, recover } = await interrupted();
  await using _ = folder;
  await commitAll(folder, { "a.txt": "2\n", "c.txt": "c\n" });
  await work.write({ "a.txt": "2\n", "c.txt": "c\n" });
  await Deno.remove(`${work.path}/b.txt`);
  assert.deepEqual(await recover(), []);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("recoverWorktrees() leaves files alone that were in the worktree from the beginning", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await folder.write({ "local": "l\n" });
  const lanes = await lanesOf(folder, { worktree: { copy: ["local"] } });
  const { root } = await addLane(lanes, "01-01");
  await Folder.at(root).git("commit", "--quiet", "--allow-empty", "--message=empty");
  assert.deepEqual(await recoverWorktrees(lanes.home.repository), []);
  assert.equal(await Folder.at(root).read("local"), "l\n");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("recoverWorktrees() removes worktrees whose work is on its branch, and those without work", async () => {
  const { folder, git, recover } = await interrupted();
  await using _ = folder;
  await addLane(await lanesOf(folder), "01-02");
  await folder.git("merge", "--quiet", "--ff-only", BRANCH);
  assert.deepEqual(await recover(), []);
  assert.deepEqual(await leftovers(folder), []);
  assert.equal((await listWorktrees(git)).length, 1);
});

Deno.test("recoverWorktrees() keeps the worktree of a plan while one of its tasks is to be replayed onto it", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  const task = workBranch("01-01-task-1");
  await lanes.worktrees.add({
    id: "add",
    kind: "add-worktree",
    lane: "",
    plan: "01-01",
    worktree: "01-01-task-1",
    branch: task,
    onto: BRANCH,
    exists: false,
  });
  const work = Folder.at(lanes.worktrees.workspace("01-01-task-1").root);
  await commitAll(work, { "b.txt": "1\n" });
  const { git } = lanes.home.repository;
  assert.deepEqual(await recoverWorktrees({ git, prefix: "", project: "" }), []);
  assert.deepEqual((await listWorktrees(git)).map(({ branch }) => branch), ["main", BRANCH, task]);
  await Folder.at(root).git("merge", "--quiet", "--ff-only", task);
  assert.deepEqual(await recoverWorktrees({ git, prefix: "", project: "" }), []);
  assert.deepEqual((await listWorktrees(git)).map(({ branch }) => branch), ["main", BRANCH]);
});

Deno.test("recoverWorktrees() forgets a worktree whose folder is gone, and keeps its branch", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  await Deno.remove(work.path, { recursive: true });
  assert.deepEqual(await recover(), []);
  assert.equal((await listWorktrees(git)).length, 1);
  assert.equal(await folder.git("show", `${BRANCH}:b.txt`), "1");
});

Deno.test("recoverWorktrees() forgets a half-made worktree whose folder is gone, although it is locked", async () => {
  for (const reason of ["wf is making it", "initializing"]) {
    const { folder, work, git, recover } = await interrupted();
    await using _ = folder;
    await folder.git("worktree", "lock", "--reason", reason, work.path);
    await Deno.remove(work.path, { recursive: true });
    assert.deepEqual(await recover(), []);
    assert.equal((await listWorktrees(git)).length, 1);
  }
});

Deno.test("recoverWorktrees() moves a folder away that is no longer a worktree, and names its new place", async () => {
  const { folder, work, recover } = await interrupted();
  await using _ = folder;
  await Deno.remove(`${work.path}/.git`);
  await work.write({ "mine.txt": "mine\n" });
  const [notice, ...others] = await recover();
  assert.deepEqual(others, []);
  const [, kept] = /^The folder of wf\/work\/01-01 was no longer a worktree; its files are now in (.*)$/.exec(
    notice!,
  )!;
  assert.equal(await Deno.readTextFile(`${kept}/b.txt`), "1\n");
  assert.equal(await folder.has(work.path.slice(folder.path.length + 1)), false);
});

for (
  const [when, left] of Object.entries({ "its first file": ["a.txt"], "its .git file": [".git", "b.txt"] })
) {
  Deno.test(`recoverWorktrees() finishes a removal of a worktree that was killed after ${when}`, async () => {
    const { folder, work, git, recover } = await interrupted();
    await using _ = folder;
    await folder.git("merge", "--quiet", "--ff-only", BRANCH);
    for (const path of left) await Deno.remove(`${work.path}/${path}`);
    assert.deepEqual(await recover(), []);
    assert.equal((await listWorktrees(git)).length, 1);
    assert.deepEqual(await leftovers(folder), []);
    assert.equal(await folder.git("stash", "list"), "");
  });
}

Deno.test("recoverWorktrees() restores the files of a worktree whose removal was killed before its commits are replayed", async () => {
  const { folder, work, recover } = await interrupted();
  await using _ = folder;
  await Deno.remove(`${work.path}/a.txt`);
  assert.deepEqual(await recover(), []);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("recoverWorktrees() removes a worktree whose creation was killed in its first file", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  await folder.git("worktree", "lock", "--reason", "initializing", work.path);
  await Deno.remove(`${await work.git("rev-parse", "--absolute-git-dir")}/index`);
  await Deno.remove(work.path, { recursive: true });
  await Deno.mkdir(work.path);
  await work.write({ ".git": "" });
  assert.deepEqual(await recover(), []);
  assert.equal((await listWorktrees(git)).length, 1);
});

for (const file of ["gitdir", "commondir", "HEAD"]) {
  Deno.test(`removeUnfinished() removes a worktree whose creation was killed at ${file}`, async () => {
    const { folder, work, git, recover } = await interrupted();
    await using _ = folder;
    await folder.git("worktree", "add", "--quiet", "-b", "mine", `${folder.path}/.git/mine`);
    await folder.git("worktree", "lock", "--reason", "wf is making it", work.path);
    const entry = await work.git("rev-parse", "--absolute-git-dir");
    await Deno.writeTextFile(`${entry}/${file}`, "");
    await Deno.remove(`${entry}/index`);
    if (file === "gitdir") await Deno.writeTextFile(`${entry}/commondir`, "");
    await Deno.remove(work.path, { recursive: true });
    await Deno.mkdir(work.path);
    if (file === "HEAD") await work.write({ ".git": `gitdir: ${entry}\n` });
    await removeUnfinished(git);
    assert.deepEqual((await listWorktrees(git)).map(({ branch }) => branch), ["main", "mine"]);
    assert.deepEqual(await recover(), []);
    assert.equal(await folder.has(work.path.slice(folder.path.length + 1)), false);
  });
}

for (const command of ["rebase", "merge"]) {
  Deno.test(`recoverWorktrees() leaves a ${command} of the user in a worktree, and names its commands`, async () => {
    const { folder, work, recover } = await interrupted();
    await using _ = folder;
    await commitAll(folder, { "b.txt": "2\n" });
    await assert.rejects(work.git(command, "main"));
    await work.write({ "b.txt": "resolved\n" });
    const there = `git -C ${work.path}`;
    await assert.rejects(recover(), {
      message: `A ${command} is in progress in the worktree of ${BRANCH}`,
      hint:
        `Finish it (${there} ${
          command === "merge" ? "commit --no-edit" : "-c core.editor=true rebase --continue"
        }) or undo it (${there} ` +
        `${command} --abort), then run the same command`,
    });
    assert.equal(await work.read("b.txt"), "resolved\n");
    assert.equal(await folder.git("stash", "list"), "");
  });

  Deno.test(`recoverWorktrees() ends a ${command} that an agent was killed in`, async () => {
    const { folder, work, git, recover } = await interrupted();
    await using _ = folder;
    const repository = { git: git.at(work.path), prefix: "", project: "" };
    const workspace = { repository, root: work.path, branch: BRANCH, baseline: {} };
    await writeSealed(workspace, {
      kind: "open",
      task: "01-01/1",
      declared: [],
      seal: await takeSeal(workspace),
    });
    await commitAll(folder, { "b.txt": "2\n" });
    await assert.rejects(work.git(command, "main"));
    assert.match((await recover()).join(), /Uncommitted changes .*b\.txt/);
    assert.equal(await work.git("branch", "--show-current"), BRANCH);
    assert.equal(await work.git("status"), `On branch ${BRANCH}\nnothing to commit, working tree clean`);
  });
}

Deno.test("recoverWorktrees() finishes the checkout of a half-made worktree", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  await folder.git("worktree", "lock", "--reason", "wf is making it", work.path);
  await work.write({ "b.txt": "" });
  const lock = await work.git("rev-parse", "--path-format=absolute", "--git-path", "index.lock");
  await Deno.writeTextFile(lock, "");
  await Deno.writeTextFile(
    await work.git("rev-parse", "--path-format=absolute", "--git-path", "HEAD"),
    `${await folder.git("rev-parse", "main")}\n`,
  );
  assert.deepEqual(await recover(), []);
  assert.equal(await work.git("branch", "--show-current"), BRANCH);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.equal(await work.read("b.txt"), "1\n");
  assert.equal(
    (await listWorktrees(git)).find(({ directory }) => directory === work.path)?.locked,
    undefined,
  );
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("recoverWorktrees() does not unlock a worktree that the user locked", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  await folder.git("worktree", "lock", "--reason", "mine", work.path);
  await recover();
  assert.equal((await listWorktrees(git)).find(({ directory }) => directory === work.path)?.locked, "mine");
});

Deno.test("recoverWorktrees() forgets the records of work branches that are gone, and none of others", async () => {
  const { folder, recover } = await interrupted();
  await using _ = folder;
  await recordWorkBranch(folder, "wf/work/09-09");
  await recover();
  assert.deepEqual(await recordedWorkBranches(folder), { [BRANCH]: "main" });
});

Deno.test("recoverWorktrees() removes an empty folder that is no worktree, without a word", async () => {
  const { folder, work, git, recover } = await interrupted();
  await using _ = folder;
  await Deno.remove(work.path, { recursive: true });
  await Deno.mkdir(work.path);
  assert.deepEqual(await recover(), []);
  assert.equal((await listWorktrees(git)).length, 1);
  assert.equal(await folder.has(work.path.slice(folder.path.length + 1)), false);
});

Deno.test("recoverWorktrees() says nothing of a nested repository, which no stash can contain", async () => {
  const { folder, work, recover } = await interrupted();
  await using _ = folder;
  await work.write({ "inner/a.txt": "" });
  await Folder.at(`${work.path}/inner`).init();
  assert.deepEqual(await recover(), []);
  assert.equal(await work.has("inner/a.txt"), true);
  assert.equal(await folder.git("stash", "list"), "");
});
