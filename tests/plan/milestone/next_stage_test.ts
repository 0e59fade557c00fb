import assert from "node:assert/strict";
import type { Stage } from "../../../schemas/results/run.ts";
import type { PhaseStatus, StatusResult } from "../../../schemas/results/status.ts";
import { planPhaseCommand, verifyPhaseCommand } from "../../../lib/plan/command_lines/commands.ts";
import { executePhaseCommand } from "../../../lib/plan/command_lines/commands.ts";
import {
  type NextStage,
  nextStage,
  stageOf,
  type StagesSoFar,
} from "../../../lib/plan/milestone/next_stage.ts";

const OPEN: PhaseStatus = { number: "01", name: "Base", state: "in-progress", done: false, plans: [] };

function statusOf(next: readonly string[], changes: Partial<StatusResult> = {}): StatusResult {
  const none = { done: 0, total: 0 };
  return {
    formatVersion: 1,
    repository: true,
    branch: "main",
    phases: [],
    totals: { phases: none, plans: none, tasks: none },
    next,
    ...changes,
  };
}

function decide(
  next: readonly string[],
  so: Partial<StagesSoFar> = {},
  changes: Partial<StatusResult> = {},
): NextStage {
  return nextStage(statusOf(next, changes), { done: [], ...so });
}

const EXECUTE: Stage = { command: "execute-phase", phase: "2" };
const VERIFY: Stage = { command: "verify-phase", phase: "2" };
const PLAN: Stage = { command: "plan-phase", phase: "2" };

Deno.test("a stage is read from the command that suggests it", () => {
  assert.deepEqual(stageOf(executePhaseCommand("02")), EXECUTE);
  assert.deepEqual(stageOf(verifyPhaseCommand("02")), VERIFY);
  assert.deepEqual(stageOf(planPhaseCommand("02.1")), { command: "plan-phase", phase: "2.1" });
  assert.equal(stageOf("wf plan-phase 2 --gaps"), undefined);
  assert.equal(stageOf("wf complete-milestone v1"), undefined);
});

Deno.test("the first suggested stage is next, and a phase is planned without a discussion", () => {
  assert.deepEqual(decide(["wf execute-phase 2", "wf execute-phase 3"]), { kind: "stage", stage: EXECUTE });
  assert.deepEqual(decide(["wf discuss-phase 2", "wf plan-phase 2"]), { kind: "stage", stage: PLAN });
});

Deno.test("a run continues the stage that an agent hosts, and waits for any other run", () => {
  const run = { id: "1", command: "execute-phase 2", state: "running" } as StatusResult["run"] & object;
  assert.equal(decide(["wf execute-phase 2"], {}, { run }).kind, "stopped");
  const hosted = { command: "execute-phase 2", turns: [] };
  assert.deepEqual(decide(["wf execute-phase 2"], {}, { run, hosted }), { kind: "stage", stage: EXECUTE });
});

Deno.test("a stage is carried out once, and an execution verifies", () => {
  const suggested = ["wf verify-phase 2", "wf execute-phase 3"];
  const other = { kind: "stage", stage: { command: "execute-phase", phase: "3" } };
  assert.deepEqual(decide(suggested), { kind: "stage", stage: VERIFY });
  assert.deepEqual(decide(suggested, { done: [VERIFY] }), other);
  assert.deepEqual(decide(suggested, { done: [EXECUTE] }), other);
  assert.deepEqual(decide(suggested, { done: [PLAN] }), { kind: "stage", stage: VERIFY });
  assert.deepEqual(decide(["wf execute-phase 2"], { done: [VERIFY] }), { kind: "stage", stage: EXECUTE });
});

