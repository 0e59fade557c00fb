import assert from "node:assert/strict";
import type { Project } from "../../../lib/parse/project/model.ts";
import type { CommitTaskStep, ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { journalOf, projectOf, sequentialPlanOf } from "../../support/project.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { planText, writes } from "../../support/plans.ts";
import { type AnyPlan, anyPlans, projectOfPlans } from "../any_project.ts";

const config = fc.record({
  mode: fc.constantFrom("interactive", "yolo"),
  "git.branching_strategy": fc.constantFrom("none", "phase"),
  "planning.commit_docs": fc.boolean(),
  "gates.confirm_plan": fc.boolean(),
});

function commitsOf(plan: ExecutionPlan): readonly CommitTaskStep[] {
  return plan.steps.filter((step) => step.kind === "commit-task");
}

function tasksOf(plans: readonly AnyPlan[]): string[] {
  return plans.flatMap(({ id, tasks }) => tasks.map((_, index) => `${id}/${index + 1}`));
}

const place = ({ plan, task }: { readonly plan: string; readonly task: number }) => `${plan}/${task}`;

Deno.test("every task is committed exactly once", () => {
  fc.assert(fc.property(anyPlans, config, (plans, values) => {
    const committed = commitsOf(sequentialPlanOf(projectOfPlans(plans), { config: values })).map(place);
    assert.deepEqual(committed.toSorted(), tasksOf(plans).toSorted());
  }));
});

Deno.test("all steps of a plan come after all steps of the plans it depends on", () => {
  fc.assert(fc.property(anyPlans, config, (plans, values) => {
    const { steps } = sequentialPlanOf(projectOfPlans(plans), { config: values });
    const owners = steps.map((step) => "plan" in step ? step.plan : undefined);
    for (const { id, dependsOn } of plans) {
      for (const other of dependsOn) assert.ok(owners.lastIndexOf(other) < owners.indexOf(id));
    }
  }));
});

Deno.test("the steps of a task are consecutive: a question or a turn, perhaps a check, then its commit", () => {
  fc.assert(fc.property(anyPlans, config, (plans, values) => {
    const kinds = new Map<string, string[]>();
    let last = "";
    for (const step of sequentialPlanOf(projectOfPlans(plans), { config: values }).steps) {
      const task = "task" in step && step.plan !== undefined ? `${step.plan}/${step.task}` : "";
      if (task !== "" && task !== last) assert.ok(!kinds.has(task), `${task} comes back`);
      if (task !== "") kinds.set(task, [...kinds.get(task) ?? [], step.kind]);
      last = task;
    }
    for (const steps of kinds.values()) {
      assert.match(steps.join(" "), /^(?:ask|turn|turn check) commit-task$/);
    }
  }));
});

Deno.test("every commit of a task carries its two trailers, and none of another task", () => {
  fc.assert(fc.property(anyPlans, (plans) => {
    for (const { plan, task, message } of commitsOf(sequentialPlanOf(projectOfPlans(plans)))) {
      assert.ok(message.endsWith(`\n\nWf-Plan: ${plan}\nWf-Task: ${task}\n`));
      assert.equal(message.match(/^Wf-/gm)?.length, 2);
    }
  }));
});

Deno.test("a run that is resumed after any number of commits does exactly the remaining steps", () => {
  fc.assert(fc.property(anyPlans, config, fc.nat(30), (plans, values, count) => {
    const project = projectOfPlans(plans);
    const commits = commitsOf(sequentialPlanOf(project, { config: values }));
    const done = commits.slice(0, count);
    const journal = journalOf(
      Object.fromEntries(
        [...Map.groupBy(done, ({ plan }) => plan)].map((
          [plan, steps],
        ) => [plan, steps.map(({ task }) => task)]),
      ),
    );
    const left = commitsOf(sequentialPlanOf(project, { config: values, repository: { journal } }));
    assert.deepEqual(left, commits.slice(count));
  }));
});

Deno.test("a run that is resumed after any complete plan does exactly the remaining steps", () => {
  fc.assert(fc.property(anyPlans, fc.nat(6), (plans, count) => {
    const first = sequentialPlanOf(projectOfPlans(plans));
    const order = first.waves.flatMap((wave) =>
      wave.plans.map(({ path }) => path.replace("PLAN", "SUMMARY"))
    );
    const committed = new Set(order.slice(0, count));
    const again = sequentialPlanOf(projectOfPlans(plans), { repository: { committed } });
    const left = new Set(order.slice(count));
    const kept = commitsOf(first).filter(({ plan }) =>
      left.has(`.planning/phases/01-base/${plan}-SUMMARY.md`)
    );
    assert.deepEqual(commitsOf(again), kept);
  }));
});

/** A project with one phase of plans, each depending on the one before. */
function chainOf(length: number): Project {
  const id = (index: number) => String(index + 1).padStart(2, "0");
  const files = Array.from({ length }, (_, index): [string, string] => {
    const dependsOn = index === 0 ? [] : [`01-${id(index - 1)}`];
    const text = planText({ plan: id(index), wave: index + 1, dependsOn, tasks: [writes(`${index}.txt`)] });
    return [`phases/01-base/01-${id(index)}-PLAN.md`, text];
  });
  return projectOf(Object.fromEntries(files));
}

Deno.test("planExecution() takes time linear in the plans of a phase", () => {
  assertLinear(chainOf, (project) => assert.ok(sequentialPlanOf(project).steps.length > 0), 40);
});
