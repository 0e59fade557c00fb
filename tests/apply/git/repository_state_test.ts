import assert from "node:assert/strict";
import {
  addUserChanges,
  changedSince,
  pathExists,
  recallBaseline,
  rememberBaseline,
  takeBaseline,
} from "../../../lib/apply/git/baseline.ts";
import { hasIdentity } from "../../../lib/apply/git/commit/commit.ts";
import { CLEAN_GIT_ENVIRONMENT, hintFor } from "../../../lib/apply/git/process.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { openRepository, projectPath, repositoryPath } from "../../../lib/apply/git/repository.ts";
import { Folder, host, repository } from "../../support/repository.ts";

async function open(folder: Folder): Promise<Git> {
  return await Git.open(host, folder.path);
}

Deno.test("changedSince() names what is new or was changed again since the baseline, in order", async () => {
  await using folder = await repository({ "b.txt": "1\n", "same.txt": "1\n" });
  const git = await open(folder);
  await folder.write({ "z-mine.txt": "mine\n", "b.txt": "22\n", "a-gone.txt": "g\n" });
  await Deno.symlink("b.txt", `${folder.path}/link`);
  const baseline = await takeBaseline(git, await git.status());
  assert.deepEqual(Object.keys(baseline).sort(), ["a-gone.txt", "b.txt", "link", "z-mine.txt"]);
  assert.deepEqual(await changedSince(git, baseline), []);
  await folder.write({ "z-mine.txt": "mine and more\n", "a-new.txt": "n\n" });
  await Deno.remove(`${folder.path}/link`);
  await Deno.symlink("same.txt", `${folder.path}/link`);
  assert.deepEqual(await changedSince(git, baseline), ["a-new.txt", "link", "z-mine.txt"]);
  assert.deepEqual(await changedSince(git, {}), ["a-gone.txt", "a-new.txt", "b.txt", "link", "z-mine.txt"]);
  assert.deepEqual(await changedSince(git, baseline, []), []);
});

Deno.test("a baseline knows no path that merely has the name of a property of objects", async () => {
  await using folder = await repository({});
  await folder.write({ "constructor": "1\n", "toString": "1\n" });
  assert.deepEqual(await changedSince(await open(folder), {}), ["constructor", "toString"]);
});

Deno.test("addUserChanges() adds to the baseline what the user changed meanwhile, and nothing of a task", async () => {
  await using folder = await repository({});
  const git = await open(folder);
  const baseline = await takeBaseline(git, await git.status());
  await folder.write({ "task.txt": "task\n" });
  const since = await takeBaseline(git, await git.status());
  await folder.write({ "mine.txt": "mine\n" });
  const left = await addUserChanges(git, baseline, since);
  assert.deepEqual(left.added, ["mine.txt"]);
  assert.deepEqual(Object.keys(left.baseline), ["mine.txt"]);
  assert.deepEqual(await changedSince(git, left.baseline), ["task.txt"]);
});

Deno.test("a baseline is recalled as it was remembered; what is no baseline is none", async () => {
  await using folder = await repository({});
  await using place = await Folder.make({});
  await folder.git("worktree", "add", "--quiet", `${place.path}/work`);
  const work = Folder.at(`${place.path}/work`);
  const git = await open(work);
  assert.equal(await recallBaseline(git), undefined);
  await work.write({ "mine.txt": "mine\n" });
  const baseline = await rememberBaseline(git);
  assert.deepEqual(Object.keys(baseline), ["mine.txt"]);
  assert.deepEqual(await recallBaseline(git), baseline);
  const file = `${await work.git("rev-parse", "--absolute-git-dir")}/wf-baseline.json`;
  for (const text of ["null", "3", "{"]) {
    await Deno.writeTextFile(file, text);
    assert.equal(await recallBaseline(git), undefined, text);
  }
});

Deno.test("pathExists() is true of files, folders and broken links", async () => {
  await using folder = await Folder.make({ "dir/a.txt": "" });
  await Deno.symlink("nowhere", `${folder.path}/broken`);
  const exists = (path: string) => pathExists(host, `${folder.path}/${path}`);
  assert.deepEqual(await Promise.all(["dir", "dir/a.txt", "broken", "other"].map(exists)), [
    true,
    true,
    true,
    false,
  ]);
});

