import assert from "node:assert/strict";
import { isForWorkers, taskWorker } from "../../../lib/plan/executor/task_place.ts";
import { workerPlan } from "../../../lib/plan/executor/worker_plan.ts";
import { planOf, projectOf } from "../../support/project.ts";
import { planText } from "../../support/plans.ts";

const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking">
<what-built>It</what-built>
<how-to-verify>Look at it.</how-to-verify>
<resume-signal>Type "approved"</resume-signal>
</task>`;
const TASKS = [
  { name: "One", script: "true", check: "true" },
  { name: "Two", script: "true" },
  CHECKPOINT,
  { name: "Four", script: "true" },
];
const plan = planOf(
  projectOf({
    "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: TASKS, autonomous: false }),
    "phases/01-base/01-02-PLAN.md": planText({ plan: "02", tasks: [{ name: "One", script: "true" }] }),
  }),
  { config: { "executor.name": "nats", "parallelization.skip_checkpoints": false } },
);

Deno.test("a worker carries out the tasks of its plan up to the next checkpoint", () => {
  const { steps, lanes } = workerPlan(plan, "01-01");
  assert.deepEqual(lanes.map(({ id }) => id), ["01-01"]);
  assert.deepEqual(steps.map(({ id, lane }) => [id, lane]), [
    ["01-01/1/turn", "01-01"],
    ["01-01/1/check", "01-01"],
    ["01-01/1/commit", "01-01"],
    ["01-01/2/turn", "01-01"],
    ["01-01/2/commit", "01-01"],
  ]);
  assert.deepEqual(workerPlan(plan, "01-09").steps, []);
});

Deno.test("checkpoints stay with the coordinator", () => {
  const workers = [1, 2, 3, 4].map((task) => taskWorker(plan, { plan: "01-01", task }));
  assert.deepEqual(workers, ["worker", "worker", "coordinator", "worker"]);
});

Deno.test("only the tasks of whole plans in their worktrees are for workers", () => {
  const lane = { id: "01-01", plan: "01-01", after: [], behind: [] };
  assert.equal(isForWorkers({ ...lane, worktree: "01-01" }), true);
  assert.equal(isForWorkers(lane), false);
  assert.equal(isForWorkers({ ...lane, id: "01-01/2", worktree: "01-01.task-2" }), false);
  assert.deepEqual(plan.lanes.filter(isForWorkers).map(({ id }) => id), ["01-01", "01-02"]);
});
