import assert from "node:assert/strict";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import {
  type InstructionInput,
  makeInstruction,
  noteOf,
  type OpenTurn,
  parseToken,
  printToken,
} from "../../../lib/plan/run/instruction.ts";

const QUESTION: Question = {
  id: "01-02/3",
  kind: "decision",
  title: "Which store?",
  details: "",
  choices: [{ value: "sqlite", label: "The file" }, { value: "it's", label: "Another" }],
  open: false,
};
const COMPLETED: RunOutcome = {
  kind: "completed",
  verdict: { word: "verified", open: 0, stale: false },
} as unknown as RunOutcome;

function turn(task: number): OpenTurn {
  return { plan: "01-02", task, name: "Do it", attempt: 1, directory: "/work", prompt: "Do it." };
}

function instruct(outcome: RunOutcome, input: Partial<InstructionInput> = {}) {
  return makeInstruction({ outcome, next: [], notes: [], turns: [], again: [], cwd: [], ...input });
}

function textOf(outcome: RunOutcome): string {
  const instruction = instruct(outcome);
  assert.ok(instruction.kind === "stopped" || instruction.kind === "done");
  return instruction.text;
}

Deno.test("only printed tokens are parsed, also with space around them", () => {
  const token = { plan: "01-02", task: 3, attempt: 2 };
  assert.equal(printToken(token), "01-02/3#2");
  assert.deepEqual(parseToken(" 01-02/3#2\n"), token);
  for (const text of ["", "01-02/3", "01-02#2", "01-02/x#1", "a b/1#1", "01-02/3#2 x"]) {
    assert.equal(parseToken(text), undefined, text);
  }
});

Deno.test("concurrent turns are offered in the order of their plans, whichever opened first", () => {
  const turns = ["01-10", "01-02", "01-01"].map((plan) => ({ ...turn(1), plan }));
  const instruction = instruct({ kind: "waiting", question: QUESTION }, { turns });
  assert.ok(instruction.kind === "task");
  const offered = [instruction.task, ...instruction.beside].map(({ plan }) => plan);
  assert.deepEqual(offered, ["01-01", "01-02", "01-10"]);
});

Deno.test("open turns are the instruction: the first one, and the concurrent ones", () => {
  const waiting: RunOutcome = { kind: "waiting", question: QUESTION };
  const input = { turns: [turn(1), turn(2)], notes: ["a note"], cwd: ["--cwd", "my dir"] };
  const instruction = instruct(waiting, input);
  assert.ok(instruction.kind === "task");
  assert.deepEqual(instruction.task, {
    ...turn(1),
    token: "01-02/1#1",
    done: "wf report '01-02/1#1' done --cwd 'my dir' --json",
    blocked: "wf report '01-02/1#1' blocked --cwd 'my dir' --json",
    needsPerson: "wf report '01-02/1#1' needs-person --cwd 'my dir' --json",
    failed: "wf report '01-02/1#1' failed --cwd 'my dir' --json",
  });
  assert.deepEqual(instruction.beside.map(({ token }) => token), ["01-02/2#1"]);
  assert.deepEqual([instruction.formatVersion, instruction.notes], [1, ["a note"]]);
});

Deno.test("a question comes with a command for each choice", () => {
  const input = { again: ["execute-phase", "my phase"], notes: ["a note"] };
  assert.deepEqual(instruct({ kind: "waiting", question: QUESTION }, input), {
    formatVersion: 1,
    notes: ["a note"],
    kind: "ask",
    question: QUESTION,
    answers: [
      {
        value: "sqlite",
        label: "The file",
        command: "wf next execute-phase 'my phase' --json --answer 01-02/3=sqlite",
      },
      {
        value: "it's",
        label: "Another",
        command: String.raw`wf next execute-phase 'my phase' --json --answer '01-02/3=it'\''s'`,
      },
    ],
  });
});

Deno.test("an open question also comes with the command for an answer in other words", () => {
  const instruction = instruct({ kind: "waiting", question: { ...QUESTION, open: true } }, { again: ["x"] });
  assert.ok(instruction.kind === "ask");
  assert.equal(instruction.own, "wf next x --json --answer 01-02/3=");
});

Deno.test("a completed run is done, any other has stopped, and both have next commands", () => {
  const done = instruct(COMPLETED, { next: ["wf status"], notes: ["a note"] });
  assert.ok(done.kind === "done");
  assert.deepEqual([done.next, done.outcome, done.notes], [["wf status"], COMPLETED, ["a note"]]);
  assert.equal(instruct({ kind: "interrupted" }).kind, "stopped");
});

Deno.test("the end of a completed run names the verdict", () => {
  const verdict = (word: string) => textOf({ kind: "completed", verdict: { word } } as unknown as RunOutcome);
  assert.match(textOf({ kind: "completed" } as unknown as RunOutcome), / complete\.$/);
  assert.match(verdict("verified"), / verified\.$/);
  assert.match(verdict("executed"), / executed, not verified\.$/);
});

Deno.test("the end of a failed run has its message and, if there is any, its output", () => {
  assert.equal(textOf({ kind: "failed", message: "It failed", output: "" }), "It failed");
  assert.equal(textOf({ kind: "failed", message: "It failed", output: "because" }), "It failed\n\nbecause");
});

Deno.test("the end of a run with gaps, conflicts or an answer of no names them", () => {
  const gaps = textOf(
    {
      kind: "gaps",
      path: "V.md",
      gaps: [{ what: "a.txt", todo: "write it" }, { what: "b", todo: "c" }],
    } as unknown as RunOutcome,
  );
  assert.match(gaps, /V\.md.*\n- a\.txt: write it\n- b: c$/);
  const conflict = textOf(
    {
      kind: "conflict",
      branch: "wf/x",
      base: "main",
      conflicts: [{ path: "a.txt" }, { path: "b.txt" }],
      begun: false,
    } as unknown as RunOutcome,
  );
  assert.match(conflict, /^Merging wf\/x into main.*\n- a\.txt\n- b\.txt$/);
  assert.match(textOf({ kind: "declined", question: QUESTION }), /Which store\?$/);
});

Deno.test("noteOf() returns the events that concern the user", () => {
  type Event = Parameters<typeof noteOf>[0];
  const note = (event: object) => noteOf(event as Event);
  assert.deepEqual(note({ kind: "notice", message: "Look" }), ["Look"]);
  assert.match(
    note({ kind: "committed", commit: "0123456789", subject: "feat: x" })[0]!,
    / 0123456 feat: x$/,
  );
  assert.deepEqual(note({ kind: "check-finished", passed: true, command: "make" }), []);
  assert.match(note({ kind: "check-finished", passed: false, command: "make" })[0]!, /make$/);
  const expected = "failure";
  assert.deepEqual(note({ kind: "check-finished", passed: false, command: "make", expected }), []);
  assert.match(
    note({ kind: "check-finished", passed: true, command: "make", expected })[0]!,
    /already: make$/,
  );
  assert.equal(note({ kind: "hook-refused", output: "" }).length, 1);
  assert.match(note({ kind: "plan-finished", plan: "01-02" })[0]!, /01-02/);
  const score = { verified: 1, total: 2 };
  const verified = note({ kind: "verified", score, verdict: { word: "verified" }, path: "V.md" });
  assert.match(verified[0]!, /^1\/2 .*V\.md$/);
  assert.deepEqual(note({ kind: "turn-started" }), []);
});