Deno.test("a verification that waits for a person comes after all other work", () => {
  const suggested = ["wf verify-phase 1", "wf execute-phase 2"];
  const waiting = { phases: [{ ...OPEN, verdict: { word: "needs a person" } }] } as const;
  const verify = { kind: "stage", stage: { command: "verify-phase", phase: "1" } };
  assert.deepEqual(decide(suggested, {}, waiting), { kind: "stage", stage: EXECUTE });
  assert.deepEqual(decide(suggested, { until: "1" }, waiting), verify);
  assert.deepEqual(decide(suggested.slice(0, 1), {}, waiting), verify);
  const executed = { phases: [{ ...OPEN, verdict: { word: "executed" } }] } as const;
  assert.deepEqual(decide(suggested, {}, executed), verify);
});

Deno.test("a run ends with the milestone, or after the last wanted phase", () => {
  assert.deepEqual(decide(["wf complete-milestone", "wf execute-phase 9"]), { kind: "completed" });
  assert.deepEqual(decide(["wf new-milestone"]), { kind: "completed" });
  assert.deepEqual(decide(["wf complete-milestone v1.0"]), { kind: "completed" });
  assert.deepEqual(decide([], {}, { phases: [{ ...OPEN, done: true }] }), { kind: "completed" });
  assert.deepEqual(decide(["wf execute-phase 2"], { until: "1" }), { kind: "completed" });
  assert.deepEqual(decide(["wf discuss-phase 2", "wf agents"], { until: "1" }), { kind: "completed" });
  assert.deepEqual(decide(["wf execute-phase 2"], { until: "2" }), { kind: "stage", stage: EXECUTE });
  assert.deepEqual(decide(["wf execute-phase 2"], { until: "10" }), { kind: "stage", stage: EXECUTE });
});

Deno.test("a run stops where a person has to decide, and says why", () => {
  const cases: readonly (readonly [next: readonly string[], message: RegExp])[] = [
    [["wf validate", "wf execute-phase 2"], /Plans have errors/],
    [["git init", "wf execute-phase 2"], /not in a git repository/],
    [["wf discuss-phase 2", "wf agents"], /cannot plan/],
    [["wf plan-phase 2 --gaps", "wf execute-phase 3"], /found gaps/],
    [["wf plan new 2", "wf verify-phase 2"], /found gaps/],
    [["wf something-else"], /You have to decide/],
  ];
  for (const [next, message] of cases) {
    const decided = decide(next);
    assert.equal(decided.kind, "stopped", next[0]);
    assert.match((decided as { message: string }).message, message);
    assert.deepEqual((decided as { next: readonly string[] }).next, next);
  }
});

Deno.test("a run of a project without phases says so, unless its milestones are shipped", () => {
  const decided = decide([], { until: "2" });
  assert.match((decided as { message: string }).message, /^The project has no phases yet; add one: /);
});

Deno.test("stages that this run has carried out are not suggested again when it stops", () => {
  const decided = decide(["wf verify-phase 2", "wf agents"], { done: [VERIFY] });
  assert.deepEqual((decided as { next: readonly string[] }).next, ["wf agents"]);
});

Deno.test("a run stops during another run, during a merge, and when a phase stays open", () => {
  const run = {
    id: "x",
    command: "wf execute-phase 1",
    startedAt: "",
    milliseconds: 0,
    reason: "",
    plans: [],
  };
  assert.equal(decide([], {}, { run: { ...run, state: "running" } }).kind, "stopped");
  assert.deepEqual(decide(["wf execute-phase 2"], {}, { run: { ...run, state: "failed" } }).kind, "stage");
  assert.equal(
    decide(["wf execute-phase 2"], {}, { merge: { branch: "a", base: "b", unresolved: [] } }).kind,
    "stopped",
  );
  const command = ["wf execute-phase 1"];
  const done = [{ command: "execute-phase", phase: "1" } as const];
  assert.equal(decide(command, { done }, { phases: [OPEN] }).kind, "stopped");
  assert.equal(decide(command, { done }, { phases: [{ ...OPEN, state: "complete" }] }).kind, "completed");
  assert.equal(decide(command, { done }, { phases: [{ ...OPEN, aside: "removed" }] }).kind, "completed");
  assert.equal(decide(command, { done, until: "0.5" }, { phases: [OPEN] }).kind, "completed");
});
