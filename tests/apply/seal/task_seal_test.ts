import assert from "node:assert/strict";
import { Folder, repository } from "../../support/repository.ts";
import { sealing } from "../../support/task_seals.ts";

const PATH = ".planning/phases/01-base/01-02-PLAN.md";

Deno.test("a comparison of settings compares all documents if there is a commit since", async () => {
  await using folder = await repository({ [PATH]: "plan\n" });
  const { seal } = await sealing(folder.path, { isOwn: true });
  const task = { plan: "01-01", task: 1, declared: [], head: await folder.git("rev-parse", "HEAD") };
  await seal.begin(task);
  await folder.write({ [PATH]: "other\n" });
  assert.equal(await seal.settle(task, []), undefined);
  assert.equal(await folder.read(PATH), "other\n");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=forged");
  assert.equal((await seal.settle(task, []))?.kind, "turn-failed");
  assert.equal(await folder.read(PATH), "plan\n");
});

Deno.test("settings and flags of a worktree that a killed task has changed are restored by the next run", async () => {
  await using folder = await repository({ "a.txt": "a\n", ".husky/pre-commit": "npm test\n" });
  await folder.git("config", "extensions.worktreeConfig", "true");
  await using place = await Folder.make();
  await folder.git("worktree", "add", "--quiet", "-b", "work", `${place.path}/tree`);
  const tree = Folder.at(`${place.path}/tree`);
  const HOOK = ".husky/_/pre-commit";
  await tree.write({ ".husky/_/.gitignore": "*\n", [HOOK]: "run the hook\n" });
  const task = { plan: "01-01", task: 1, declared: [".claude"], head: undefined };
  await (await sealing(tree.path, { isOwn: true })).seal.begin(task);
  await tree.write({ [HOOK]: "exit 0\n", ".husky/pre-commit": "exit 0\n", ".claude": "mine\n" });
  await tree.git("config", "--worktree", "core.hooksPath", "/nowhere");
  await tree.git("update-index", "--assume-unchanged", "a.txt");
  const { seal, notices } = await sealing(tree.path, { isOwn: true });
  await seal.begin({ ...task, task: 2 });
  assert.equal(await tree.read(HOOK), "run the hook\n");
  assert.equal(await tree.read(".husky/pre-commit"), "npm test\n");
  assert.equal(await tree.read(".claude"), "mine\n", "the plan declares it");
  assert.equal(await folder.has(".git/worktrees/tree/config.worktree"), false);
  assert.equal(await tree.git("ls-files", "-v", "a.txt"), "H a.txt");
  assert.match(
    notices.join("\n"),
    /^Changed during task 01-01\/1, .* put back: \.git\/worktrees\/tree\/config\.worktree, \.husky\/_\/pre-commit, \.husky\/pre-commit\..*\nTask 01-01\/1 has hidden changes .*: a\.txt$/,
  );
  await seal.close();
});

Deno.test("the file that leads to the folder of git of a submodule is restored before git uses it", async () => {
  await using inner = await repository({ "lib.txt": "lib\n" });
  await using folder = await repository({ "a.txt": "a\n" });
  const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  for (const path of ["there", "absent"]) await folder.git(...allow, "add", inner.path, path);
  await folder.git("commit", "--quiet", "--message=submodules");
  await folder.git("submodule", "--quiet", "deinit", "absent");
  const link = await folder.read("there/.git");
  const { seal, notices } = await sealing(folder.path);
  const task = { plan: "01-01", task: 1, declared: [], head: undefined };
  await seal.begin(task);
  await Deno.remove(`${folder.path}/there/.git`);
  await Deno.symlink("../evil", `${folder.path}/there/.git`);
  await folder.write({ "evil/HEAD": "x", "absent/.git/HEAD": "ref: refs/heads/main\n" });
  await seal.settle(task);
  assert.equal(await folder.read("there/.git"), link);
  assert.equal(await folder.has("absent/.git"), false);
  assert.match(notices.join("\n"), /put back: .*\/(?:there|absent)\/\.git, .*\/(?:there|absent)\/\.git$/);
  await folder.git(...allow, "update", "--init", "absent");
  await seal.settleLinks(task);
  assert.equal(await folder.has("absent/.git"), true, "a task may check it out");
  await seal.close();
});

