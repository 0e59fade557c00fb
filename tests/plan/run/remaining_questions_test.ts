import assert from "node:assert/strict";
import {
  deferredQuestions,
  plannedQuestions,
  remainingAnswers,
} from "../../../lib/plan/run/remaining_questions.ts";
import { MUST_HAVES } from "../../../lib/plan/verification/questions.ts";
import { planText, writes } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const LOOK = '<task type="checkpoint:human-verify"><name>Look</name></task>';
const CHOOSE = `<task type="checkpoint:decision"><name>Choose</name>
<options><option id="a"><name>A</name></option><option id="b"><name>B</name></option></options></task>`;
const ACT = '<task type="checkpoint:human-action"><name>Sign up</name></task>';

/** A plan with two deferred human-verifies, because it runs concurrently with another; a decision is never deferred. */
const plan = planOf(
  projectOf({
    "ROADMAP.md": "### Phase 1: Base\n",
    "phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [writes("a.txt"), LOOK, LOOK, ACT, CHOOSE, writes("a.txt")],
    }),
    "phases/01-base/01-02-PLAN.md": planText({ plan: "02", files: ["b.txt"], tasks: [writes("b.txt")] }),
  }),
  {
    config: {
      "git.branching_strategy": "phase",
      "parallelization.skip_checkpoints": true,
      "parallelization.min_plans_for_parallel": 2,
    },
  },
);
const act = plannedQuestions(plan).find(({ id }) => id === "01-01/4")!;
const AT_ACT = { kind: "waiting", question: act } as const;
const GATES = ["confirm_plan", "confirm_plan"];

function idsToCome(...[given, outcome, asked]: Parameters<typeof remainingAnswers>): string[] {
  return [...remainingAnswers(given, outcome, asked).keys()];
}

Deno.test("the questions of a plan are its gates, its checkpoints, its merge and the conflict of the merge", () => {
  const ids = plannedQuestions(plan).map(({ id }) => id);
  assert.deepEqual(ids, [
    ...GATES.slice(1),
    "01-01/4",
    "01-01/5",
    "confirm_plan",
    "01-01/2",
    "01-01/3",
    "merge",
    "conflict",
  ]);
});

Deno.test("deferred checkpoints are listed until they are answered", () => {
  assert.deepEqual(deferredQuestions({ plan, answered: GATES }).map(({ id }) => id), ["01-01/2", "01-01/3"]);
  assert.deepEqual(deferredQuestions({ plan, answered: ["01-01/2"] }).map(({ title }) => title), ["Look"]);
});

Deno.test("an answer is kept until its question was asked", () => {
  const given = new Map([["01-01/2", "approved"], ["01-01/4", "no"], ["merge", "squash"], ["nothing", "x"]]);
  assert.deepEqual(idsToCome(given, AT_ACT, { plan, answered: GATES }), ["01-01/2", "merge"]);
  const answered = [...GATES, "01-01/4", "01-01/2"];
  assert.deepEqual(idsToCome(given, { kind: "interrupted" }, { plan, answered }), ["merge"]);
  assert.deepEqual(idsToCome(given, { kind: "completed" }, { plan, answered: [] }), []);
});

Deno.test("the answer to a gate is kept while plans with the gate remain", () => {
  const given = new Map([["confirm_plan", "yes"]]);
  assert.deepEqual(idsToCome(given, AT_ACT, { plan, answered: GATES.slice(1) }), ["confirm_plan"]);
  assert.deepEqual(idsToCome(given, AT_ACT, { plan, answered: GATES }), []);
});

Deno.test("the answer to a gate of one plan is kept while that plan may still ask", () => {
  const given = new Map([["01-01/confirm_plan", "yes"], ["01-02/confirm_plan", "yes"]]);
  const asked = { plan, answered: GATES.slice(1) };
  assert.deepEqual(idsToCome(given, AT_ACT, asked), ["01-02/confirm_plan"]);
  const question = plannedQuestions(plan).filter(({ id }) => id === "confirm_plan")[1]!;
  assert.deepEqual(idsToCome(given, { kind: "waiting", question }, asked), []);
});

Deno.test("the merge mode is kept if the merge had conflicts and was not started", () => {
  const given = new Map([["merge", "squash"]]);
  const conflict = { kind: "conflict", branch: "a", base: "b", conflicts: [], begun: false } as const;
  const answered = ["merge", "conflict"];
  assert.deepEqual(idsToCome(given, conflict, { plan, answered }), ["merge"]);
  assert.deepEqual(idsToCome(given, { ...conflict, begun: true }, { plan, answered }), []);
});

Deno.test("an answer about the must-haves is kept while they are still to be verified", () => {
  const given = new Map([[MUST_HAVES, "approved"]]);
  const files = { "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt")] }) };
  const verified = planOf(projectOf(files), { config: { "workflow.verifier": true } });
  const unverified = planOf(projectOf(files), { config: { "workflow.verifier": false } });
  const interrupted = { kind: "interrupted" } as const;
  assert.deepEqual(idsToCome(given, interrupted, { plan: verified, answered: [] }), [MUST_HAVES]);
  assert.deepEqual(idsToCome(given, interrupted, { plan: verified, answered: [MUST_HAVES] }), []);
  assert.deepEqual(idsToCome(given, interrupted, { plan: unverified, answered: [] }), []);
});

Deno.test("the merge mode is not asked again after conflicts of a plan, or without conflicts", () => {
  const given = new Map([["merge", "squash"]]);
  const conflict = {
    kind: "conflict",
    plan: "01-01",
    branch: "a",
    base: "b",
    conflicts: [],
    begun: false,
  } as const;
  const answered = ["merge", "conflict"];
  assert.deepEqual(idsToCome(given, conflict, { plan, answered }), []);
  assert.deepEqual(idsToCome(given, { kind: "interrupted" }, { plan, answered }), []);
});
