import assert from "node:assert/strict";
import { readStagedIndex } from "../../../lib/apply/git/commit/staged.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import type { Command, CommandResult } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { type Folder, host, hostThat, repository } from "../../support/repository.ts";
import { commitPaths } from "../../../lib/apply/git/commit/commit.ts";
import { mergeTried, tryMerge } from "../../../lib/apply/git/merge/merge.ts";

async function open(folder: Folder): Promise<Git> {
  return await Git.open(host, folder.path);
}

/** The machine as a hook of another repository sees it. Variables of this process would be those of all tests. */
class HookedHost extends DenoHost {
  constructor(readonly other: string) {
    super();
  }

  override run(command: Command): Promise<CommandResult> {
    const inherited = { GIT_DIR: `${this.other}/.git`, GIT_INDEX_FILE: `${this.other}/.git/index` };
    return super.run({ ...command, env: { ...inherited, ...command.env } });
  }
}

Deno.test("commit() commits the paths it is given and leaves what the user staged staged", async () => {
  await using folder = await repository({ "a.txt": "1", "b.txt": "1" });
  await folder.write({ "a.txt": "2", "b.txt": "2", "c.txt": "2" });
  await folder.git("add", "b.txt");
  const result = await commitPaths(await open(folder), { message: "feat: x\n", paths: ["a.txt"] });
  assert.equal(result.kind, "committed");
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD"), "a.txt");
  assert.equal(await folder.git("status", "--porcelain"), "M  b.txt\n?? c.txt");
});

Deno.test("commit() takes new, changed, removed and oddly named files", async () => {
  await using folder = await repository({ "gone.txt": "1", "changed.txt": "1" });
  await Deno.remove(`${folder.path}/gone.txt`);
  const names = ["changed.txt", "-n.txt", "a b.txt", "ä'\"$x.txt", "[x]*.txt", ":(top)y.txt", "sub/deep.txt"];
  await folder.write(Object.fromEntries(names.map((name) => [name, "2"])));
  await folder.write({ "x.txt": "not this one" });
  const result = await commitPaths(await open(folder), {
    message: "feat: x\n",
    paths: [...names, "gone.txt"],
  });
  assert.ok(result.kind === "committed");
  assert.deepEqual(result.files, [...names, "gone.txt"].sort());
  assert.equal(await folder.git("status", "--porcelain"), "?? x.txt");
});

Deno.test("commit() handles unusual file names, also with other files staged", async () => {
  await using folder = await repository({ "x.txt": "1", "a b": "1", "gone*": "1" });
  const names = ["[x]*.txt", "*", "-n.txt", " a b ", ":(top)y.txt", ":!x", "ä'\"$x.txt", "a\nb"];
  await Deno.remove(`${folder.path}/gone*`);
  await folder.write(Object.fromEntries(["x.txt", "a b", "gone-not", ...names].map((name) => [name, "2"])));
  await folder.git("add", "x.txt", "a b", "gone-not");
  const result = await commitPaths(await open(folder), { message: "feat: x\n", paths: [...names, "gone*"] });
  assert.ok(result.kind === "committed");
  assert.deepEqual(result.files, [...names, "gone*"].sort());
  assert.equal(await folder.git("status", "--porcelain", "-z"), "M  a b\0A  gone-not\0M  x.txt\0");
});

Deno.test("commit() without paths makes an empty commit even when the user has staged something", async () => {
  await using folder = await repository({ "a.txt": "1" });
  await folder.write({ "a.txt": "2" });
  await folder.git("add", "a.txt");
  const result = await commitPaths(await open(folder), { message: "chore: nothing\n", paths: [] });
  assert.ok(result.kind === "committed");
  assert.deepEqual(result.files, []);
  assert.equal(await folder.git("status", "--porcelain"), "M  a.txt");
});

Deno.test("commit() keeps the trailers apart from a body that begins with #", async () => {
  await using folder = await repository();
  await commitPaths(await open(folder), {
    message: "feat: x\n\n#1 of many\n\nWf-Plan: 01-01\nWf-Task: 2\n",
    paths: [],
  });
  assert.equal(await folder.git("log", "-1", "--format=%b"), "#1 of many\n\nWf-Plan: 01-01\nWf-Task: 2");
});