Deno.test("files that settings of git include are restored before git uses them, in worktrees too", async () => {
  await using other = await Folder.make({ "later.gitconfig": "[alias]\n" });
  await using folder = await repository({ "conf/team.gitconfig": "[alias]\n  st = status\n" });
  await folder.git("config", "include.path", "../conf/team.gitconfig");
  await folder.git("config", "includeIf.onbranch:main.path", "../later/later.gitconfig");
  await using place = await Folder.make();
  await folder.git("worktree", "add", "--quiet", "-b", "work", `${place.path}/tree`);
  for (const tree of [folder, Folder.at(`${place.path}/tree`)]) {
    const { seal, notices } = await sealing(tree.path);
    const task = { plan: "01-01", task: 1, declared: ["conf/team.gitconfig"], head: undefined };
    await seal.begin(task);
    await tree.write({ "conf/team.gitconfig": "[core]\n  fsmonitor = evil\n" });
    await Deno.symlink(other.path, `${tree.path}/later`);
    await seal.settleLinks(task);
    assert.equal(await tree.read("conf/team.gitconfig"), "[alias]\n  st = status\n");
    assert.equal(await tree.has("later"), false);
    assert.match(notices.join("\n"), /put back: \S*\/conf\/team\.gitconfig, \S*\/later$/);
    await tree.write({ "later/later.gitconfig": "[core]\n  fsmonitor = evil\n" });
    await seal.settleLinks(task);
    assert.equal(await tree.has("later/later.gitconfig"), false);
    await seal.close();
  }
  assert.equal(await other.read("later.gitconfig"), "[alias]\n", "what is not in the working tree stays");
});

Deno.test("a link .git is restored before git uses it", async () => {
  await using folder = await repository({ "a.txt": "a\n" });
  await Deno.rename(`${folder.path}/.git`, `${folder.path}/.repo`);
  await Deno.symlink(".repo", `${folder.path}/.git`);
  const { seal } = await sealing(folder.path);
  const task = { plan: "01-01", task: 1, declared: [], head: undefined };
  await seal.begin(task);
  await Deno.remove(`${folder.path}/.git`);
  await folder.write({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n  fsmonitor = evil\n",
  });
  await seal.settle(task);
  assert.equal(await Deno.readLink(`${folder.path}/.git`), ".repo");
  await seal.close();
});

Deno.test("a repository that a task creates in the folder of a project below the root is moved away", async () => {
  await using folder = await repository({ "apps/web/.planning/STATE.md": "state\n" });
  const { seal } = await sealing(`${folder.path}/apps/web`);
  const task = { plan: "01-01", task: 1, declared: [], head: undefined };
  await seal.begin(task);
  await folder.write({
    "apps/web/.git/HEAD": "x",
    "apps/.git": "gitdir: web/.git\n",
    "apps/new/.git/HEAD": "x",
  });
  await seal.settle(task);
  assert.deepEqual(
    await Promise.all(["apps/web/.git", "apps/.git", "apps/new/.git"].map((path) => folder.has(path))),
    [false, false, true],
  );
  await seal.close();
});

Deno.test("a link that a task puts in the place of a submodule stays, and nothing is moved from where it leads", async () => {
  await using inner = await repository({ "lib.txt": "lib\n" });
  await using folder = await repository({ "a.txt": "a\n" });
  const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  await folder.git(...allow, "add", inner.path, "libs/absent");
  await folder.git("commit", "--quiet", "--message=submodule");
  await folder.git("submodule", "--quiet", "deinit", "libs/absent");
  await Deno.remove(`${folder.path}/libs`, { recursive: true });
  const { seal, notices } = await sealing(folder.path);
  const task = { plan: "01-01", task: 1, declared: [], head: undefined };
  await seal.begin(task);
  await folder.write({ "libs/b.txt": "b\n" });
  await Deno.symlink(inner.path, `${folder.path}/libs/absent`);
  await seal.settle(task);
  assert.equal(await inner.has(".git/HEAD"), true);
  assert.equal(await Deno.readLink(`${folder.path}/libs/absent`), inner.path);
  assert.deepEqual(notices, []);
  await seal.close();
});
