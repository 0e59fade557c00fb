import assert from "node:assert/strict";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { changedDocuments, takeSeal } from "../../../lib/apply/seal/planning_seal.ts";
import { putBack } from "../../../lib/apply/seal/put_back.ts";
import {
  closeSealed,
  forgetSeal,
  forgetSealed,
  type OpenRecord,
  readSealed,
  type SealedRecord,
  writeSealed,
} from "../../../lib/apply/seal/sealed_record.ts";
import { forgetRemovedTrees } from "../../../lib/apply/seal/removed_trees.ts";
import { baseName } from "../../../lib/path/paths.ts";
import type { Workspace } from "../../../lib/apply/worktrees/workspace.ts";
import { Folder, host, repository } from "../../support/repository.ts";

const FILES = { ".planning/a.md": "a\n" };

Deno.test("the record of a task is stored without what is stored already, and read as a whole", async () => {
  await using folder = await repository(FILES);
  const written: string[] = [];
  const machine = extendedHost(host, {
    writeText: async (path: string, ...rest) => {
      written.push(baseName(path.slice(0, path.lastIndexOf("/"))));
      return await host.writeText(path, ...rest);
    },
  });
  const opened = await openRepository(machine, folder.path);
  const workspace = { repository: opened, root: folder.path, branch: "main", baseline: {} };
  const reader = { ...workspace };
  const write = async (record: SealedRecord) => {
    written.length = 0;
    await writeSealed(workspace, record);
    assert.deepEqual(await readSealed(reader), record);
    return [...written];
  };
  const open = async (task: string): Promise<SealedRecord> => {
    return { kind: "open", task, declared: ["a.txt"], seal: await takeSeal(workspace) };
  };
  const asked: SealedRecord = { kind: "asked", task: "01-01/1", changes: [], folder: "/kept" };
  assert.deepEqual(await write(await open("01-01/1")), ["seals", "sealed"]);
  assert.deepEqual(await write(await open("01-01/1")), []);
  assert.deepEqual(await write(asked), ["sealed"]);
  await closeSealed(workspace);
  assert.equal(await readSealed(reader), undefined);
  assert.deepEqual(await write(await open("01-01/2")), ["sealed"]);
  await folder.write({ ".planning/a.md": "other\n" });
  assert.deepEqual(await write(await open("01-01/2")), ["seals"]);
  await forgetSeal(workspace);
  assert.equal((await readSealed(reader))?.kind, "open", "the record needs its seal");
  await forgetSealed(workspace);
  assert.equal(await readSealed(reader), undefined);
  assert.deepEqual([...Deno.readDirSync(`${folder.path}/.git/wf/seals`)], []);
  assert.deepEqual(await write(await open("01-01/2")), ["seals", "sealed"]);
});

async function workspaceAt(path: string): Promise<Workspace> {
  return { repository: await openRepository(host, path), root: path, branch: "main", baseline: {} };
}

async function openRecord(workspace: Workspace, task = "01-01/1"): Promise<OpenRecord> {
  return { kind: "open", task, declared: [], seal: await takeSeal(workspace) };
}

Deno.test("working trees whose folders have the same name have records of their own", async () => {
  await using folder = await repository(FILES);
  await using other = await Folder.make();
  const name = baseName(folder.path);
  const paths = [folder.path, `${other.path}/${name}`, `${other.path}/more/${name}`];
  for (const path of paths.slice(1)) await folder.git("worktree", "add", "--quiet", "--detach", path);
  const records = new Map<Workspace, SealedRecord>();
  for (const path of paths) {
    const workspace = await workspaceAt(path);
    records.set(workspace, await openRecord(workspace, `01-01/${records.size}`));
  }
  for (const [workspace, record] of records) await writeSealed(workspace, record);
  for (const [workspace, record] of records) assert.deepEqual(await readSealed(workspace), record);
});