Deno.test("commit() gives back what a hook printed when it refuses", async () => {
  await using folder = await repository();
  await folder.write({ "a.txt": "1" });
  for (const hook of ["pre-commit", "commit-msg"]) {
    await folder.hook(hook, `echo "${hook} says no"; exit 1`);
    const result = await commitPaths(await open(folder), { message: "feat: x\n", paths: ["a.txt"] });
    assert.deepEqual(result, { kind: "refused", output: `${hook} says no` });
    await Deno.remove(`${folder.path}/.git/hooks/${hook}`);
  }
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("commit() takes in what a pre-commit hook formats and adds", async () => {
  await using folder = await repository();
  await folder.write({ "a.txt": "x" });
  await folder.hook("pre-commit", "echo formatted > a.txt; git add a.txt");
  const result = await commitPaths(await open(folder), { message: "feat: x\n", paths: ["a.txt"] });
  assert.equal(result.kind, "committed");
  assert.equal(await folder.git("show", "HEAD:a.txt"), "formatted");
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("git works on its own repository even when called from a hook of another", async () => {
  await using folder = await repository();
  await using other = await repository();
  await folder.write({ "a.txt": "1" });
  const git = await Git.open(new HookedHost(other.path), folder.path);
  await commitPaths(git, { message: "feat: x\n", paths: ["a.txt"] });
  assert.deepEqual(await folder.subjects(), ["start", "feat: x"]);
  assert.deepEqual(await other.subjects(), ["start"]);
});

Deno.test("history() reads trailers of all commits that are reachable, and of no others", async () => {
  await using folder = await repository();
  const git = await open(folder);
  const task = (plan: string, number: number) => {
    return commitPaths(git, {
      message: `feat(${plan}): x\n\nWf-Plan: ${plan}\nWf-Task: ${number}\n`,
      paths: [],
    });
  };
  await task("01-01", 1);
  await git.switchTo("side", "HEAD");
  await task("01-01", 2);
  await git.switchTo("main");
  await folder.git("commit", "--allow-empty", "--quiet", "--message=talks of\n\nWf-Plan: 01-01 in its text");
  const tasksIn = async (commit: string) =>
    (await git.history(commit)).flatMap((each) => "plan" in each && each.plan === "01-01" ? [each.task] : []);
  assert.deepEqual(await tasksIn("HEAD"), [1]);
  assert.deepEqual(await tasksIn("side"), [2, 1]);
});

Deno.test("compare() returns the heads and merge base of two branches, unless one of them is gone", async () => {
  await using folder = await repository();
  const git = await open(folder);
  const base = await git.commitOf("HEAD");
  await git.switchTo("side/a", "HEAD");
  await commitPaths(git, { message: "side\n", paths: [] });
  await git.switchTo("main");
  await commitPaths(git, { message: "main\n", paths: [] });
  const [one, other] = [await git.commitOf("main"), await git.commitOf("side/a")];
  assert.deepEqual(await git.compare("main", "side/a"), { one, other, base });
  assert.equal(await git.compare("main", "side"), undefined);
});

Deno.test("tryMerge() touches nothing, and its tree is the one that merge() makes", async () => {
  for (const mode of ["squash", "history"] as const) {
    await using folder = await repository({ "a.txt": "1\n" });
    const git = await open(folder);
    await git.switchTo("side", "refs/heads/main");
    await folder.write({ "b.txt": "2\n" });
    await commitPaths(git, { message: "feat: b\n", paths: ["b.txt"] });
    await git.switchTo("main");
    await folder.write({ "c.txt": "3\n" });
    await commitPaths(git, { message: "feat: c\n", paths: ["c.txt"] });
    const tried = await tryMerge(git, "main", "side");
    assert.equal(await folder.has("b.txt"), false);
    assert.equal((await mergeTried(git, "side", mode, "feat: side\n")).kind, "committed");
    assert.deepEqual(tried, { kind: "clean", tree: await git.treeOf("HEAD") });
    assert.equal((await folder.git("log", "-1", "--format=%P")).split(" ").length, mode === "squash" ? 1 : 2);
  }
});

Deno.test("merge() leaves everything as before when a hook refuses", async () => {
  for (const [mode, hook] of [["squash", "pre-commit"], ["history", "pre-merge-commit"]] as const) {
    await using folder = await repository({ "a.txt": "1\n" });
    const git = await open(folder);
    await git.switchTo("side", "refs/heads/main");
    await folder.write({ "b.txt": "2\n", "a.txt": "2\n" });
    await commitPaths(git, { message: "feat: b\n", paths: ["b.txt", "a.txt"] });
    await git.switchTo("main");
    await folder.write({ "mine.txt": "untracked\n" });
    await folder.hook(hook, "echo no; exit 1");
    const result = await mergeTried(git, "side", mode, "feat: side\n");
    assert.ok(result.kind === "refused" && result.output.startsWith("no"));
    assert.equal(await folder.git("status", "--porcelain"), "?? mine.txt");
    assert.deepEqual(await folder.subjects(), ["start"]);
  }
});

Deno.test("open() finds the root through a link", async () => {
  await using folder = await repository();
  await using elsewhere = await repository();
  await Deno.symlink(folder.path, `${elsewhere.path}/link`);
  const git = await Git.open(host, `${elsewhere.path}/link`);
  assert.equal(git.root, await host.realPath(folder.path));
});

Deno.test("a folder of a project that has the form of a repository runs nothing", async () => {
  await using folder = await repository({
    "sub/HEAD": "ref: refs/heads/main\n",
    "sub/refs/keep": "",
    "sub/objects/keep": "",
  });
  const { path } = folder;
  const program = `touch ${path}/ran; false`;
  await folder.write({
    "sub/config":
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${path}/sub\n\tfsmonitor = "${program}"\n`,
  });
  // Git itself runs it.
  await host.run({ argv: ["git", "status"], cwd: `${path}/sub` });
  assert.ok(await folder.has("ran"));
  await Deno.remove(`${path}/ran`);
  await assert.rejects(Git.open(host, `${path}/sub`), { message: /looks like a bare repository/ });
  await assert.rejects(readStagedIndex(host, `${path}/sub`), { name: "GitError" });
  assert.equal(await folder.has("ran"), false);
});

Deno.test("no git is started to find that a folder is in no repository", async () => {
  const run = () => assert.fail("git was started");
  const host = new MemoryHost({ files: { "/p/a.txt": "" }, run });
  await assert.rejects(Git.open(host, "/p"), { message: 'Cannot find a git repository at "/p"' });
  await assert.rejects(
    Git.open(new MemoryHost({ files: { "/p/.git": "" }, run }), "/p/sub"),
    /git was started/,
  );
});

Deno.test("what git prints is reported without blank lines around it", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await folder.hook("pre-commit", "echo; echo no >&2; echo; exit 1");
  await folder.hook("commit-msg", "echo; echo no; echo; exit 1");
  await folder.git("switch", "--quiet", "--create", "side");
  await folder.write({ "b.txt": "1\n" });
  await folder.git("add", "b.txt");
  await folder.git("commit", "--quiet", "--no-verify", "--message=b");
  await folder.git("switch", "--quiet", "main");
  await folder.write({ "c.txt": "1\n" });
  await folder.git("add", "c.txt");
  await folder.git("commit", "--quiet", "--no-verify", "--message=c");
  const git = await Git.open(host, folder.path);
  for (const mode of ["squash", "history"] as const) {
    const result = await mergeTried(git, "side", mode, "feat: side\n");
    assert.equal(result.kind === "refused" && /^\S[^]*\S$/.test(result.output), true, JSON.stringify(result));
  }
  const failing = hostThat({
    run: () => Promise.resolve({ code: 1, stdout: "", stderr: "\n fatal: no \n\n" }),
  });
  await assert.rejects(
    git.at(folder.path).output.call(Object.assign(Object.create(git), { host: failing }), ["switch", "x"]),
    { message: "Cannot run git switch: no", output: "fatal: no" },
  );
});

Deno.test("workingTree() is the status with the branch and the commit", async () => {
  await using folder = await repository({ "a.txt": "1\n", "b.txt": "1\n" });
  await folder.write({ "a.txt": "2\n", "new/c.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  const { branch, commit, status } = await git.workingTree();
  assert.deepEqual([branch, commit], ["main", await folder.git("rev-parse", "HEAD")]);
  assert.deepEqual(status, await git.status());
  assert.deepEqual(status.map(({ path }) => path), ["a.txt", "new/c.txt"]);
  await folder.git("switch", "--quiet", "--detach");
  assert.equal((await git.workingTree()).branch, undefined);
});
