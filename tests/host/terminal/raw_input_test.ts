import assert from "node:assert/strict";
import process from "node:process";
import type { Host } from "../../../lib/host/host.ts";
import { readRaw } from "../../../lib/host/terminal/raw_input.ts";

Deno.test({
  name: "keys are read again when a program is continued in the foreground, and not in the background",
  // Standard input stays open.
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    let foreground = "7";
    const modes: boolean[] = [];
    const host = {
      readText: () => Promise.resolve(`7 (wf) S 1 7 7 9 ${foreground} 0`),
      write: () => true,
    } as unknown as Host;
    const restore = await readRaw({ host, setRaw: (raw) => void modes.push(raw), listener: () => {} });
    const continued = async () => {
      modes.length = 0;
      process.emit("SIGCONT", "SIGCONT");
      await new Promise((done) => setTimeout(done));
      return modes;
    };
    assert.deepEqual(modes, [true]);
    assert.deepEqual(await continued(), [false, true]);
    foreground = "8";
    assert.deepEqual(await continued(), []);
    foreground = "7";
    restore!();
    assert.deepEqual(await continued(), []);
  },
});
