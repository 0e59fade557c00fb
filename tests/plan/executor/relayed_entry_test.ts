import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import { entryOf, relayedEntry } from "../../../lib/plan/executor/relayed_entry.ts";

Deno.test("only what a worker logs of a lane's own tasks goes to the coordinator", () => {
  const content = { kind: "output", text: "hi" } as const;
  assert.deepEqual(entryOf("01-02", "turns/01-02.3.jsonl", content), {
    kind: "transcript",
    task: 3,
    content,
  });
  for (const path of ["turns/01-03.3.jsonl", "turns/verification.jsonl", "events.jsonl"]) {
    assert.equal(entryOf("01-02", path, content), undefined, path);
  }
});

const TOOL = {
  kind: "tool",
  id: "1",
  title: "Edit",
  status: "completed",
  diffs: [{ path: "a", text: "+b" }],
};
const REQUEST = {
  id: "1",
  kind: "execute",
  tool: "",
  title: "ls",
  command: "ls",
  paths: [],
  diffs: [],
  raw: "",
};

Deno.test("the entries of a transcript are read as they were sent, without other fields", () => {
  for (
    const content of [
      { kind: "session-opened", agent: "mock", role: "execution", directory: "/p", model: "small" },
      { kind: "prompt", attempt: 1, text: "Do it" },
      { kind: "request", request: REQUEST, decision: "allow", reason: "" },
      TOOL,
      { kind: "check", command: "true", passed: true, output: "" },
      { kind: "turn-ended", result: "finished", text: "" },
    ]
  ) {
    const entry = { kind: "transcript", task: 1, content };
    assert.deepEqual(relayedEntry({ ...entry, plan: "x", content: { ...content, more: 1 } }), entry);
  }
});

for (
  const content of [
    { kind: "cut", limit: 1 },
    { kind: "output" },
    { ...TOOL, diffs: [{ path: "a" }] },
    { kind: "request", request: { ...REQUEST, paths: [7] }, decision: "allow", reason: "" },
    { kind: "turn-ended", result: "won", text: "" },
    "output",
  ]
) {
  Deno.test(`an entry with ${JSON.stringify(content)} is left out`, () => {
    assert.equal(relayedEntry({ kind: "transcript", task: 1, content }), undefined);
  });
}

Deno.test("no message is an entry by chance", () =>
  fc.assert(fc.property(fc.anything(), (value) => assert.equal(relayedEntry(value), undefined))));
