import assert from "node:assert/strict";
import { identityOf, mayBeAlive, type ProcessIdentity } from "../../../lib/apply/session/process_identity.ts";
import type { Host } from "../../../lib/host/host.ts";
import { host as machine } from "../../support/repository.ts";
import { MemoryHost } from "../../support/memory_host.ts";

/** The machine "memory" of process 7, where process 8 is alive. */
class Linux extends MemoryHost {
  constructor() {
    const stat = `8 (a) b) S ${"0 ".repeat(18)}800 9 9\n`;
    super({
      pid: 7,
      alive: [8],
      files: {
        "/etc/machine-id": "m\n",
        "/proc/sys/kernel/random/boot_id": "b\n",
        "/proc/8/stat": stat,
      },
    });
  }

  override readLink(path: string): Promise<string> {
    return path === "/proc/self/ns/pid" ? Promise.resolve("pid:[1]") : super.readLink(path);
  }
}

const HERE: Host = new Linux();
const ALIVE: ProcessIdentity = {
  pid: 8,
  host: "memory",
  machine: "m",
  boot: "b",
  space: "pid:[1]",
  started: "800",
};

Deno.test("identityOf() reads what Linux knows of a process, and only its name elsewhere", async () => {
  assert.deepEqual(await identityOf(HERE, 8), ALIVE);
  assert.deepEqual(await identityOf(new MemoryHost({ pid: 7 }), 8), { pid: 8, host: "memory" });
});

const PROCESSES: readonly (readonly [what: string, process: ProcessIdentity, alive: boolean])[] = [
  ["is alive", ALIVE, true],
  ["is alive, of a version that recorded less", { pid: 8, host: "memory" }, true],
  ["is gone", { ...ALIVE, pid: 9 }, false],
  ["has the ID of a later one", { ...ALIVE, started: "700" }, false],
  ["has the ID of this one, as in a container that was started again", { ...ALIVE, pid: 7 }, false],
  ["ran before the machine was started again", { ...ALIVE, boot: "a" }, false],
  ["runs in another container with the same name", { ...ALIVE, pid: 7, space: "pid:[2]" }, true],
  ["runs on this machine, which got another name", { ...ALIVE, host: "other" }, true],
  ["ran on this machine, which got another name", { ...ALIVE, pid: 9, host: "other" }, false],
  ["runs on another machine", { pid: 9, host: "other" }, true],
  ["runs on another machine, as another start shows", { ...ALIVE, pid: 9, host: "other", boot: "a" }, true],
  ["runs on another machine with the same name", { ...ALIVE, pid: 9, machine: "n", boot: "a" }, true],
];

for (const [what, process, alive] of PROCESSES) {
  Deno.test(`mayBeAlive() is ${alive} for a process that ${what}`, async () => {
    assert.equal(await mayBeAlive(HERE, process), alive);
  });
}

Deno.test("identityOf() tells the process of the tests from others where the system can", async () => {
  const [own, first] = [await identityOf(machine, Deno.pid), await identityOf(machine, 1)];
  assert.deepEqual(await identityOf(machine, Deno.pid), own);
  assert.equal(own.started !== first.started, Deno.build.os === "linux");
});
