import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

const CLONES: readonly (readonly [kind: string, options: readonly string[]])[] = [
  ["a shallow clone with one commit", ["--depth=1"]],
  ["a shallow clone with half a plan", ["--depth=2"]],
  ["a partial clone without files", ["--filter=blob:none"]],
  ["a partial clone without folders", ["--filter=tree:0"]],
];

/** Plan 01-01 is complete, 01-02 is not. */
async function origin(): Promise<Folder> {
  const folder = await repository(smallProject());
  await folder.git("config", "uploadpack.allowFilter", "true");
  await folder.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const { code, stderr } = await wf(["execute-phase", "1", "--plan", "01-01"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  return folder;
}

/** Clones a repository, for a user with a home folder of their own. */
async function cloneOf(from: Folder, place: Folder, options: readonly string[]): Promise<Folder> {
  await place.git("clone", "--quiet", ...options, `file://${from.path}`, "clone");
  const clone = Folder.at(`${place.path}/clone`);
  await clone.git("config", "user.name", "Test");
  await clone.git("config", "user.email", "test@example.invalid");
  return clone;
}

for (const [kind, options] of CLONES) {
  Deno.test(`a run in ${kind} continues where the others are`, async () => {
    await using from = await origin();
    await using place = await Folder.make();
    const clone = await cloneOf(from, place, options);
    const { code, stderr } = await wf(["execute-phase", "1"], { cwd: clone.path, env: homeIn(clone) });
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      await clone.git("log", "--format=%s", "--reverse", "origin/main..HEAD"),
      [
        "feat(01-02): add c.txt",
        "feat(01-02): add d.txt",
        "docs(01-02): complete plan: build part 02",
      ].join("\n"),
    );
    assert.equal(await clone.git("status", "--porcelain"), "");
  });
}

for (const concurrent of [true, false]) {
  Deno.test(`a run in a sparse checkout commits what its tasks write in and outside of it, ${concurrent ? "in worktrees" : "in place"}`, async () => {
    const plans = [
      onePlan("01", "echo 1 > src/1.txt", ["src/1.txt"]),
      onePlan("02", "mkdir -p out; echo 2 > out/2.txt", ["out/2.txt"]),
    ];
    const config = { parallelization: { enabled: concurrent } };
    await using folder = await wide(() => plans, config, { "src/a.txt": "a\n", "out/b.txt": "b\n" });
    await folder.git("sparse-checkout", "set", "--cone", ".planning", "src");
    const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
    assert.equal(code, 0, stderr);
    const files = await folder.git("ls-tree", "-r", "--name-only", "HEAD", "src", "out");
    assert.deepEqual(files.split("\n"), ["out/2.txt", "out/b.txt", "src/1.txt", "src/a.txt"]);
    assert.equal(await folder.has("out/b.txt"), false);
    assert.deepEqual([await folder.git("status", "--porcelain"), await leftovers(folder)], ["", []]);
  });
}

Deno.test("a shallow clone that may lack commits of a plan executes, undoes and plans nothing until it has them", async () => {
  await using from = await origin();
  await using place = await Folder.make();
  await from.git("reset", "--quiet", "--hard", "HEAD~1");
  const clone = await cloneOf(from, place, ["--depth=1"]);
  const call = (...args: string[]) => wf(args, { cwd: clone.path, env: homeIn(clone) });
  const refused = [
    ["execute-phase", "1"],
    ["execute-phase", "1", "--dry-run"],
    ["undo", "01-01", "--yes"],
    ["skip", "01-01/1", "--why", "done", "--yes"],
    ["plan-phase", "1"],
  ];
  for (const args of refused) {
    const { code, stderr } = await call(...args);
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /Cannot determine which tasks of plan 01-01 are done: this shallow clone/);
    assert.match(stderr, /→ Get the whole history, then run the same command: git fetch --unshallow$/m);
  }
  assert.match((await call("plan", "remove", "01-02", "--yes")).stderr, /may have commits that this shallow/);
  assert.match((await call("status")).stdout, /Next:\n +git fetch --unshallow\n/);
  await clone.git("fetch", "--quiet", "--unshallow");
  const { code, stderr } = await call("execute-phase", "1");
  assert.equal(code, 0, stderr);
  const subjects = await clone.subjects();
  assert.equal(subjects.filter((subject) => subject.startsWith("feat(01-01)")).length, 2);
});

Deno.test("a shallow clone executes plans that are newer than its history", async () => {
  await using from = await repository({ "README.md": "# Shop\n" });
  await using place = await Folder.make();
  await from.git("commit", "--quiet", "--allow-empty", "--message=more");
  await from.write(smallProject());
  await from.git("add", "--all");
  await from.git("commit", "--quiet", "--message=plan");
  const clone = await cloneOf(from, place, ["--depth=2"]);
  assert.equal(await clone.has(".git/shallow"), true);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: clone.path, env: homeIn(clone) });
  assert.equal(code, 0, stderr);
});