Deno.test("the record of a project is found after its folder was renamed", async () => {
  await using folder = await repository(FILES);
  const record = await openRecord(await workspaceAt(folder.path));
  await writeSealed(await workspaceAt(folder.path), record);
  await using moved = Folder.at(`${folder.path}-moved`);
  await Deno.rename(folder.path, moved.path);
  assert.deepEqual(await readSealed(await workspaceAt(moved.path)), record);
});

Deno.test("a record whose seal is lost has that of the last commit, and documents that git does not track as they are", async () => {
  await using folder = await repository({ ...FILES, ".planning/b.md": "b\n", ".planning/c.md": "c\n" });
  const workspace = await workspaceAt(folder.path);
  const record = await openRecord(workspace);
  await writeSealed(workspace, record);
  await folder.write({ ".planning/a.md": "other\n", ".planning/mine.md": "mine\n" });
  await Deno.remove(`${folder.path}/.planning/b.md`);
  await Deno.remove(`${folder.path}/.git/wf/seals`, { recursive: true });
  const read = await readSealed(await workspaceAt(folder.path));
  assert.ok(read?.kind === "open" && read.isLost);
  const { ".planning/mine.md": mine, ...files } = read.seal.files;
  assert.deepEqual(files, record.seal.files);
  assert.match(mine ?? "", /^blob:/);
  assert.deepEqual(read.seal.index, record.seal.index);
});

Deno.test("in place of a lost seal, a document with other ends of lines than in the commit is unchanged", async () => {
  await using folder = await repository({ ...FILES, ".planning/b.md": "b\n" });
  await folder.git("config", "core.autocrlf", "true");
  await folder.write({ ".planning/a.md": "a\r\n", ".planning/b.md": "other\r\n" });
  const workspace = await workspaceAt(folder.path);
  await writeSealed(workspace, await openRecord(workspace));
  await Deno.remove(`${folder.path}/.git/wf/seals`, { recursive: true });
  const read = await readSealed(await workspaceAt(folder.path));
  assert.ok(read?.kind === "open" && read.isLost);
  const { changes } = await changedDocuments(read.seal, workspace);
  assert.deepEqual(changes.map(({ path }) => path), [".planning/b.md"]);
});

Deno.test("a damaged record is not read as none", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceAt(folder.path);
  await writeSealed(workspace, await openRecord(workspace));
  const [{ name }] = [...Deno.readDirSync(`${folder.path}/.git/wf/sealed`)] as [Deno.DirEntry];
  await folder.write({ [`.git/wf/sealed/${name}`]: "{" });
  const read = await readSealed(await workspaceAt(folder.path));
  assert.ok(read?.kind === "open" && read.isLost);
});

async function refs(folder: Folder): Promise<string> {
  return await folder.git("for-each-ref", "--format=%(refname)", "refs/wf-sealed");
}

Deno.test("git prune removes no content that a record needs, and the end of the record releases it", async () => {
  await using folder = await repository(FILES);
  await folder.write({ ".planning/mine.md": "mine\n", ".git/hooks/pre-commit": "true\n" });
  const workspace = await workspaceAt(folder.path);
  const record = await openRecord(workspace);
  await writeSealed(workspace, record);
  await folder.write({ ".planning/mine.md": "other\n", ".git/hooks/pre-commit": "false\n" });
  await folder.git("pack-refs", "--all");
  await folder.git("prune", "--expire=now");
  const { changes } = await changedDocuments(record.seal, workspace);
  await putBack(changes, record.seal, workspace);
  assert.equal(await folder.read(".planning/mine.md"), "mine\n");
  assert.equal(await folder.read(".git/hooks/pre-commit"), "true\n");
  await closeSealed(workspace);
  assert.notEqual(await refs(folder), "", "the seal is still needed");
  await forgetSeal(workspace);
  assert.equal(await refs(folder), "");
});