Deno.test("openRepository() finds the place of a project, and converts its paths", async () => {
  await using folder = await repository({ "apps/one/a.txt": "" });
  const [whole, part] = [
    await openRepository(host, folder.path),
    await openRepository(host, `${folder.path}/apps/one`),
  ];
  assert.deepEqual([whole.prefix, part.prefix, part.git.root], ["", "apps/one", folder.path]);
  assert.deepEqual([repositoryPath(whole, "a.txt"), repositoryPath(part, "a.txt")], [
    "a.txt",
    "apps/one/a.txt",
  ]);
  assert.equal(projectPath(whole, "apps/one/a.txt"), "apps/one/a.txt");
  assert.equal(projectPath(part, "apps/one/a.txt"), "a.txt");
  assert.equal(projectPath(part, "apps/one-more/a.txt"), undefined);
});

Deno.test("openRepository() refuses a folder that is in no repository", async () => {
  await using folder = await Folder.make({});
  await assert.rejects(openRepository(host, folder.path), {
    name: "GitError",
    message: `Cannot find a git repository at "${folder.path}"`,
  });
});

Deno.test("a git repository knows its branches, commits and tags", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await open(folder);
  const head = await folder.git("rev-parse", "HEAD");
  const tree = await folder.git("rev-parse", "HEAD^{tree}");
  assert.equal(await git.currentBranch(), "main");
  assert.deepEqual([await git.commitOf("HEAD"), await git.commitOf("gone")], [head, undefined]);
  assert.equal(await git.commitOf("--all"), undefined);
  await folder.git("branch", "x/refs/heads/gone");
  assert.equal(await git.hasBranch("gone"), false, "the whole name counts");
  assert.deepEqual([await git.hasBranch("main"), await git.hasBranch("mai"), await git.hasBranch("HEAD")], [
    true,
    false,
    false,
  ]);
  assert.deepEqual([await git.treeOf("HEAD"), await git.headAndTree()], [tree, { commit: head, tree }]);
  await folder.git("commit", "--quiet", "--allow-empty", "--message=later");
  await git.tag("v1", "One", head);
  assert.equal(await folder.git("cat-file", "-t", "v1"), "tag");
  assert.equal(await folder.git("tag", "--list", "--format=%(contents)", "v1"), "One");
  assert.deepEqual([await git.tagged("v1"), await git.tagged("main")], [head, undefined]);
  await folder.git("switch", "--quiet", "--detach");
  assert.equal(await git.currentBranch(), undefined);
});

Deno.test("switchTo() creates a branch where it is told, and tracks nothing", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await open(folder);
  await folder.git("branch", "base");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=more");
  await git.switchTo("new", "base");
  assert.deepEqual(await folder.subjects(), ["start"]);
  await git.switchTo("main");
  assert.deepEqual(await folder.subjects(), ["start", "more"]);
  assert.equal(await folder.git("for-each-ref", "--format=%(upstream)", "refs/heads/new"), "");
  await assert.rejects(git.switchTo("gone"), { name: "GitError", message: /^Cannot run git switch: .*gone/ });
});

Deno.test("bases and owners of branches are those that were recorded", async () => {
  await using folder = await repository({});
  const git = await open(folder);
  assert.equal((await git.bases()).size, 0);
  await git.rememberBase("wf/a", "main");
  await git.rememberBase("wf/b", "wf/a", "apps/one");
  assert.deepEqual([...await git.bases()], [["wf/a", "main"], ["wf/b", "wf/a"]]);
  assert.deepEqual([await git.ownerOf("wf/a"), await git.ownerOf("wf/b")], [undefined, "apps/one"]);
});

Deno.test("status() inspects only the given paths, literally, or all of them", async () => {
  await using folder = await repository({ "a.txt": "1\n", "b.txt": "1\n", "-n": "1\n" });
  await folder.write({ "a.txt": "2\n", "b.txt": "2\n", "-n": "2\n", "*.txt": "", "dir/ü.txt": "" });
  const git = await open(folder);
  const among = async (...paths: readonly string[]) =>
    (await git.status(paths)).map(({ path }) => path).sort();
  assert.deepEqual(await among(), ["*.txt", "-n", "a.txt", "b.txt", "dir/ü.txt"]);
  assert.deepEqual(await among("*.txt", "-n", "gone"), ["*.txt", "-n"]);
  assert.deepEqual(await among("dir/ü.txt", "a.txt"), ["a.txt", "dir/ü.txt"]);
  assert.equal((await among(...new Array(40_000).fill("a.txt"))).length, 5);
});

Deno.test("ignored paths are told from others, also tracked ones", async () => {
  await using folder = await repository({ "kept.log": "1\n", "a.txt": "1\n" });
  await folder.write({ ".gitignore": "*.log\nout/\n", "new.log": "", "out/x": "", "-n": "", "-n.log": "" });
  const git = await open(folder);
  const ignored = (path: string) => git.ignores(path);
  assert.deepEqual(await Promise.all(["kept.log", "new.log", "-n.log", "a.txt", "-n"].map(ignored)), [
    true,
    true,
    true,
    false,
    false,
  ]);
  const among = await git.ignoredAmong(["kept.log", "new.log", "out/x", "a.txt", "ü \n.log"]);
  assert.deepEqual([...among].sort(), ["new.log", "out/x", "ü \n.log"]);
  assert.equal((await git.ignoredAmong(["a.txt"])).size, 0);
});

