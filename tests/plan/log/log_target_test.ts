import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import { isAbout, isTranscriptOf, readLogTarget } from "../../../lib/plan/log/log_target.ts";
import { mergedEntries, parseLogLines } from "../../../lib/plan/log/log_entries.ts";
import { isRunId, runId, transcriptPath } from "../../../lib/plan/log/run_files.ts";

Deno.test("readLogTarget() takes plans and tasks as people type them, and roles", () => {
  const table: readonly (readonly [string | undefined, object])[] = [
    [undefined, { kind: "run" }],
    ["01-02", { kind: "plan", plan: "01-02" }],
    ["1-2", { kind: "plan", plan: "01-02" }],
    ["01-02-auth-PLAN.md", { kind: "plan", plan: "01-02" }],
    ["01-02/3", { kind: "task", plan: "01-02", task: 3 }],
    ["2.1-1/1", { kind: "task", plan: "02.1-01", task: 1 }],
    ["25-GAP-FIX/2", { kind: "task", plan: "25-GAP-FIX", task: 2 }],
    ["plan-check", { kind: "role", role: "plan-check" }],
  ];
  for (const [text, target] of table) assert.deepEqual(readLogTarget(text), target, text);
});

function event(values: object): RunEvent {
  return { formatVersion: 1, elapsed: 1, ...values } as RunEvent;
}

Deno.test("an event is about the plan and the task that it names", () => {
  const [plan, task] = [readLogTarget("01-02"), readLogTarget("01-02/3")];
  const turn = event({ kind: "turn-started", plan: "01-02", task: 3, name: "", attempt: 1 });
  assert.deepEqual([isAbout(turn, plan), isAbout(turn, task)], [true, true]);
  assert.equal(isAbout(turn, readLogTarget("01-02/2")), false);
  assert.equal(isAbout(turn, readLogTarget("01-01")), false);
  const asked = event({ kind: "question-asked", question: { plan: "01-02" } });
  assert.deepEqual([isAbout(asked, plan), isAbout(asked, task)], [true, false]);
  const answered = event({ kind: "question-answered", question: "01-02/3", answer: "x", by: "flag" });
  assert.equal(isAbout(answered, plan), true);
  const started = event({ kind: "run-started", plan: {} });
  assert.deepEqual([isAbout(started, plan), isAbout(started, readLogTarget())], [false, true]);
  assert.equal(isAbout(turn, readLogTarget("planning")), false);
});

Deno.test("the transcripts of a plan are those of its tasks, and a role has one of its own", () => {
  const path = (task: number) => transcriptPath({ plan: "25-GAP-FIX", task, role: "execution" });
  assert.equal(path(2), "turns/25-GAP-FIX.2.jsonl");
  assert.equal(transcriptPath({ plan: "", role: "plan check" }), "turns/plan-check.jsonl");
  const names = ["02.1-01.1", "02.1-01.12", "02.1-02.1", "plan-check"];
  const of = (target: string) => names.filter((name) => isTranscriptOf(name, readLogTarget(target)));
  assert.deepEqual(of("2.1-1"), ["02.1-01.1", "02.1-01.12"]);
  assert.deepEqual(of("2.1-1/1"), ["02.1-01.1"]);
  assert.deepEqual(of("plan-check"), ["plan-check"]);
  assert.deepEqual(of(""), []);
});

Deno.test("a line that the run did not finish, and anything that is no entry, is omitted", () => {
  const line = JSON.stringify({ kind: "notice", elapsed: 3, message: "x" });
  const found = parseLogLines(`${line}\n{"kind":1}\n\n[]\nnull\n${line}\n{"kind":"notice","elap`);
  assert.equal(found.length, 2);
});

Deno.test("entries of several files are merged by time, and keep their order within a file", () => {
  const entry = (elapsed: number, message: string) => event({ kind: "notice", elapsed, message });
  const merged = mergedEntries([[entry(1, "a"), entry(5, "b"), entry(5, "c")], [
    entry(2, "d"),
    entry(5, "e"),
  ]]);
  assert.deepEqual(merged.map((one) => "message" in one && one.message), ["a", "d", "b", "c", "e"]);
});

Deno.test("the ID of a run is its time, which sorts", () => {
  assert.equal(runId(Date.parse("2026-11-23T04:05:06.789Z")), "20261123-040506");
  for (const id of ["20261123-040506", "20261123-040506-2"]) assert.ok(isRunId(id));
  for (const id of ["20261123", "x", "20261123-040506-", "..", "20261123-040506/.."]) assert.ok(!isRunId(id));
});
