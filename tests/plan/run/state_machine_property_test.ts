import assert from "node:assert/strict";
import type { ExecutionPlan, Step } from "../../../schemas/execution_plan.ts";
import { type NextAction, nextStep, startRun } from "../../../lib/plan/run/state_machine.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { planOf, proceed } from "../../support/project.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyPlans, projectOfPlans } from "../any_project.ts";

const executions: fc.Arbitrary<ExecutionPlan> = fc.tuple(
  anyPlans,
  fc.record({
    mode: fc.constantFrom("interactive", "yolo"),
    "git.branching_strategy": fc.constantFrom("none", "phase"),
  }),
).map(([plans, config]) => planOf(projectOfPlans(plans), { config }));

const anyOutcome: fc.Arbitrary<StepOutcome> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<StepOutcome>({ kind: "done" }) },
  fc.constantFrom("yes", "no", "approved", "a", "done", "squash", "skip", "It is wrong").map(
    (value): StepOutcome => ({ kind: "answered", value }),
  ),
  fc.constant<StepOutcome>({ kind: "unanswered" }),
  fc.constant<StepOutcome>({ kind: "check-failed", command: "x", output: "" }),
  fc.constant<StepOutcome>({ kind: "hook-refused", output: "" }),
  fc.constant<StepOutcome>({ kind: "conflict", conflicts: [], begun: false }),
  fc.constant<StepOutcome>({ kind: "turn-failed", message: "", output: "" }),
  fc.constant<StepOutcome>({ kind: "interrupted" }),
);

/** The success of each step, repeated cyclically; a failure is one that the step can have. */
const luck = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

function fitting(next: Exclude<NextAction, { kind: "stop" }>, lucky: boolean): StepOutcome {
  const { step } = next;
  if (step.kind === "ask") {
    return { kind: "answered", value: step.question.choices[0]?.value ?? "anything" };
  }
  if (lucky) return { kind: "done" };
  if (step.kind === "check") return { kind: "check-failed", command: "x", output: "" };
  if (step.kind === "commit-task" || step.kind === "commit-docs") return { kind: "hook-refused", output: "" };
  return { kind: "done" };
}

interface Performed {
  readonly step: Step;
  readonly outcome: StepOutcome;
  /** True for a turn that fixes a failure. */
  readonly mending: boolean;
}

/** Runs to the end; fails if there are more steps than the failures explain. */
function walk(
  plan: ExecutionPlan,
  outcomeOf: (next: Exclude<NextAction, { kind: "stop" }>, index: number) => StepOutcome,
): readonly Performed[] {
  const performed: Performed[] = [];
  let state = startRun(plan);
  for (let next = nextStep(state); next.kind !== "stop"; next = nextStep(state)) {
    const outcome = outcomeOf(next, performed.length);
    performed.push({
      step: next.step,
      outcome,
      mending: next.kind === "perform" && next.feedback !== undefined,
    });
    // Of a commit three more turns, of a check two more before each: four times three turns and checks.
    assert.ok(performed.length <= 30 * plan.steps.length + 30, "it does not end");
    state = proceed(state, outcome);
  }
  return performed;
}

Deno.test("a run ends with any outcomes, even if they repeat", () => {
  fc.assert(
    fc.property(executions, fc.array(anyOutcome, { minLength: 1, maxLength: 30 }), (plan, outcomes) => {
      let finding = 0;
      walk(plan, (_, index) => {
        const outcome = outcomes[index % outcomes.length]!;
        // A user may reject a checkpoint any number of times.
        const person = outcome.kind === "answered" && outcome.value === "It is wrong";
        return person && ++finding > 10 ? { kind: "unanswered" } : outcome;
      });
    }),
  );
});

Deno.test("a task is committed only when its check has passed since its last turn", () => {
  fc.assert(fc.property(executions, luck, (plan, lucky) => {
    const checked = new Set<string>();
    const withCheck = new Set(plan.steps.filter(({ kind }) => kind === "check").map(taskOf));
    for (
      const { step, outcome } of walk(plan, (next, index) => fitting(next, lucky[index % lucky.length]!))
    ) {
      const task = taskOf(step);
      if (step.kind === "turn") checked.delete(task);
      if (step.kind === "check" && outcome.kind === "done") checked.add(task);
      if (step.kind === "commit-task" && withCheck.has(task)) assert.ok(checked.has(task), task);
    }
  }));
});

Deno.test("only turns, checks and commits of a task with failures are repeated", () => {
  fc.assert(fc.property(executions, luck, (plan, lucky) => {
    const finished = new Set<string>();
    const performed = walk(plan, (next, index) => fitting(next, lucky[index % lucky.length]!));
    for (const { step, outcome, mending } of performed) {
      if (step.kind !== "turn" && step.kind !== "check") assert.ok(!finished.has(step.id), step.id);
      if (step.kind === "turn" && finished.has(step.id)) assert.ok(mending, step.id);
      if (outcome.kind === "done" || outcome.kind === "answered") finished.add(step.id);
      const task = taskOf(step);
      if (task !== "") {
        assert.ok(!finished.has(`${task}/commit`) || step.kind === "commit-task", `${task} again`);
      }
    }
  }));
});

Deno.test("all steps are performed in the order of their lane", () => {
  fc.assert(fc.property(executions, luck, (plan, lucky) => {
    const performed = walk(plan, (next, index) => fitting(next, lucky[index % lucky.length]!));
    const order = new Map(plan.steps.map(({ id }, index) => [id, index]));
    const reached = new Map<string, number>();
    for (const { step, mending } of performed) {
      if (mending) continue;
      const before = plan.steps.findIndex(({ lane }) => lane === step.lane) - 1;
      const index = order.get(step.id)!;
      const last = reached.get(step.lane) ?? before;
      assert.ok(index <= last + 1, step.id);
      reached.set(step.lane, Math.max(last, index));
    }
  }));
});

Deno.test("a run without failures performs every step once", () => {
  fc.assert(fc.property(executions, (plan) => {
    const performed = walk(plan, (next) => fitting(next, true)).map(({ step }) => step.id);
    assert.deepEqual(performed.toSorted(), plan.steps.map(({ id }) => id).toSorted());
  }));
});

function taskOf(step: Step): string {
  return "task" in step && step.task !== undefined ? `${step.plan}/${step.task}` : "";
}
