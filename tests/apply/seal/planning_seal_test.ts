import assert from "node:assert/strict";
import {
  changedDocuments,
  type PlanningSeal,
  resealed,
  takeSeal,
} from "../../../lib/apply/seal/planning_seal.ts";
import { keepChanges, putBack } from "../../../lib/apply/seal/put_back.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { Workspace } from "../../../lib/apply/worktrees/workspace.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const FILES = { ".planning/a.md": "a\n", ".planning/phases/b.md": "\uFEFFb\r\n", "src/c.txt": "c\n" };
const BYTES = new Uint8Array([0, 255, 254, 10, 13, 195, 40]);

async function workspaceOf(folder: Folder): Promise<Workspace> {
  return {
    repository: await openRepository(host, folder.path),
    root: folder.path,
    branch: "main",
    baseline: {},
  };
}

async function restore(workspace: Workspace, seal: PlanningSeal): Promise<string[]> {
  const { changes } = await changedDocuments(seal, workspace);
  await putBack(changes, seal, workspace);
  assert.deepEqual((await changedDocuments(seal, workspace)).changes, []);
  return changes.map(({ path }) => path);
}

Deno.test("documents are put back byte for byte, whatever was done to them", async () => {
  await using folder = await repository(FILES);
  await Deno.writeFile(`${folder.path}/.planning/image.png`, BYTES);
  await Deno.symlink("a.md", `${folder.path}/.planning/link.md`);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n", ".planning/new.md": "new\n", "src/c.txt": "other\n" });
  await Deno.remove(`${folder.path}/.planning/phases`, { recursive: true });
  await Deno.writeFile(`${folder.path}/.planning/image.png`, new Uint8Array([1]));
  await Deno.remove(`${folder.path}/.planning/link.md`);
  await folder.write({ ".planning/link.md": "no link\n" });
  assert.deepEqual(await restore(workspace, seal), [
    ".planning/a.md",
    ".planning/image.png",
    ".planning/link.md",
    ".planning/new.md",
    ".planning/phases/b.md",
  ]);
  assert.deepEqual(await Deno.readFile(`${folder.path}/.planning/image.png`), BYTES);
  assert.equal(await Deno.readLink(`${folder.path}/.planning/link.md`), "a.md");
  assert.equal(await folder.has(".planning/new.md"), false);
  assert.equal(await folder.git("status", "--porcelain", "--", ".planning/phases"), "");
  assert.equal(await folder.read("src/c.txt"), "other\n", "other files are not changed");
});

Deno.test("settings of hooks below a folder of other settings are put back or removed", async () => {
  const path = ".config/lefthook.yml";
  await using folder = await repository({ ...FILES, ".config/other.txt": "other\n" });
  const workspace = await workspaceOf(folder);
  const without = await takeSeal(workspace);
  await folder.write({ [path]: "new\n", ".config/other.txt": "changed\n" });
  assert.deepEqual(await restore(workspace, without), [path]);
  assert.equal(await folder.has(path), false);
  await folder.write({ [path]: "known\n" });
  const seal = await takeSeal(workspace);
  await Deno.remove(`${folder.path}/.config`, { recursive: true });
  assert.deepEqual(await restore(workspace, seal), [path]);
  assert.equal(await folder.read(path), "known\n");
});

Deno.test("settings are found by all names that a file system may take for theirs", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  const settings = [".Claude/a.json", ".GIT/config", ".mcp.json.", "LEFTHOOK.yml", "git~1/config"];
  const others = [".config/lefthook.txt", "Config/lefthook.yml", "claude/a.json"];
  await folder.write(Object.fromEntries([...settings, ...others].map((path) => [path, "new\n"])));
  const { changes } = await changedDocuments(seal, workspace);
  assert.deepEqual(changes.map(({ path }) => path), settings);
});

