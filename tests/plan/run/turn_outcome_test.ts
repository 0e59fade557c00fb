import assert from "node:assert/strict";
import { noteLine, readNote, readTurnOutcome, turnQuestion } from "../../../lib/plan/run/turn_outcome.ts";

/** The last words of agents, and the question in them. */
const ENDINGS: readonly (readonly [words: string, why?: string, text?: string])[] = [
  [""],
  ["I added the route. All tests pass."],
  ["done: added the route"],
  ["blocked: nothing serves port 5432", "blocked", "nothing serves port 5432"],
  ["needs a person: sign in with `vercel login`", "person", "sign in with `vercel login`"],
  ["I tried.\n\nNeeds-person: press the key\n", "person", "press the key"],
  ["**Blocked:** no such package", "blocked", "no such package"],
  ["**Blocked: no such package**", "blocked", "no such package"],
  ["`needs a person: a key`", "person", "a key"],
  ["> BLOCKED: a\r\n", "blocked", "a"],
  ["```text\nblocked: a\n```\n", "blocked", "a"],
  ["blocked: which?\n- a\n- b", "blocked", "which?\n- a\n- b"],
  ["needs a person:\n1. open the page\n2. sign in", "person", "1. open the page\n2. sign in"],
  ["blocked: a\nlater: b", "blocked", "a"],
  ["blocked: a\u202e\u0007b", "blocked", "ab"],
  // These are not the end of the turn, or give no reason.
  ["blocked: a\n\nIt works now."],
  ["blocked: a\ndone: found a way"],
  ["- Blocked: task 4 waits for the design"],
  ["Nothing is blocked: all is well"],
  ["blocked"],
  ["blocked:"],
  ["Blocked: none."],
  ["needs a person: no"],
  ["blockedness: a"],
];

for (const [words, why, text] of ENDINGS) {
  Deno.test(`the last words ${JSON.stringify(words)} are ${why ?? "no question"}`, () => {
    assert.deepEqual(readTurnOutcome(words).question, why === undefined ? undefined : { why, text });
  });
}

Deno.test("notes are read from their lines, wherever they are in the last words", () => {
  const words =
    "decision: UTC, because of the log\n- **Deviation:** fixed `a.ts` too\n\nText\nLater: none\ndone: x";
  assert.deepEqual(readTurnOutcome(words).notes, [
    { kind: "decision", text: "UTC, because of the log" },
    { kind: "deviation", text: "fixed `a.ts` too" },
  ]);
});

Deno.test("what an agent says is bounded, and a note is one line that can be read again", () => {
  const words = `${"later: x\n".repeat(20)}later: ${"y".repeat(1000)}\nblocked: ${"z".repeat(5000)}`;
  const { notes, question } = readTurnOutcome(words);
  assert.equal(notes.length, 8);
  assert.equal(notes.at(-1)!.text.length, 300);
  assert.equal(question!.text.length, 2000);
  for (const note of notes) assert.deepEqual(readNote(noteLine(note)), note);
});

const TASK = { id: "01-02/3", name: "Task 01-02/3", plan: "01-02" } as const;

Deno.test("a question of an agent has an answer, takes other words, and is never answered without the user", () => {
  const asked = turnQuestion(TASK, { why: "person", text: "sign in\nat example.org" });
  const { id, plan, kind, title, details, choices, open, automatic } = asked;
  assert.deepEqual([id, plan, kind, open, automatic], ["01-02/3/person", "01-02", "agent", true, undefined]);
  assert.equal(title, "Task 01-02/3 needs you: sign in");
  assert.equal(details, "sign in\nat example.org");
  assert.deepEqual(choices.map(({ value }) => value), ["done"]);
  const blocked = turnQuestion(TASK, { why: "blocked", text: "no key" });
  assert.deepEqual(
    [blocked.id, blocked.title, blocked.details, blocked.choices[0]!.value],
    ["01-02/3/blocked", "Task 01-02/3 is blocked: no key", "", "continue"],
  );
});
