import assert from "node:assert/strict";
import { carryOver } from "../../../lib/apply/worktrees/carry_over.ts";
import { Folder, host, repository } from "../../support/repository.ts";
import { addLane, lanesOf } from "./lanes.ts";

const OUTSIDE = (path: string) => `worktree.copy names ${path}, which is outside the project`;
const MISSING = (path: string) => `worktree.copy names ${path}, which does not exist`;

/** A repository that ignores `secret`, `data/` and `linked`, with such files. */
async function project(): Promise<Folder> {
  const folder = await repository({ ".gitignore": "/secret\n/data/\n/linked\n/out\n", "a.txt": "1\n" });
  await folder.write({ secret: "s\n", "data/deep/d.txt": "d\n", "linked/l.txt": "l\n" });
  return folder;
}

Deno.test("worktree.copy copies files and folders and links what is marked with link:", async () => {
  await using folder = await project();
  await Deno.symlink("secret", `${folder.path}/data/link`);
  const lanes = await lanesOf(folder, { worktree: { copy: ["secret", "data", "link:linked"] } });
  const work = Folder.at((await addLane(lanes, "01-01")).root);
  assert.equal(await work.read("secret"), "s\n");
  assert.equal(await work.read("data/deep/d.txt"), "d\n");
  assert.equal(await Deno.readLink(`${work.path}/data/link`), "secret");
  assert.equal(await Deno.readLink(`${work.path}/linked`), `${folder.path}/linked`);
  assert.deepEqual(lanes.notices(), []);
});

Deno.test("worktree.copy does not overwrite files of the branch", async () => {
  await using folder = await project();
  await folder.write({ "a.txt": "changed\n", "dir/kept.txt": "committed\n" });
  await folder.git("add", "dir");
  await folder.git("commit", "--quiet", "--message=dir");
  await folder.write({ "dir/kept.txt": "changed\n", "dir/new.txt": "new\n" });
  const lanes = await lanesOf(folder, { worktree: { copy: ["a.txt", "dir", "link:a.txt"] } });
  const work = Folder.at((await addLane(lanes, "01-01")).root);
  assert.equal(await work.read("a.txt"), "1\n");
  assert.equal(await work.read("dir/kept.txt"), "committed\n");
  assert.equal(await work.read("dir/new.txt"), "new\n");
});

Deno.test("worktree.copy copies nothing from outside the project, directly or through a link", async () => {
  await using outside = await Folder.make({ "key": "k\n", "dir/key": "k\n" });
  await using folder = await project();
  const name = outside.path.split("/").at(-1);
  await Deno.symlink(`${outside.path}/dir`, `${folder.path}/out`);
  const copy = [`../${name}/key`, "out/key", "link:out/key", "nothing", "link:nothing"];
  const lanes = await lanesOf(folder, { worktree: { copy } });
  const work = Folder.at((await addLane(lanes, "01-01")).root);
  assert.deepEqual(lanes.notices(), [
    OUTSIDE(copy[0]!),
    OUTSIDE("out/key"),
    OUTSIDE("out/key"),
    MISSING("nothing"),
    MISSING("nothing"),
  ]);
  assert.equal(await work.has("out"), false);
  assert.equal(await folder.has(`.git/home/.wf/worktrees/${name}`), false);
});

Deno.test("worktree.copy writes nothing outside the worktree through a link of the branch", async () => {
  await using outside = await Folder.make({});
  await using folder = await project();
  await Deno.symlink(outside.path, `${folder.path}/escape`);
  await folder.git("add", "escape");
  await folder.git("commit", "--quiet", "--message=escape");
  await Deno.remove(`${folder.path}/escape`);
  await folder.write({ "escape/key": "k\n" });
  const lanes = await lanesOf(folder, { worktree: { copy: ["escape/key"] } });
  await addLane(lanes, "01-01");
  assert.deepEqual(lanes.notices(), [OUTSIDE("escape/key")]);
  assert.equal(await outside.has("key"), false);
});

Deno.test("a link in the project that points outside is copied as a link", async () => {
  await using outside = await Folder.make({ "key": "k\n" });
  await using folder = await project();
  await Deno.symlink(`${outside.path}/key`, `${folder.path}/out`);
  const lanes = await lanesOf(folder, { worktree: { copy: ["out"] } });
  const { root } = await addLane(lanes, "01-01");
  assert.equal(await Deno.readLink(`${root}/out`), `${outside.path}/key`);
  assert.deepEqual(lanes.notices(), []);
});