Deno.test("documents are put back in place of a link to a copy of their folder", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  for (const path of [".planning/phases", ".planning"]) {
    await Deno.rename(`${folder.path}/${path}`, `${folder.path}/copy`);
    await Deno.symlink(`${folder.path}/copy`, `${folder.path}/${path}`);
    const documents = Object.keys(seal.files).filter((name) => name.startsWith(`${path}/`));
    assert.deepEqual(await restore(workspace, seal), [path, ...documents]);
    assert.equal(await folder.git("status", "--porcelain", "--", ".planning"), "");
    assert.equal(await folder.read("copy/b.md").catch(() => folder.read("copy/phases/b.md")), "\uFEFFb\r\n");
    await Deno.remove(`${folder.path}/copy`, { recursive: true });
  }
});

Deno.test("a link that was the folder of documents before is followed, and put back", async () => {
  await using folder = await repository({ "real/a.md": "a\n", "other/a.md": "a\n" });
  await Deno.symlink("real", `${folder.path}/.planning`);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ "real/a.md": "changed\n" });
  assert.deepEqual(await restore(workspace, seal), [".planning/a.md"]);
  assert.deepEqual((await changedDocuments(seal, workspace, [".planning/a.md"])).changes, []);
  await Deno.remove(`${folder.path}/.planning`);
  await Deno.symlink("other", `${folder.path}/.planning`);
  assert.deepEqual(await restore(workspace, seal), [".planning"]);
  assert.equal(await Deno.readLink(`${folder.path}/.planning`), "real");
});

Deno.test("a document is put back in place of a folder, which is kept", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await Deno.remove(`${folder.path}/.planning/a.md`);
  await folder.write({ ".planning/a.md/b.md": "b\n" });
  const { changes } = await changedDocuments(seal, workspace);
  await putBack(changes.filter(({ path }) => path === ".planning/a.md"), seal, workspace);
  assert.equal(await folder.read(".planning/a.md"), "a\n");
  const [{ name }] = [...Deno.readDirSync(`${folder.path}/.git/wf/kept`)] as [Deno.DirEntry];
  assert.equal(await folder.read(`.git/wf/kept/${name}/.planning/a.md/b.md`), "b\n");
});

Deno.test("a change that keeps size and time of a document is seen", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const file = `${folder.path}/.planning/a.md`;
  const { mtime } = await Deno.stat(file);
  const seal = await takeSeal(workspace);
  await Deno.writeTextFile(file, "b\n");
  await Deno.utime(file, mtime!, mtime!);
  assert.deepEqual(await restore(workspace, seal), [".planning/a.md"]);
});

Deno.test("the index of a document is put back too, as the user had staged it", async () => {
  await using folder = await repository(FILES);
  await folder.write({ ".planning/a.md": "staged\n" });
  await folder.git("add", ".planning/a.md");
  await folder.write({ ".planning/a.md": "changed\n" });
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n", ".planning/new.md": "new\n" });
  await folder.git("add", "--all", ".planning");
  await restore(workspace, seal);
  assert.equal(await folder.git("show", ":.planning/a.md"), "staged");
  assert.equal(await folder.read(".planning/a.md"), "changed\n");
  assert.equal(await folder.git("status", "--porcelain"), "MM .planning/a.md");
});

Deno.test("what was written is kept before documents are put back", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n" });
  await Deno.remove(`${folder.path}/.planning/phases/b.md`);
  const { changes } = await changedDocuments(seal, workspace);
  await keepChanges(changes, workspace, `${folder.path}/.git/kept`);
  assert.equal(await folder.read(".git/kept/.planning/a.md"), "other\n");
});

Deno.test("an inspection among some documents finds their changes and those of settings, and leaves the others to the next", async () => {
  await using folder = await repository({ ...FILES, ".claude/settings.json": "{}\n" });
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  const other = { ".planning/phases/b.md": "other\n", ".planning/new.md": "new\n" };
  await folder.write({ ".planning/a.md": "other\n", ".claude/settings.json": "[]\n", ...other });
  const { changes, files } = await changedDocuments(seal, workspace, [".planning/a.md", "src/c.txt"]);
  assert.deepEqual(changes.map(({ path }) => path), [".claude/settings.json", ".planning/a.md"]);
  const later = await changedDocuments({ ...seal, files }, workspace);
  assert.deepEqual(later.changes.map(({ path }) => path), [".planning/new.md", ".planning/phases/b.md"]);
  assert.equal(later.changes[1]?.before, seal.files[".planning/phases/b.md"]);
});

