import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { tidyWorkFolder, workFolder } from "../../../lib/apply/worktrees/work_folder.ts";
import { workBranches } from "../../../lib/apply/git/work_branches.ts";
import { recallBaseline } from "../../../lib/apply/git/baseline.ts";
import { isWorktree, listWorktrees } from "../../../lib/apply/worktrees/worktree_entries.ts";
import { removeWorktree } from "../../../lib/apply/worktrees/remove_worktree.ts";
import { Folder, repository } from "../../support/repository.ts";
import { recordedWorkBranches } from "../../support/work_branches.ts";
import { leftovers } from "../../support/wide.ts";
import { addLane, commitAll, HomeHost, type Lanes, lanesOf, replayStep, workBranch } from "./lanes.ts";

const BRANCH = workBranch("01-01");

function setUp({ worktrees }: Lanes) {
  return worktrees.setUp({
    id: "setup",
    kind: "set-up-worktree",
    lane: "01-01",
    plan: "01-01",
    worktree: "01-01",
    commands: [],
  });
}

function replay({ worktrees, home }: Lanes, files: readonly string[] = []) {
  return worktrees.replay(replayStep("01-01"), home, files);
}

Deno.test("a worktree is a folder in the user's home, with a branch of its own, unlocked and reported", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const { repository: { git }, root, branch, baseline } = await addLane(lanes, "01-01");
  const name = folder.path.split("/").at(-1);
  assert.match(root, new RegExp(`^${folder.path}/\\.git/home/\\.wf/worktrees/${name}-[0-9a-f]{8}/01-01$`));
  assert.deepEqual([git.root, branch, baseline], [root, BRANCH, {}]);
  assert.deepEqual(lanes.events, [{ kind: "worktree-added", plan: "01-01", directory: root, exists: false }]);
  assert.equal(await Folder.at(root).git("branch", "--show-current"), BRANCH);
  assert.deepEqual(await recordedWorkBranches(folder), { [BRANCH]: "main" });
  assert.equal(await folder.git("for-each-ref", "--format=%(upstream)", `refs/heads/${BRANCH}`), "");
  const entry = (await listWorktrees(git)).find(({ directory }) => directory === root);
  assert.deepEqual(entry, { directory: root, branch: BRANCH, locked: undefined });
  assert.deepEqual([...lanes.worktrees.open.keys()], ["01-01"]);
  assert.equal(lanes.worktrees.workspace(undefined), lanes.home);
  assert.throws(() => lanes.worktrees.workspace("01-02"), /"01-02"/);
});

Deno.test("repositories of the same name have folders of their own for worktrees", async () => {
  await using outer = await Folder.make({ "one/repo/a.txt": "", "two/repo/a.txt": "" });
  const roots: string[] = [];
  for (const name of ["one", "two"]) {
    const folder = await Folder.at(`${outer.path}/${name}/repo`).init();
    roots.push((await addLane(await lanesOf(folder), "01-01")).root.replace(/.*\/worktrees\//, ""));
  }
  assert.match(roots[0]!, /^repo-[0-9a-f]{8}\/01-01$/);
  assert.notEqual(roots[0], roots[1]);
});

Deno.test("a worktree of a hosted run is in the project's folder, which git ignores and the run removes", async () => {
  await using folder = await repository({ "app/a.txt": "1\n" });
  const lanes = await lanesOf(folder, { hosted: true, prefix: "app" });
  const { root } = await addLane(lanes, "01-01");
  assert.equal(root, `${folder.path}/app/.wf/worktrees/01-01/app`);
  assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), "");
  await lanes.worktrees.close();
  assert.equal(await folder.has("app/.wf/worktrees/.gitignore"), true);
  await replay(lanes);
  await lanes.worktrees.close();
  assert.equal(await folder.has("app/.wf"), false);
});

Deno.test("a hosted run moves a worktree that another run left to where its host may write, with its changes", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const { root } = await addLane(await lanesOf(folder), "01-01");
  await Folder.at(root).write({ "a.txt": "half\n" });
  const lanes = await lanesOf(folder, { hosted: true });
  const moved = await addLane(lanes, "01-01", true);
  assert.equal(moved.root, `${folder.path}/.wf/worktrees/01-01`);
  assert.equal(await Folder.at(moved.root).git("status", "--porcelain"), " M a.txt");
  assert.equal(await folder.has(".git/home/.wf"), false);
  const again = await addLane(await lanesOf(folder), "01-01", true);
  assert.equal(again.root, moved.root);
});

