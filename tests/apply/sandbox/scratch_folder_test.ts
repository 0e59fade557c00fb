import assert from "node:assert/strict";
import { makeScratch, removeLeftScratch, removeScratch } from "../../../lib/apply/sandbox/scratch_folder.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import type { Host } from "../../../lib/host/host.ts";
import { joinPath } from "../../../lib/path/paths.ts";
import { Folder, host } from "../../support/repository.ts";

const RECORDS = ".wf/sandboxes";

/** A user's home folder with the folder of a process, and a function that checks what is left. */
async function left(change: (scratch: string, record: string, home: Folder) => Promise<void>) {
  await using home = await Folder.make();
  const user = extendedHost(host, { home: () => home.path });
  const scratch = await makeScratch(user, "wf-sandbox-");
  await Deno.mkdir(joinPath(scratch, "tmp/deep"), { recursive: true });
  await Deno.writeTextFile(joinPath(scratch, "tmp/deep/x"), "x");
  const [{ name = "" } = {}] = await host.readDirectory(joinPath(home.path, RECORDS));
  await change(scratch, joinPath(home.path, RECORDS, name), home);
  await removeLeftScratch(user);
  const there = await host.stat(scratch) !== undefined;
  const records = (await host.readDirectory(joinPath(home.path, RECORDS))).length;
  await Deno.remove(scratch, { recursive: true }).catch(() => {});
  return { there, records };
}

/** Makes a record that of a process that has ended: its ID is now that of another one. */
async function kill(record: string): Promise<void> {
  const known = JSON.parse(await Deno.readTextFile(record));
  await Deno.writeTextFile(record, JSON.stringify({ ...known, pid: 2 ** 22 + 1, started: "0" }));
}

Deno.test("the folder of a killed run is removed by the next run, with its record", async () => {
  assert.deepEqual(await left((_, record) => kill(record)), { there: false, records: 0 });
});

Deno.test("the folder of a run in progress stays", async () => {
  const parent = { pid: Deno.ppid };
  const seen = await left(async (_, record) => {
    const { started: _started, ...known } = JSON.parse(await Deno.readTextFile(record));
    await Deno.writeTextFile(record, JSON.stringify({ ...known, ...parent }));
  });
  assert.deepEqual(seen, { there: true, records: 1 });
});

Deno.test("the folder of another sandbox of this process stays, as a worker with several slots has them", async () => {
  assert.deepEqual(await left(() => Promise.resolve()), { there: true, records: 1 });
});

Deno.test("another folder that has taken the path stays, and a folder that a link there leads to", async () => {
  const replaced = await left(async (scratch, record) => {
    await kill(record);
    await Deno.rename(scratch, `${scratch}-moved`);
    await Deno.mkdir(scratch);
    await Deno.remove(`${scratch}-moved`, { recursive: true });
  });
  assert.deepEqual(replaced, { there: true, records: 0 });
  await using mine = await Folder.make({ x: "x" });
  await left(async (scratch, record) => {
    await kill(record);
    await Deno.remove(scratch, { recursive: true });
    await Deno.symlink(mine.path, scratch);
  });
  assert.ok(await mine.has("x"));
});

Deno.test("a record that cannot be read removes nothing", async () => {
  const seen = await left((_, record) => Deno.writeTextFile(record, "{"));
  assert.deepEqual(seen, { there: true, records: 1 });
});

Deno.test("a folder is removed with its record, and made without a home folder too", async () => {
  await using home = await Folder.make();
  const user = extendedHost(host, { home: () => home.path });
  await removeScratch(user, await makeScratch(user, "wf-sandbox-"));
  assert.deepEqual(await host.readDirectory(joinPath(home.path, RECORDS)), []);
  const none: Host = extendedHost(host, { home: () => undefined });
  await removeScratch(none, await makeScratch(none, "wf-sandbox-"));
  await removeLeftScratch(none);
});