Deno.test("documents are put back although the index names objects that do not exist", async () => {
  await using folder = await repository({ ".planning/a.md": "a\n" });
  await folder.write({ ".planning/a.md": "never stored\n", ".planning/b.md": "nor this\n" });
  await folder.git("update-index", "--add", "--info-only", "--", ".planning/a.md", ".planning/b.md");
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n", ".planning/b.md": "other\n" });
  const { changes } = await changedDocuments(seal, workspace);
  await putBack(changes, seal, workspace);
  assert.equal(await folder.read(".planning/a.md"), "never stored\n");
  assert.equal(await folder.read(".planning/b.md"), "nor this\n");
});

Deno.test("a document whose content git has lost is named, and the others are put back", async () => {
  await using folder = await repository(FILES);
  await folder.write({ ".planning/.first.md": "mine\n" });
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/.first.md": "other\n", ".planning/a.md": "other\n" });
  await folder.git("prune", "--expire=now");
  const { changes } = await changedDocuments(seal, workspace);
  await assert.rejects(
    putBack(changes, seal, workspace),
    /Cannot restore \.planning\/\.first\.md: its earlier content is no longer/,
  );
  assert.equal(await folder.read(".planning/.first.md"), "other\n");
  assert.equal(await folder.read(".planning/a.md"), "a\n");
});

Deno.test("documents with the content of another repository are stored in their own", async () => {
  await using folder = await repository(FILES);
  await takeSeal(await workspaceOf(folder));
  await using other = await repository({});
  await other.write(FILES);
  const workspace = await workspaceOf(other);
  const seal = await takeSeal(workspace);
  await other.write({ ".planning/a.md": "other\n" });
  assert.deepEqual(await restore(workspace, seal), [".planning/a.md"]);
});

Deno.test("an inspection among some documents follows no path out of the folder of documents", async () => {
  await using folder = await repository({ ...FILES, "docs/STATE.md": "mine\n", ".planning/x\ny": "x\n" });
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  const among = [".planning/../docs/STATE.md", ".planning/x\ny"];
  assert.deepEqual((await changedDocuments(seal, workspace, among)).changes, []);
});

Deno.test("a seal is renewed also if only the index of a document has changed", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceOf(folder);
  const seal = await takeSeal(workspace);
  assert.equal(await resealed(seal, workspace, [".planning/a.md"]), seal);
  await folder.git("rm", "--quiet", "--cached", ".planning/a.md", ".planning/phases/b.md");
  const { files, index } = await resealed(seal, workspace, [".planning/a.md"]);
  assert.deepEqual(files, seal.files);
  assert.deepEqual(Object.keys(index), [".planning/phases/b.md"]);
});

Deno.test("a seal is renewed for documents without inspecting settings, and for settings that a plan declares", async () => {
  await using folder = await repository({ ...FILES, ".claude/settings.json": "{}\n" });
  const listed: string[] = [];
  const counting = extendedHost(host, {
    readDirectory: async (path) => {
      listed.push(path);
      return await host.readDirectory(path);
    },
  });
  const workspace = {
    ...await workspaceOf(folder),
    repository: await openRepository(counting, folder.path),
  };
  const seal = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n", ".claude/settings.json": "[]\n" });
  listed.length = 0;
  const documents = await resealed(seal, workspace, [".planning/a.md", "src/c.txt"]);
  assert.deepEqual(listed, []);
  const { changes } = await changedDocuments(documents, workspace);
  assert.deepEqual(changes.map(({ path }) => path), [".claude/settings.json"]);
  const all = await resealed(documents, workspace, [".Claude/settings.json", ".claude/settings.json"]);
  assert.deepEqual((await changedDocuments(all, workspace)).changes, []);
});