Deno.test("git prune does not remove changes that the user has to decide about", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceAt(folder.path);
  const { files } = await takeSeal(workspace);
  await folder.write({ ".planning/a.md": "other\n" });
  const { changes } = await changedDocuments({ files }, workspace);
  await writeSealed(workspace, { kind: "asked", task: "01-01/1", changes, folder: "/kept" });
  await forgetSeal(workspace);
  await folder.git("pack-refs", "--all");
  await folder.git("prune", "--expire=now");
  assert.equal(await folder.git("cat-file", "blob", changes[0]!.after!.slice("blob:".length)), "other");
  await forgetSealed(await workspaceAt(folder.path));
  assert.equal(await refs(folder), "", "also by another run");
});

Deno.test("a seal whose contents the index has needs no process of git", async () => {
  await using folder = await repository(FILES);
  const ran: (readonly string[])[] = [];
  const counting = extendedHost(host, {
    run: async (command, ...rest) => {
      ran.push(command.argv);
      return await host.run(command, ...rest);
    },
  });
  const workspace = {
    ...await workspaceAt(folder.path),
    repository: await openRepository(counting, folder.path),
  };
  const record = await openRecord(workspace);
  assert.notEqual(ran.length, 0);
  ran.length = 0;
  await writeSealed(workspace, record);
  await forgetSealed(workspace);
  assert.deepEqual(ran, []);
});

Deno.test("only documents that remain without a commit are kept from git prune", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceAt(folder.path);
  const head = await folder.git("rev-parse", "HEAD");
  await writeSealed(workspace, { ...await openRecord(workspace), head });
  await folder.write({ ".planning/new.md": "new\n" });
  const record = await openRecord(workspace);
  await writeSealed(workspace, { ...record, head });
  await writeSealed(workspace, record);
  assert.equal(await refs(folder), "", "wf has just written it, and is about to commit it");
  await writeSealed(workspace, { ...record, head });
  assert.notEqual(await refs(folder), "");
  await forgetSealed(workspace);
  await writeSealed({ ...workspace, isOwn: true }, record);
  assert.equal(await refs(folder), "", "the project's own working tree has the same documents");
});

Deno.test("a document with the content of another one in the index needs no object", async () => {
  await using folder = await repository(FILES);
  const workspace = await workspaceAt(folder.path);
  await folder.write({ ".planning/copy.md": FILES[".planning/a.md"] });
  await writeSealed(workspace, await openRecord(workspace));
  assert.equal(await refs(folder), "");
  await forgetSealed(workspace);
  await folder.write({ ".planning/copy.md": "other\n" });
  await writeSealed(workspace, await openRecord(workspace));
  assert.notEqual(await refs(folder), "");
});

Deno.test("the records and the ref of a removed worktree are removed, and those of others stay", async () => {
  await using folder = await repository(FILES);
  const paths = ["removed", "deleted", "other"].map((name) => `${folder.path}/.git/trees/${name}`);
  const trees = [folder.path, ...paths];
  for (const path of paths) await folder.git("worktree", "add", "--quiet", "--detach", path);
  for (const path of trees) {
    await Deno.writeTextFile(`${path}/.planning/a.md`, `${path}\n`);
    const workspace = await workspaceAt(path);
    await writeSealed(workspace, {
      kind: "open",
      task: "01-01/1",
      declared: [],
      seal: await takeSeal(workspace),
    });
  }
  await folder.git("worktree", "remove", "--force", paths[0]!);
  // Git still knows it: it may be on a disk that is not there now.
  await Deno.remove(paths[1]!, { recursive: true });
  const { git } = await openRepository(host, folder.path);
  const count = async () => {
    const names = ["sealed", "seals"].flatMap((
      name,
    ) => [...Deno.readDirSync(`${folder.path}/.git/wf/${name}`)]);
    return [names.length, (await folder.git("for-each-ref", "refs/wf-sealed")).split("\n").length];
  };
  assert.deepEqual(await count(), [8, 4]);
  await forgetRemovedTrees(git);
  assert.deepEqual(await count(), [6, 3]);
  for (const path of [folder.path, paths[2]!]) {
    const record = await readSealed(await workspaceAt(path));
    assert.equal(record?.kind === "open" && record.isLost, undefined);
  }
});