Deno.test("the folder for worktrees of a hosted run does not lead out of the project", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await using outside = await Folder.make({});
  await Deno.symlink(outside.path, `${folder.path}/.wf`);
  await assert.rejects(addLane(await lanesOf(folder, { hosted: true }), "01-01"), /\.wf/);
  assert.equal(await outside.has("worktrees"), false);
});

Deno.test("without a home folder worktrees are in git's folder, which nothing else of is tidied", async () => {
  await using folder = await repository({});
  const git = await Git.open(new HomeHost(undefined), folder.path);
  assert.equal(workFolder(git), `${folder.path}/.git/wf/worktrees`);
  await Deno.mkdir(workFolder(git), { recursive: true });
  await tidyWorkFolder(git.host, workFolder(git));
  assert.deepEqual([await folder.has(".git/wf"), await folder.has(".git/HEAD")], [false, true]);
});

Deno.test("a branch of the user with the name of a work branch is left alone", async () => {
  await using folder = await repository({});
  await folder.git("branch", BRANCH);
  const lanes = await lanesOf(folder);
  await assert.rejects(addLane(lanes, "01-01"), {
    message: `Cannot create a worktree for "01-01": the branch "${BRANCH}" exists and was not created by wf`,
  });
  assert.deepEqual(await workBranches(lanes.home.repository), []);
});

Deno.test("a worktree that an earlier run left is used again, with its baseline, and is not set up again", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const options = { worktree: { setup: ["echo s >> setup.txt"] } };
  const first = await lanesOf(folder, options);
  const { root } = await addLane(first, "01-01");
  assert.equal(await recallBaseline(first.worktrees.workspace("01-01").repository.git), undefined);
  assert.deepEqual(await setUp(first), { kind: "done" });
  const { baseline, ...ready } = first.worktrees.workspace("01-01");
  assert.deepEqual(Object.keys(baseline), ["setup.txt"]);
  assert.deepEqual([ready.root, ready.branch], [root, BRANCH]);
  const second = await lanesOf(folder, options);
  const again = await addLane(second, "01-01", true);
  assert.deepEqual([again.root, again.baseline], [root, baseline]);
  assert.deepEqual(await setUp(second), { kind: "done" });
  assert.equal(await Folder.at(root).read("setup.txt"), "s\n");
  assert.equal(second.events[0]!.kind === "worktree-added" && second.events[0]!.exists, true);
});

Deno.test("a worktree whose setup was interrupted is set up again", async () => {
  await using folder = await repository({});
  const options = { worktree: { setup: ["echo s >> setup.txt"] } };
  const { root } = await addLane(await lanesOf(folder, options), "01-01");
  const second = await lanesOf(folder, options);
  await addLane(second, "01-01", true);
  await setUp(second);
  assert.equal(await Folder.at(root).read("setup.txt"), "s\n");
});

Deno.test("a work branch without its folder gets a new one, beside whatever is in the old place", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const first = await lanesOf(folder);
  const { root } = await addLane(first, "01-01");
  await commitAll(Folder.at(root), { "b.txt": "1\n" });
  await folder.git("worktree", "remove", root);
  await Folder.at(root).write({ "mine.txt": "mine\n" });
  const again = await addLane(await lanesOf(folder), "01-01", true);
  assert.equal(again.root, `${root}-2`);
  assert.equal(await Folder.at(again.root).read("b.txt"), "1\n");
  assert.equal(await Folder.at(root).read("mine.txt"), "mine\n");
});

Deno.test("a worktree that cannot be created is reported with what git says", async () => {
  await using folder = await repository({});
  const lanes = await lanesOf(folder);
  await folder.hook("post-checkout", "exit 1");
  await assert.rejects(addLane(lanes, "01-01"), { name: "GitError", message: /^Cannot create a worktree: / });
});

Deno.test("setup commands run in the project's folder of the worktree until one fails", async () => {
  await using folder = await repository({ "app/a.txt": "1\n" });
  const setup = ["pwd; echo wrong >&2; exit 3", "touch later"];
  const lanes = await lanesOf(folder, { prefix: "app", worktree: { setup } });
  const { root } = await addLane(lanes, "01-01");
  assert.deepEqual(await setUp(lanes), {
    kind: "check-failed",
    command: "pwd; echo wrong >&2; exit 3",
    output: `${root}\nwrong`,
  });
  assert.equal(await Folder.at(root).has("later"), false);
  const shown = lanes.events.flatMap((event) => event.kind === "agent-output" ? [event] : []);
  assert.deepEqual(shown.map(({ text }) => text).join(""), `${root}\nwrong\n`);
  assert.deepEqual(shown.map(({ plan, task }) => [plan, task])[0], ["01-01", 0]);
});