Deno.test("documents that git ignores are copied to a worktree, also below the root", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n", "app/a.txt": "1\n" });
  await folder.write({ "app/.planning/STATE.md": "state\n" });
  const lanes = await lanesOf(folder, { prefix: "app", worktree: { copy: ["local"] } });
  await folder.write({ "app/local": "l\n" });
  const workspace = await addLane(lanes, "01-01");
  const work = Folder.at(workspace.repository.git.root);
  assert.equal(workspace.root, `${work.path}/app`);
  assert.equal(await work.read("app/.planning/STATE.md"), "state\n");
  assert.equal(await work.read("app/local"), "l\n");
});

Deno.test("documents that git does not ignore are those of the branch", async () => {
  await using folder = await repository({ ".planning/STATE.md": "state\n" });
  await folder.write({ ".planning/STATE.md": "changed\n", ".planning/new.md": "new\n" });
  const work = Folder.at((await addLane(await lanesOf(folder), "01-01")).root);
  assert.equal(await work.read(".planning/STATE.md"), "state\n");
  assert.equal(await work.has(".planning/new.md"), false);
});

Deno.test("carryOver() copies the ignored files of a plan and saves those that would overwrite others", async () => {
  await using folder = await project();
  const lanes = await lanesOf(folder);
  const workspace = await addLane(lanes, "01-01");
  const work = Folder.at(workspace.root);
  await work.write({ secret: "other\n", "data/deep/d.txt": "d\n", "data/new.txt": "n\n", "b.txt": "b\n" });
  await Deno.mkdir(`${work.path}/linked`);
  const files = [
    "secret",
    "data/deep/d.txt",
    "data/new.txt",
    "data/*",
    "b.txt",
    "linked",
    "data/gone.txt",
    "../x",
  ];
  const { copied, kept, folder: saved } = await carryOver(files, workspace, lanes.home);
  assert.deepEqual({ copied, kept }, { copied: ["data/new.txt"], kept: ["secret"] });
  assert.equal(await folder.read("data/new.txt"), "n\n");
  assert.equal(await folder.read("secret"), "s\n");
  assert.equal(await Deno.readTextFile(`${saved}/secret`), "other\n");
  assert.equal(saved!.startsWith(`${folder.path}/.git/wf/kept/`), true);
  assert.match(saved!, /\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d+Z$/, "a name that all file systems take");
});

Deno.test("carryOver() writes nothing through a link that points outside, and saves the file instead", async () => {
  await using outside = await Folder.make({});
  await using folder = await project();
  const lanes = await lanesOf(folder);
  const workspace = await addLane(lanes, "01-01");
  await Folder.at(workspace.root).write({ "data/new.txt": "n\n" });
  await Deno.remove(`${folder.path}/data`, { recursive: true });
  await Deno.symlink(outside.path, `${folder.path}/data`);
  const { copied, kept, folder: saved } = await carryOver(["data/new.txt"], workspace, lanes.home);
  assert.deepEqual({ copied, kept }, { copied: [], kept: ["data/new.txt"] });
  assert.equal(await Deno.readTextFile(`${saved}/data/new.txt`), "n\n");
  assert.equal(await outside.has("new.txt"), false);
});

Deno.test("carryOver() takes nothing that a link in the worktree leads to outside of it", async () => {
  await using outside = await Folder.make({ "key": "k\n" });
  await using folder = await project();
  const lanes = await lanesOf(folder);
  const workspace = await addLane(lanes, "01-01");
  await Deno.symlink(`${outside.path}/key`, `${workspace.root}/out`);
  const carried = await carryOver(["out"], workspace, lanes.home);
  assert.deepEqual(carried, { copied: [], kept: [], folder: undefined });
  assert.equal(await folder.has("out"), false);
});

Deno.test("worktree.copy leaves out what is neither a file nor a folder nor a link", async () => {
  await using folder = await project();
  await host.run({ argv: ["mkfifo", `${folder.path}/data/pipe`], cwd: folder.path });
  const lanes = await lanesOf(folder, { worktree: { copy: ["data"] } });
  const work = Folder.at((await addLane(lanes, "01-01")).root);
  assert.equal(await work.read("data/deep/d.txt"), "d\n");
  assert.equal(await work.has("data/pipe"), false);
});
