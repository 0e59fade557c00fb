import assert from "node:assert/strict";
import process from "node:process";
import { openView } from "../../lib/deps/log_update.ts";

async function narrower() {
  let columns = 60;
  let written = "";
  const screen = { write: (text: string) => void (written += text), columns: () => columns, rows: () => 24 };
  const shown: number[] = [];
  const view = await openView({
    screen,
    text: (width) => {
      shown.push(width);
      return `\x1b[2m${"x".repeat(Math.min(50, width))}\x1b[22m\nshort`;
    },
  });
  written = "";
  columns = 20;
  view.print("above\n");
  view.pause();
  const up = "\x1b[1A\x1b[2K";
  assert.ok(written.startsWith(`${up.repeat(4)}above\n`), JSON.stringify(written));
  assert.equal(shown.at(-1), 20);
}

Deno.test({
  name: "a view in a terminal that gets narrower erases all rows that its lines are wrapped to",
  // The view ignores a hangup until the program ends.
  sanitizeResources: false,
  sanitizeOps: false,
  fn: narrower,
});

async function continued() {
  let written = "";
  const screen = { write: (text: string) => void (written += text), columns: () => 60, rows: () => 24 };
  const [{ now }, { setInterval }] = [Date, globalThis];
  let [time, tick] = [0, () => {}];
  Date.now = () => time += 100;
  globalThis.setInterval = ((callback: () => void) => tick = callback) as unknown as typeof setInterval;
  try {
    const view = await openView({ screen, text: () => `one\nat ${time}` });
    [time, written] = [5000, ""];
    tick();
    assert.equal(written, "", "the timer may come before the signal");
    process.emit("SIGCONT", "SIGCONT");
    assert.equal(written, "one\nat 5100\n");
    tick();
    assert.match(written, /at 5200/);
    view.pause();
    written = "";
    process.emit("SIGCONT", "SIGCONT");
    assert.equal(written, "");
  } finally {
    Date.now = now;
    globalThis.setInterval = setInterval;
  }
}

Deno.test({
  name: "a view that is continued after Ctrl-Z is drawn below what the shell has printed",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: continued,
});