Deno.test("setup commands see nothing of the repository of a hook", async () => {
  await using folder = await repository({});
  const lanes = await lanesOf(folder, {
    worktree: { setup: ['echo "$GIT_PREFIX" > setup.txt'] },
    inherited: { GIT_PREFIX: "elsewhere" },
  });
  const { root } = await addLane(lanes, "01-01");
  await setUp(lanes);
  assert.equal(await Folder.at(root).read("setup.txt"), "\n");
});

Deno.test("an interrupted setup is not done, and counts for nothing", async () => {
  await using folder = await repository({});
  const stop = new AbortController();
  const lanes = await lanesOf(folder, { signal: stop.signal, worktree: { setup: ["sleep 20"] } });
  await addLane(lanes, "01-01");
  stop.abort();
  assert.deepEqual(await setUp(lanes), { kind: "interrupted" });
  assert.equal(await recallBaseline(lanes.worktrees.workspace("01-01").repository.git), undefined);
});

Deno.test("a replayed worktree is gone with its branch, its links and its folders", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await folder.write({ "local": "l\n" });
  const lanes = await lanesOf(folder, { worktree: { copy: ["link:local"] } });
  const { root } = await addLane(lanes, "01-01");
  await commitAll(Folder.at(root), { "b.txt": "1\n" }, "feat: b\n\nWf-Plan: 01-01\nWf-Task: 1");
  await Folder.at(root).git("rm", "--quiet", "--cached", "local");
  await Folder.at(root).git("commit", "--quiet", "--amend", "--no-edit");
  lanes.events.length = 0;
  assert.deepEqual(await replay(lanes), { kind: "done" });
  const commit = await folder.git("rev-parse", "HEAD");
  assert.deepEqual(lanes.events, [
    { kind: "replayed", plan: "01-01", onto: "main", commits: [{ commit, subject: "feat: b", task: 1 }] },
  ]);
  assert.equal(await folder.read("b.txt"), "1\n");
  assert.equal(await folder.read("local"), "l\n");
  assert.deepEqual(await leftovers(folder), []);
  assert.deepEqual([...lanes.worktrees.open.keys()], []);
  assert.equal(await folder.has(".git/home"), true, "the user's home stays, also if it is empty");
});

Deno.test("uncommitted work in a worktree is in the stash after its replay", async () => {
  await using folder = await repository({ "app/a.txt": "1\n", "b.txt": "1\n" });
  const lanes = await lanesOf(folder, { prefix: "app" });
  const { root } = await addLane(lanes, "01-01");
  await Folder.at(root).write({ "a.txt": "2\n", "new.txt": "n\n", "../b.txt": "2\n" });
  assert.deepEqual(await replay(lanes), { kind: "done" });
  assert.deepEqual(lanes.notices(), [
    "Plan 01-01 left changes that belong to no task (a.txt, new.txt, b.txt); they are in the stash as " +
    '"wf: not committed by plan 01-01"',
  ]);
  assert.match(await folder.git("stash", "list"), /wf: not committed by plan 01-01$/);
  assert.equal(await folder.git("show", "stash@{0}:app/new.txt"), "n");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a replay brings along the ignored files of its plan, and names them", async () => {
  await using folder = await repository({ ".gitignore": "*.local\n" });
  await folder.write({ "kept.local": "mine\n" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  await Folder.at(root).write({ "kept.local": "theirs\n", "new.local": "new\n" });
  await replay(lanes, ["kept.local", "new.local"]);
  const [copied, kept, ...others] = lanes.notices();
  assert.equal(copied, "Copied from the worktree of plan 01-01, because git ignores it: new.local");
  assert.match(
    kept!,
    /^Plan 01-01 has changed kept.local, which git ignores: .* is in \/.*\/\.git\/wf\/kept\//,
  );
  assert.deepEqual(others, []);
  assert.equal(await folder.read("kept.local"), "mine\n");
  assert.equal(await folder.read("new.local"), "new\n");
});

Deno.test("a replay with a conflict keeps the worktree", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  await commitAll(Folder.at(root), { "a.txt": "2\n" });
  await commitAll(folder, { "a.txt": "3\n" });
  const outcome = await replay(lanes);
  assert.ok(outcome.kind === "conflict" && !outcome.begun);
  assert.deepEqual([...lanes.worktrees.open.keys()], ["01-01"]);
  assert.equal(await Folder.at(root).read("a.txt"), "2\n");
});

Deno.test("removeWorktree() keeps what is not on the target branch, and what has untracked files", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  const { git } = lanes.home.repository;
  const notices: string[] = [];
  const remove = async () => {
    const [work] = await workBranches(lanes.home.repository);
    await removeWorktree(work!, { git, notice: (message) => void notices.push(message) });
  };
  await commitAll(Folder.at(root), { "b.txt": "1\n" });
  await remove();
  assert.equal(await isWorktree(git, root), true);
  assert.deepEqual(notices, []);
  await folder.git("merge", "--quiet", "--ff-only", BRANCH);
  await Folder.at(root).write({ "new.txt": "n\n" });
  await remove();
  assert.equal(await Folder.at(root).read("new.txt"), "n\n");
  assert.match(
    notices.join("\n"),
    new RegExp(
      `^The worktree of ${BRANCH} is kept \\(.*\\); .*: git worktree remove "${root}" && git branch -d ${BRANCH}$`,
    ),
  );
  await folder.git("worktree", "lock", "--reason", "mine", root);
  await remove();
  assert.match(
    notices.at(-1)!,
    new RegExp(`: git worktree unlock "${root}" && git worktree remove "${root}" && `),
  );
});

