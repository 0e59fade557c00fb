import assert from "node:assert/strict";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { takeSeal } from "../../../lib/apply/seal/planning_seal.ts";
import {
  closeSealed,
  forgetSeal,
  forgetSealed,
  readSealed,
  type SealedRecord,
  writeSealed,
} from "../../../lib/apply/seal/sealed_record.ts";
import { baseName } from "../../../lib/path/paths.ts";
import { host, repository } from "../../support/repository.ts";

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
  assert.equal(await folder.has(".git/wf/seals/" + `${baseName(folder.path)}.json`), false);
  assert.deepEqual(await write(await open("01-01/2")), ["seals", "sealed"]);
});

Deno.test("the record of an earlier version, which contains its seal, is read", async () => {
  await using folder = await repository(FILES);
  const workspace = {
    repository: await openRepository(host, folder.path),
    root: folder.path,
    branch: "main",
    baseline: {},
  };
  const record: SealedRecord = {
    kind: "open",
    task: "01-01/1",
    declared: [],
    seal: await takeSeal(workspace),
    head: await folder.git("rev-parse", "HEAD"),
  };
  await folder.write({ [`.git/wf/sealed/${baseName(folder.path)}.json`]: JSON.stringify(record) });
  assert.deepEqual(await readSealed(workspace), record);
});
