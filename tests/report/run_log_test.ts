import assert from "node:assert/strict";
import type { TranscriptContent } from "../../schemas/run_log.ts";
import { LogText } from "../../lib/report/run/run_log.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";

function shown(...entries: readonly TranscriptContent[]): string {
  const text = new LogText({ kind: "task", plan: "01-01", task: 1 }, makeStyle(false));
  return entries.map((entry) => text.render({ formatVersion: 1, elapsed: 0, ...entry })).join("");
}

const CALL = { kind: "tool", id: "1", title: "Edit a.txt", diffs: [] } as const;

Deno.test("a tool call is shown with its title, and with its changes once it has ended", () => {
  const diffs = [{ path: "a.txt", text: "@@ -1,1 +1,1 @@\n-one\n+two\n" }];
  assert.equal(
    shown({ ...CALL, status: "started" }, { ...CALL, status: "completed", diffs }),
    "> Edit a.txt\n  a.txt\n    @@ -1,1 +1,1 @@\n    -one\n    +two\n",
  );
  assert.equal(shown({ ...CALL, status: "failed" }), "  ✗ Edit a.txt failed\n");
});

Deno.test("the output of a check that passed is shown; the event shows that of a failure", () => {
  const check = { kind: "check", command: "true" } as const;
  assert.equal(shown({ ...check, passed: true, output: "3 tests\nok" }), "      3 tests\n      ok\n");
  assert.equal(shown({ ...check, passed: false, output: "3 tests" }), "");
  assert.equal(shown({ ...check, passed: true, output: "" }), "");
});

Deno.test("what an agent says in pieces is one text, and is not repeated at the end of its turn", () => {
  const said = ["\n\nI use", " tabs", ".\nNow the tests"].map((text) => ({ kind: "output", text }) as const);
  const tool = { ...CALL, status: "started" } as const;
  const end = { kind: "turn-ended", result: "finished", text: "Now the tests." } as const;
  assert.equal(
    shown({ kind: "prompt", attempt: 1, text: "Go" }, ...said, { kind: "output", text: "." }, end, tool),
    "── prompt, turn 1\nGo\nI use tabs.\nNow the tests.\n── turn ended: finished\n> Edit a.txt\n",
  );
  assert.equal(shown({ ...end, text: "x" }), "── turn ended: finished\nx\n");
});
