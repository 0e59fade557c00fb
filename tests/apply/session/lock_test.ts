import assert from "node:assert/strict";
import { acquireLock, type LockInfo } from "../../../lib/apply/session/lock.ts";
import { MemoryHost } from "../../support/memory_host.ts";

const PATH = "/repo/.git/wf/lock.json";

function info(pid: number, host = "memory"): LockInfo {
  return { pid, host, startedAt: "2026-01-01T00:00:00.000Z", command: "execute-phase 1", baseline: {} };
}

Deno.test("acquireLock() takes a free lock, and release() gives it back", async () => {
  const host = new MemoryHost({ pid: 7 });
  const lock = await acquireLock(host, "/repo/.git", info(7));
  assert.ok(lock.kind === "acquired" && lock.stale === undefined);
  assert.ok(host.files.has(PATH));
  await lock.release();
  assert.equal(host.files.has(PATH), false);
});

Deno.test("acquireLock() is refused while the other process is alive, and names it", async () => {
  const host = new MemoryHost({ pid: 7, alive: [8], files: { [PATH]: JSON.stringify(info(8)) } });
  assert.deepEqual(await acquireLock(host, "/repo/.git", info(7)), { kind: "held", by: info(8) });
});

Deno.test("acquireLock() takes over the lock of a process that is gone, and names it", async () => {
  const host = new MemoryHost({ pid: 7, files: { [PATH]: JSON.stringify(info(8)) } });
  const lock = await acquireLock(host, "/repo/.git", info(7));
  assert.ok(lock.kind === "acquired");
  assert.deepEqual(lock.stale, info(8));
  assert.equal(JSON.parse(host.files.get(PATH)!).pid, 7);
});

Deno.test("acquireLock() knows the killed run also if a process was killed while it took its lock over", async () => {
  class Killed extends MemoryHost {
    override createText(path: string, text: string): Promise<boolean> {
      return this.files.has(PATH) ? super.createText(path, text) : Promise.reject(new Error("killed"));
    }
    override removeFile(): Promise<void> {
      return Promise.resolve();
    }
  }
  const files = { [PATH]: JSON.stringify({ ...info(8), baseline: { "a.txt": "1" } }) };
  const killed = new Killed({ pid: 7, files });
  await assert.rejects(acquireLock(killed, "/repo/.git", info(7)), /killed/);
  assert.equal(killed.files.has(PATH), false);

  const host = new MemoryHost({ pid: 6, files: Object.fromEntries(killed.files) });
  const lock = await acquireLock(host, "/repo/.git", info(6));
  assert.ok(lock.kind === "acquired");
  assert.deepEqual(lock.stale?.baseline, { "a.txt": "1" });
  assert.deepEqual([...host.files.keys()], [PATH]);
  assert.deepEqual(JSON.parse(host.files.get(PATH)!).baseline, { "a.txt": "1" });
});

/** A machine on which another run takes the lock over, or ends writing it, just after it was read. */
class Rival extends MemoryHost {
  override async readText(path: string): Promise<string> {
    const text = await super.readText(path);
    if (path === PATH && text !== RIVAL) this.files.set(PATH, RIVAL);
    return text;
  }
}
const RIVAL = `${JSON.stringify(info(9))}\n`;

for (
  const [what, found] of [["the lock of a process that is gone", JSON.stringify(info(8))], [
    "half a lock",
    "{",
  ]]
) {
  Deno.test(`acquireLock() of two runs that find ${what} at the same time is refused to the later`, async () => {
    const host = new Rival({ pid: 7, alive: [9], files: { [PATH]: found! } });
    assert.deepEqual(await acquireLock(host, "/repo/.git", info(7)), { kind: "held", by: info(9) });
    assert.deepEqual([...host.files], [[PATH, RIVAL]]);
  });
}

Deno.test("acquireLock() never takes over the lock of another machine", async () => {
  const host = new MemoryHost({ pid: 7, files: { [PATH]: JSON.stringify(info(8, "elsewhere")) } });
  assert.equal((await acquireLock(host, "/repo/.git", info(7))).kind, "held");
});

Deno.test("acquireLock() takes a lock whose text was cut off", async () => {
  const host = new MemoryHost({ pid: 7, files: { [PATH]: '{"pid": 8, "ho' } });
  assert.equal((await acquireLock(host, "/repo/.git", info(7))).kind, "acquired");
});

Deno.test("release() keeps a lock that another process has taken over", async () => {
  const host = new MemoryHost({ pid: 7 });
  const lock = await acquireLock(host, "/repo/.git", info(7));
  assert.ok(lock.kind === "acquired");
  host.files.set(PATH, JSON.stringify(info(9)));
  await lock.release();
  assert.ok(host.files.has(PATH));
});

Deno.test("acquireLock() takes the lock of a run that has ended, although its process is alive", async () => {
  const left = { ...info(8), ended: true };
  const host = new MemoryHost({ pid: 7, alive: [8], files: { [PATH]: JSON.stringify(left) } });
  const lock = await acquireLock(host, "/repo/.git", info(7));
  assert.ok(lock.kind === "acquired");
  assert.deepEqual(lock.stale, left);
});
