import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { recordWorkBranch } from "../support/work_branches.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { onePlan, projectWith } from "../support/wide.ts";

const PHASE = { mode: "yolo", git: { branching_strategy: "phase" } };

async function execute(folder: Folder) {
  return await wf(["execute-phase", "1"], { cwd: folder.path });
}

/** The lock of a run that was killed a minute ago. */
const KILLED = JSON.stringify({
  pid: 2 ** 22 + 1,
  host: Deno.hostname(),
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  command: "execute-phase 1",
  baseline: {},
});

Deno.test("a run removes the locks that git left when an earlier run was killed, and reports them", async () => {
  await using folder = await repository(smallProject(PHASE));
  const locks = ["config", "HEAD", "index", "packed-refs", "refs/heads/main"].map((name) =>
    `.git/${name}.lock`
  );
  await folder.write({ ".git/wf/lock.json": KILLED, ...Object.fromEntries(locks.map((path) => [path, ""])) });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  for (const path of locks) {
    assert.ok(stderr.includes(`${folder.path}/${path}`), path);
    assert.equal(await folder.has(path), false, path);
  }
});

Deno.test("a run removes the locks of a git process that was killed while the earlier run lived", async () => {
  await using folder = await repository(smallProject({ mode: "yolo" }));
  const isFirst = "test $1 = prepared && grep -q refs/heads/main && test ! -e .git/killed";
  const kill = "touch .git/killed && kill -KILL $PPID";
  await folder.hook("reference-transaction", `${isFirst} && ${kill}\nexit 0`);
  assert.equal((await execute(folder)).code, 2);
  const lock = ".git/refs/heads/main.lock";
  assert.equal(await folder.has(lock), true);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.ok(stderr.includes(`Removed locks that killed git processes left: `), stderr);
  assert.equal(await folder.has(lock), false);
});

for (const [change, name] of ["the commit", "its undoing", "the repeated commit"].entries()) {
  Deno.test(`a task whose files a hook formats is committed once although git is killed in ${name}`, async () => {
    await using folder = await repository(projectWith([onePlan("01", "echo 01 >> 01.txt")]));
    await folder.hook(
      "pre-commit",
      "test ! -e 01.txt || grep -q formatted 01.txt || echo formatted >> 01.txt",
    );
    const count = "echo >> .git/changes; test $(wc -l < .git/changes) -ne $number || kill -KILL $PPID";
    const isBranch = "test $1 = prepared && grep -q refs/heads/main";
    await folder.hook(
      "reference-transaction",
      `number=${change + 1}\nif ${isBranch}; then ${count}; fi\nexit 0`,
    );
    assert.equal((await execute(folder)).code, 2);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("01.txt"), "01\nformatted\n", stderr);
    assert.equal(await folder.git("show", "HEAD~1:01.txt"), "01\nformatted");
    assert.equal(await folder.git("status", "--porcelain"), "");
    assert.equal(await folder.git("stash", "list"), "");
    assert.equal((await folder.subjects()).filter((subject) => subject.startsWith("feat(01-01)")).length, 1);
  });
}

for (const [name, config] of [["index", {}], ["HEAD", {}], ["config", PHASE]] as const) {
  Deno.test(`a lock of git on ${name} that is not wf's ends a run with the command that removes it`, async () => {
    await using folder = await repository(smallProject({ mode: "yolo", ...config }));
    const path = `${folder.path}/.git/${name}.lock`;
    await Deno.writeTextFile(path, "");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 2, stderr);
    assert.ok(stderr.includes(`rm ${path}; then run the same command`), stderr);
    assert.equal(await folder.has(`.git/${name}.lock`), true);
  });

  Deno.test(`a run waits for a short lock of git on ${name}`, async () => {
    await using folder = await repository(smallProject({ mode: "yolo", ...config }));
    const path = `${folder.path}/.git/${name}.lock`;
    await Deno.writeTextFile(path, "");
    // The first call that needs the lock fails.
    const release = setTimeout(() => Deno.removeSync(path), 1_000);
    const { code, stderr } = await execute(folder);
    clearTimeout(release);
    assert.equal(code, 0, stderr);
  });
}

Deno.test("all locks of git that are not wf's are named at once, with the command that removes them", async () => {
  await using folder = await repository(smallProject(PHASE));
  const locks = ["HEAD", "config", "index", "packed-refs"].map((name) => `${folder.path}/.git/${name}.lock`);
  for (const path of locks) await Deno.writeTextFile(path, "");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2, stderr);
  const [, named = ""] = /remove the locks it left: rm (.*); then run the same command/.exec(stderr) ?? [];
  assert.deepEqual(named.split(" ").sort(), locks, stderr);
  for (const path of locks) await Deno.remove(path);
  assert.equal((await execute(folder)).code, 0);
});

Deno.test("what a preparation did is reported although it fails", async () => {
  await using folder = await repository(smallProject(PHASE));
  await folder.write({ ".git/wf/lock.json": KILLED, "a.txt": "half\n" });
  const work = `${folder.path}/.git/home/.wf/worktrees/x/01-01`;
  await folder.git("worktree", "add", "--quiet", "-b", "wf/work/01-01", work);
  await recordWorkBranch(folder, "wf/work/01-01");
  await folder.git("-C", work, "commit", "--quiet", "--allow-empty", "--message=one");
  await folder.git("-C", work, "-c", "sequence.editor=echo break >>", "rebase", "--quiet", "-i", "HEAD~1");
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { code, stderr } = await execute(folder);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /A rebase is in progress in the worktree of wf\/work\/01-01/);
    assert.match(stderr, /rebase --abort\), then run the same command/);
    if (attempt === 1) assert.match(stderr, /Before that: [^]*\(a\.txt\) are in the stash/);
  }
  await folder.git("-C", work, "rebase", "--abort");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
});

Deno.test("a verification that a killed run has not committed is made again, and committed", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", workflow: { verifier: true } }));
  const verify = async () =>
    await wf(["execute-phase", "1", "--answer", "must_haves=approved"], { cwd: folder.path });
  assert.equal((await verify()).code, 0);
  const subjects = await folder.subjects();
  assert.match(subjects.at(-1)!, /^docs\(01\): verify phase/);
  await folder.git("reset", "--quiet", "--soft", "HEAD~1");
  await folder.write({ ".git/wf/lock.json": KILLED });
  const { code, stderr } = await verify();
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), subjects);
  assert.equal(await folder.git("status", "--porcelain"), "");
});
