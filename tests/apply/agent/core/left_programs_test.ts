import assert from "node:assert/strict";
import { LeftPrograms } from "../../../../lib/apply/agent/core/left_programs.ts";
import { MemoryHost } from "../../../support/memory_host.ts";

/** A machine whose last process has the ID 100, and that counts the searches among all processes. */
class Machine extends MemoryHost {
  searches = 0;

  constructor() {
    super({
      files: { "/proc/loadavg": load(100), "/proc/50/environ": "A=1\0", "/proc/self/environ": "A=1\0" },
    });
  }

  override endMarked(): Promise<number> {
    this.searches++;
    return Promise.resolve(0);
  }
}

function load(last: number): string {
  return `0.20 0.18 0.12 1/80 ${last}\n`;
}

const CASES:
  readonly (readonly [what: string, files: (mark: string) => Record<string, string>, searches: 0 | 1])[] = [
    ["no process is new", () => ({}), 0],
    ["the new processes are gone", () => ({ "/proc/loadavg": load(104) }), 0],
    ["a new process is of others", () => ({ "/proc/loadavg": load(104), "/proc/103/environ": "B=1\0" }), 0],
    ["a new process has the mark", (mark) => ({
      "/proc/loadavg": load(104),
      "/proc/103/environ": `B=1\0WF_RUN=outer:${mark}\0`,
    }), 1],
    ["the environment of a new process is hidden", () => ({
      "/proc/loadavg": load(104),
      "/proc/103/stat": "",
    }), 0],
    ["environments are hidden", () => ({ "/proc/loadavg": load(104), "/proc/self/environ": "" }), 1],
    ["the IDs have begun again", () => ({ "/proc/loadavg": load(7) }), 1],
    ["the system does not tell", () => ({ "/proc/loadavg": "" }), 1],
  ];

for (const [what, files, searches] of CASES) {
  Deno.test(`programs that were left are searched for ${searches} times if ${what}`, async () => {
    const host = new Machine();
    const left = new LeftPrograms(host);
    await left.end();
    assert.equal(host.searches, 0);
    for (const [path, text] of Object.entries(files(left.env["WF_RUN"]!))) host.files.set(path, text);
    await left.end();
    assert.equal(host.searches, searches);
  });
}

Deno.test("a process that was there at the last search is not read again", async () => {
  const host = new Machine();
  const left = new LeftPrograms(host);
  host.files.set("/proc/loadavg", load(104)).set("/proc/103/environ", left.env["WF_RUN"]!);
  await left.end();
  await left.end();
  assert.equal(host.searches, 1);
});