Deno.test("the worktree of a branch whose work was squashed is removed, and one of a lost target is kept", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  const { git } = lanes.home.repository;
  const head = await folder.git("rev-parse", "HEAD");
  await commitAll(Folder.at(root), { "b.txt": "1\n" });
  const work = { branch: BRANCH, onto: "gone", directory: root };
  await removeWorktree(work, { git, notice: assert.fail });
  assert.equal(await isWorktree(git, root), true);
  const made = await folder.git("rev-parse", BRANCH);
  await folder.git("merge", "--quiet", "--squash", BRANCH);
  await folder.git("commit", "--quiet", `--message=squashed\n\nWf-Merged: ${made}`);
  assert.notEqual(await folder.git("rev-parse", "HEAD"), head);
  await removeWorktree({ ...work, onto: "main" }, { git, notice: assert.fail });
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("isWorktree() is true of worktrees of this repository alone", async () => {
  await using folder = await repository({});
  await using other = await repository({ "dir/a.txt": "" });
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  const { git } = lanes.home.repository;
  assert.equal(await isWorktree(git, root), true);
  assert.equal(await isWorktree(git, other.path), false);
  assert.equal(await isWorktree(git, `${other.path}/dir`), false);
  await Deno.mkdir(`${folder.path}/plain`);
  assert.equal(await isWorktree(git, `${folder.path}/plain`), false);
  assert.equal(await isWorktree(git, "/"), false);
});

Deno.test("a worktree that is used again is not filled again", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n/local\n" });
  await folder.write({ ".planning/STATE.md": "state\n", "local": "l\n" });
  const { root } = await addLane(await lanesOf(folder, { worktree: { copy: ["local"] } }), "01-01");
  const work = Folder.at(root);
  await Deno.remove(`${root}/local`);
  await Deno.remove(`${root}/.planning/STATE.md`);
  await addLane(await lanesOf(folder, { worktree: { copy: ["local"] } }), "01-01", true);
  assert.deepEqual([await work.has("local"), await work.has(".planning/STATE.md")], [false, false]);
});

Deno.test("a replayed worktree with a nested repository or a link of its own is kept, without a stash", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const lanes = await lanesOf(folder, { worktree: { setup: ["ln -s /nowhere own"] } });
  const { root } = await addLane(lanes, "01-01");
  await setUp(lanes);
  await Folder.at(root).write({ "inner/a.txt": "" });
  await Folder.at(`${root}/inner`).init();
  assert.deepEqual(await replay(lanes), { kind: "done" });
  const [notice, ...others] = lanes.notices();
  assert.match(notice!, new RegExp(`^The worktree of ${BRANCH} is kept `));
  assert.deepEqual(others, []);
  assert.equal(await Deno.readLink(`${root}/own`), "/nowhere");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("a worktree with submodules is kept with the command that removes it", async () => {
  await using inner = await repository({ "lib.txt": "lib\n" });
  await using folder = await repository({});
  await folder.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  await folder.git("commit", "--quiet", "--message=sub");
  const lanes = await lanesOf(folder);
  const { root } = await addLane(lanes, "01-01");
  await Folder.at(root).git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
  assert.deepEqual(await replay(lanes), { kind: "done" });
  assert.match(lanes.notices().join("\n"), new RegExp(`: git worktree remove --force "${root}" && `));
});
