import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import type { LoggedRun, RunRecord } from "../../../schemas/run_log.ts";
import { runStateOf, runStatus } from "../../../lib/plan/log/run_status.ts";
import { planText, writes } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const RECORD: RunRecord = {
  formatVersion: 1,
  id: "20261123-040506",
  command: "execute-phase 1",
  startedAt: "2026-11-23T04:05:06.000Z",
  version: "1.0.0",
  pid: 1,
  host: "here",
};

function ended(exitCode: number, reason = ""): RunRecord {
  return { ...RECORD, end: { at: RECORD.startedAt, exitCode, reason } };
}

Deno.test("the exit code of a run is its state, and without one it was killed", () => {
  const table = {
    0: "done",
    1: "failed",
    2: "failed",
    3: "waiting",
    4: "conflict",
    70: "failed",
    130: "interrupted",
  };
  for (const [code, state] of Object.entries(table)) {
    assert.equal(runStateOf(ended(Number(code)), false), state);
  }
  assert.equal(runStateOf(RECORD, false), "killed");
  assert.equal(runStateOf(RECORD, true), "running");
  // A hosted run that waits for its host.
  assert.equal(runStateOf(ended(0), true), "running");
});

const EVENTS: readonly RunEvent[] = ([
  {
    kind: "run-started",
    plan: planOf(projectOf({
      "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt"), writes("b.txt")] }),
      "phases/01-base/01-02-PLAN.md": planText({
        plan: "02",
        wave: 2,
        dependsOn: ["01-01"],
        tasks: [writes("c.txt")],
      }),
    })),
  },
  { kind: "turn-started", plan: "01-01", task: 1, name: "Add a.txt", attempt: 1 },
  { kind: "committed", plan: "01-01", task: 1, commit: "1", subject: "x", files: [] },
  { kind: "turn-started", plan: "01-01", task: 2, name: "Add b.txt", attempt: 1 },
] as const).map((event, elapsed) => ({ formatVersion: 1, elapsed, ...event }) as RunEvent);

function run(record: RunRecord, state: LoggedRun["state"]): LoggedRun {
  return { ...record, milliseconds: 5, state };
}

Deno.test("the status of a run names the plans and tasks that it works on", () => {
  const { plans, state } = runStatus(run(RECORD, "running"), EVENTS)!;
  assert.equal(state, "running");
  assert.deepEqual(plans, [{
    id: "01-01",
    tasks: { done: 1, total: 2 },
    working: [{ number: 2, name: "Add b.txt" }],
  }]);
});

Deno.test("the status of a stopped run has its reason, and the plan that stopped", () => {
  const stopped = {
    formatVersion: 1,
    elapsed: 9,
    kind: "plan-stopped",
    plan: "01-01",
    outcome: { kind: "interrupted" },
  };
  const { reason, plans } = runStatus(run(ended(1, "It failed"), "failed"), [
    ...EVENTS,
    stopped as RunEvent,
  ])!;
  assert.equal(reason, "It failed");
  assert.deepEqual(plans.map(({ id }) => id), ["01-01"]);
});

Deno.test("a run that is done, or that has shown a preview, has no status", () => {
  assert.equal(runStatus(run(ended(0), "done"), EVENTS), undefined);
  assert.equal(runStatus(run(ended(3, ""), "waiting"), []), undefined);
  assert.equal(runStatus(run(ended(3, "Which?"), "waiting"), [])?.reason, "Which?");
});
