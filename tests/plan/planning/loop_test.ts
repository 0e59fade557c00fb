import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PlanProblem } from "../../../schemas/plan_phase.ts";
import {
  advancePlanPhase,
  beginPlanPhase,
  MAX_ROUNDS,
  type PlanPhaseOutcome,
  type PlanPhaseSettings,
  type PlanPhaseState,
} from "../../../lib/plan/planning/loop.ts";

const ALL: PlanPhaseSettings = {
  research: true,
  planner: true,
  check: true,
  confirmBreakdown: true,
};
const QUESTION = { id: "q" } as Question;
const DONE: PlanPhaseOutcome = { kind: "done" };
const YES: PlanPhaseOutcome = { kind: "answered", question: QUESTION, yes: true };
const NO: PlanPhaseOutcome = { kind: "answered", question: QUESTION, yes: false };

function found(...severities: readonly PlanProblem["severity"][]): PlanPhaseOutcome {
  const problems = severities.map((severity) =>
    ({ source: "checker", severity, what: "x", todo: "" }) as const
  );
  return { kind: "found", problems };
}

/** Returns the steps for the given outcomes; `?` for steps without an outcome. */
function walk(settings: PlanPhaseSettings, outcomes: readonly PlanPhaseOutcome[]): string[] {
  let state = beginPlanPhase(settings);
  const steps: string[] = [];
  for (const outcome of outcomes) {
    steps.push(state.next ?? state.end!.kind);
    if (state.next !== undefined) state = advancePlanPhase(state, outcome);
  }
  return [...steps, state.next ?? state.end!.kind];
}

Deno.test("all roles and gates run in order", () => {
  assert.deepEqual(walk(ALL, [DONE, DONE, found(), found("warning"), YES, DONE]), [
    "research",
    "plan",
    "validate",
    "check",
    "confirm-breakdown",
    "record",
    "planned",
  ]);
});

Deno.test("unused roles are left out; kept plans are still validated", () => {
  const none = { research: false, planner: false, check: false, confirmBreakdown: false };
  assert.deepEqual(walk(none, [found(), DONE]), ["validate", "record", "planned"]);
  assert.deepEqual(walk(none, [found("error")]), ["validate", "invalid"]);
});

const QUIET = { ...ALL, confirmBreakdown: false, research: false };

Deno.test("errors go back to the planner before any checker looks, three turns in all", () => {
  const error = found("error", "warning");
  assert.deepEqual(walk(QUIET, [DONE, error, DONE, error, DONE, error]), [
    "plan",
    "validate",
    "plan",
    "validate",
    "plan",
    "validate",
    "invalid",
  ]);
});

Deno.test("after three turns the user decides about the remaining findings", () => {
  const round = [DONE, found(), found("blocker")];
  const steps = walk({ ...QUIET, confirmBreakdown: true }, [...round, ...round, ...round, YES, YES, DONE]);
  assert.deepEqual(steps.slice(6), [
    "plan",
    "validate",
    "check",
    "review",
    "confirm-breakdown",
    "record",
    "planned",
  ]);
  assert.equal(walk(QUIET, [...round, ...round, ...round, NO]).at(-1), "declined");
  const uncovered = [DONE, found("blocker")];
  assert.deepEqual(walk(QUIET, [...uncovered, ...uncovered, ...uncovered, found()]).slice(4), [
    "plan",
    "validate",
    "check",
    "review",
  ]);
});

Deno.test("planning always ends, after at most three turns of the planner", () => {
  const outcome = (state: PlanPhaseState): fc.Arbitrary<PlanPhaseOutcome> => {
    const other = fc.constantFrom<PlanPhaseOutcome>(
      { kind: "interrupted" },
      { kind: "refused", output: "" },
      { kind: "failed", message: "", hint: "", output: "" },
    );
    const usual: Readonly<Record<string, readonly PlanPhaseOutcome[]>> = {
      "validate": [found(), found("error"), found("blocker"), found("warning")],
      "check": [found(), found("blocker"), found("warning")],
      "plan": [DONE],
      "research": [DONE],
      "record": [DONE],
    };
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...usual[state.next!] ?? [YES, NO]) },
      { weight: 1, arbitrary: other },
    );
  };
  const settings = fc.record({
    research: fc.boolean(),
    planner: fc.boolean(),
    check: fc.boolean(),
    confirmBreakdown: fc.boolean(),
  });
  fc.assert(fc.property(settings, fc.gen(), (chosen, generate) => {
    let state = beginPlanPhase(chosen);
    let steps = 0;
    while (state.next !== undefined) {
      assert.ok(steps++ < 20, "it goes on for ever");
      state = advancePlanPhase(state, generate(() => outcome(state)));
    }
    assert.ok(state.end !== undefined && state.rounds <= MAX_ROUNDS);
    const wrong = state.problems.some(({ severity }) => severity === "error");
    assert.ok(state.end.kind !== "planned" || !wrong, "plans with errors are never taken");
  }));
});