Deno.test("filesAt() lists the files below a folder of a commit, wherever git runs", async () => {
  await using folder = await repository({ "dir/a b.txt": "", "dir/sub/ü.txt": "", "dirs/c.txt": "" });
  await folder.write({ "dir/later.txt": "" });
  const git = (await open(folder)).at(`${folder.path}/dir`);
  assert.deepEqual(await git.filesAt("HEAD", "dir"), ["dir/a b.txt", "dir/sub/ü.txt"]);
  assert.deepEqual(await git.filesAt("HEAD", "gone"), []);
});

Deno.test("filesOf() lists the files of commits, of the first one and of merges too", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await open(folder);
  await folder.git("switch", "--quiet", "--create", "side");
  await folder.write({ "b.txt": "1\n" });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=b");
  await folder.git("switch", "--quiet", "main");
  await folder.git("mv", "a.txt", "c.txt");
  await folder.git("commit", "--quiet", "--message=c");
  await folder.git("merge", "--quiet", "--no-edit", "side");
  const commits = (await folder.git("rev-list", "HEAD")).split("\n");
  const files = await git.filesOf(commits);
  const changed = commits.map((commit) => {
    const { created, modified } = files.get(commit)!;
    return [...created, ...modified].sort().join(" ");
  });
  assert.deepEqual(changed.sort(), ["a.txt", "a.txt c.txt", "b.txt", "b.txt"]);
  assert.equal((await git.filesOf([])).size, 0);
});

Deno.test("within() converts absolute paths, of the root to nothing and of others not at all", async () => {
  await using folder = await repository({});
  const git = await open(folder);
  const within = (path: string) => git.within(`${folder.path}${path}`);
  assert.deepEqual([within(""), within("/a/b"), within("-other/a")], ["", "a/b", undefined]);
});

Deno.test("a failing call of git is an error with the first line, the rest and the command", async () => {
  await using folder = await repository({});
  const git = await open(folder);
  await assert.rejects(git.output(["rev-parse", "--verify", "gone"]), {
    name: "GitError",
    message: /^Cannot run git rev-parse: Needed a single revision$/,
    output: /Needed a single revision/,
  });
  await assert.rejects(git.output(["config", "--get", "none.such"]), {
    message: "Cannot run git config: exit code 1",
  });
});

Deno.test("hasIdentity() needs the author and the committer", async () => {
  await using folder = await repository({});
  const git = await open(folder);
  assert.equal(await hasIdentity(git), true);
  await folder.git("config", "--unset", "user.name");
  await folder.git("config", "--unset", "user.email");
  await folder.git("config", "user.useConfigOnly", "true");
  assert.equal(await hasIdentity(git), false);
  await folder.git("config", "author.name", "Author");
  await folder.git("config", "author.email", "author@example.invalid");
  assert.equal(await hasIdentity(git), false);
});

Deno.test("programs get none of the variables by which git leads its hooks to another repository or paths", async () => {
  await using folder = await repository({});
  const led = (await folder.git("rev-parse", "--local-env-vars")).split("\n").filter((name) => {
    return !/^GIT_(?:CONFIG|NO_REPLACE|REPLACE|INTERNAL)/.test(name);
  });
  const pathspecs = ["LITERAL", "GLOB", "NOGLOB", "ICASE"].map((kind) => `GIT_${kind}_PATHSPECS`);
  for (const name of [...led, ...pathspecs, "GIT_QUARANTINE_PATH"]) {
    assert.deepEqual([name, name in CLEAN_GIT_ENVIRONMENT, CLEAN_GIT_ENVIRONMENT[name]], [
      name,
      true,
      undefined,
    ]);
  }
});

Deno.test("hintFor() names the branch in the way, in whatever language git says so", () => {
  for (
    const text of [
      "cannot lock ref 'refs/heads/a/b': 'refs/heads/a' exists; cannot create 'refs/heads/a/b'",
      "Kann nicht sperren: 'refs/heads/a' existiert; kann 'refs/heads/a/b' nicht erstellen",
    ]
  ) {
    assert.match(hintFor(text, "other"), /^Branch "a" is in the way/);
  }
  assert.equal(hintFor("fatal: something else", "other"), "other");
});
