import assert from "node:assert/strict";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { LeftWorktree } from "../../../lib/plan/history/repo_snapshot.ts";
import { stepsByLane } from "../../../lib/plan/execution/lanes.ts";
import { planText, type TaskText } from "../../support/plans.ts";
import {
  brief,
  entriesOf,
  journalOf,
  NO_GATES,
  planOf,
  type PlanOptions,
  projectOf,
} from "../../support/project.ts";

const VERIFY = '<task type="checkpoint:human-verify"><name>Look</name></task>';
const ACT = '<task type="checkpoint:human-action"><name>Sign up</name></task>';

/** A task that names files. */
function task(...files: readonly string[]): TaskText {
  return { name: "Do it", files: files.join(", "), script: "true" };
}

interface Given extends PlanOptions {
  /** Tasks by number of the plan. */
  readonly plans: Readonly<Record<string, readonly TaskText[]>>;
  /** Plans by the plan that depends on them. */
  readonly dependsOn?: Readonly<Record<string, readonly string[]>>;
  readonly summaries?: readonly string[];
}

/** Plans an execution without gates, verification or documents, with the given changes. */
function plan({ plans, dependsOn = {}, summaries = [], config, ...options }: Given) {
  const files = Object.entries(plans).map(([number, tasks]) => [
    `phases/01-base/01-${number}-PLAN.md`,
    planText({ plan: number, dependsOn: dependsOn[number] ?? [], tasks }),
  ]);
  const done = summaries.map((number) => [`phases/01-base/01-${number}-SUMMARY.md`, null]);
  return planOf(projectOf(Object.fromEntries([...files, ...done])), {
    ...options,
    config: { ...NO_GATES, "workflow.verifier": false, "planning.commit_docs": false, ...config },
  });
}

/** Formats the lanes, one per line: `01-02/replay after 01-02, behind 01-01/replay: replay 01-02 onto main`. */
function lanes(given: Given): readonly string[] {
  const found = plan(given);
  return found.lanes.map(({ id, worktree, after, behind }) => {
    const place = worktree === undefined ? "" : ` in ${worktree}`;
    const waits = [
      ...after.length === 0 ? [] : [`after ${after.join(" & ")}`],
      ...behind.length === 0 ? [] : [`behind ${behind.join(" & ")}`],
    ].join(", ");
    const steps = stepsByLane(found).get(id)!.map(brief).join(", ");
    return `${id}${place}${waits === "" ? "" : ` ${waits}`}: ${steps}`;
  });
}

const TWO = { "01": [task("a")], "02": [task("b")] };
const THREE = { ...TWO, "03": [task("c")] };

Deno.test("plans at the same time work in worktrees of their own and are replayed in order", () => {
  assert.deepEqual(lanes({ plans: THREE }), [
    "01-01 in 01-01: make worktree 01-01, turn 01-01/1, commit 01-01/1",
    "01-01/replay after 01-01: replay 01-01 onto main, summary 01-01",
    "01-02 in 01-02: make worktree 01-02, turn 01-02/1, commit 01-02/1",
    "01-02/replay after 01-02, behind 01-01/replay: replay 01-02 onto main, summary 01-02",
    "01-03 in 01-03: make worktree 01-03, turn 01-03/1, commit 01-03/1",
    "01-03/replay after 01-03, behind 01-02/replay: replay 01-03 onto main, summary 01-03",
  ]);
});

Deno.test("the next wave waits for every plan of the wave before", () => {
  const [, , , , third] = lanes({ plans: THREE, dependsOn: { "03": ["01-01"] } });
  assert.equal(third, "01-03 after 01-01/replay & 01-02/replay: turn 01-03/1, commit 01-03/1, summary 01-03");
});

const IN_TURN = [
  "01-01: turn 01-01/1, commit 01-01/1, summary 01-01",
  "01-02 after 01-01: turn 01-02/1, commit 01-02/1, summary 01-02",
];

const SEQUENTIAL: readonly (readonly [what: string, given: Omit<Given, "plans">])[] = [
  ["enabled is off", { config: { "parallelization.enabled": false } }],
  ["plan_level is off", { config: { "parallelization.plan_level": false } }],
  ["max_concurrent_agents is 1", { config: { "parallelization.max_concurrent_agents": 1 } }],
  ["min_plans_for_parallel is 3", { config: { "parallelization.min_plans_for_parallel": 3 } }],
  ["there is no commit yet", { repository: { unborn: true } }],
  ["there are submodules", { repository: { submodules: true } }],
];

for (const [what, given] of SEQUENTIAL) {
  Deno.test(`plans of a wave run one after the other in the project's own tree when ${what}`, () => {
    assert.deepEqual(lanes({ plans: TWO, ...given }), IN_TURN);
  });
}

Deno.test("the only plan of a phase runs in the project's own tree, regardless of the minimum number of plans", () => {
  const config = { "parallelization.min_plans_for_parallel": 1 };
  assert.deepEqual(lanes({ plans: { "01": [task("a")] }, config }), IN_TURN.slice(0, 1));
});

Deno.test("a plan whose neighbours in the wave are done runs in the project's own tree", () => {
  const repository = { journal: journalOf({ "01-01": [1] }) };
  assert.deepEqual(lanes({ plans: TWO, summaries: ["01"], repository }), [
    "01-02: turn 01-02/1, commit 01-02/1, summary 01-02",
  ]);
});

Deno.test("submodules do not matter if worktree.setup adds them", () => {
  const config = { "worktree.setup": ["git submodule update --init"] };
  const [first] = lanes({ plans: TWO, config, repository: { submodules: true } });
  assert.equal(first, "01-01 in 01-01: make worktree 01-01, set up 01-01, turn 01-01/1, commit 01-01/1");
});

const SAME: readonly (readonly [one: string, other: string])[] = [
  ["a.ts", "a.ts"],
  ["a.ts", "./a.ts"],
  ["src/a.ts", "src//a.ts"],
  ["src/a.ts", "src\\a.ts"],
  ["src/", "src/a.ts"],
  ["src/a.ts", "src"],
  ["src/*.ts", "src/a.ts"],
];

for (const [one, other] of SAME) {
  Deno.test(`a plan that names ${other} waits for an earlier one of its wave that names ${one}`, () => {
    const found = lanes({ plans: { "01": [task(one)], "02": [task("b")], "03": [task(other)] } });
    assert.match(found[2]!, /^01-02 in 01-02: /);
    assert.match(found[4]!, /^01-03 in 01-03 after 01-01\/replay: /);
    assert.match(found[5]!, /^01-03\/replay after 01-03, behind 01-02\/replay: /);
  });
}

Deno.test("plans that all share a file run one after the other in the project's own tree", () => {
  const found = lanes({ plans: { "01": [task("a")], "02": [task("a")] } });
  assert.deepEqual(found, IN_TURN);
});

Deno.test("a plan that shares files with a complete one does not wait", () => {
  const plans = { "01": [task("a")], "02": [task("a")], "03": [task("c")] };
  const repository = { journal: journalOf({ "01-01": [1] }) };
  const [first] = lanes({ plans, summaries: ["01"], repository });
  assert.equal(first, "01-02 in 01-02: make worktree 01-02, turn 01-02/1, commit 01-02/1");
});

const TASK_LEVEL: Readonly<Record<string, ConfigValue>> = { "parallelization.task_level": true };

Deno.test("concurrent tasks have worktrees of their own, and later lanes wait for all of them", () => {
  const plans = { "01": [task("a"), task("b"), task("a")] };
  assert.deepEqual(lanes({ plans, config: TASK_LEVEL }), [
    "01-01/1 in 01-01.task-1: make worktree 01-01.task-1, turn 01-01/1, commit 01-01/1",
    "01-01/1/replay after 01-01/1: replay 01-01.task-1 onto main",
    "01-01/2 in 01-01.task-2: make worktree 01-01.task-2, turn 01-01/2, commit 01-01/2",
    "01-01/2/replay after 01-01/2 & 01-01/1/replay: replay 01-01.task-2 onto main",
    "01-01/after-2 after 01-01/2/replay: turn 01-01/3, commit 01-01/3, summary 01-01",
  ]);
});

Deno.test("tasks of plans at the same time are replayed onto their plan's branch, then the plan onto the run's", () => {
  const plans = { "01": [task("a"), task("b")], "02": [task("c")] };
  assert.deepEqual(lanes({ plans, config: TASK_LEVEL }).slice(0, 6), [
    "01-01 in 01-01: make worktree 01-01",
    "01-01/1 in 01-01.task-1 after 01-01: make worktree 01-01.task-1, turn 01-01/1, commit 01-01/1",
    "01-01/1/replay in 01-01 after 01-01/1: replay 01-01.task-1 onto wf/work/01-01",
    "01-01/2 in 01-01.task-2 after 01-01: make worktree 01-01.task-2, turn 01-01/2, commit 01-01/2",
    "01-01/2/replay in 01-01 after 01-01/2 & 01-01/1/replay: replay 01-01.task-2 onto wf/work/01-01",
    "01-01/replay after 01-01/2/replay: replay 01-01 onto main, summary 01-01",
  ]);
});

/** The worktrees that an earlier run left, with the numbers of the tasks committed in them. */
function left(worktrees: Readonly<Record<string, readonly number[]>>) {
  const entries = Object.entries(worktrees).map(([name, tasks]): [string, LeftWorktree] => {
    return [name, { onto: "main", tasks: entriesOf(name, tasks) }];
  });
  return { worktrees: new Map(entries) };
}

Deno.test("a plan continues in the worktree of an earlier run, regardless of the current configuration", () => {
  const config = { "parallelization.enabled": false, "worktree.setup": ["npm ci"] };
  const plans = { "01": [task("a"), task("b")], "02": [task("c")] };
  const repository = left({ "01-01": [1] });
  assert.deepEqual(lanes({ plans, config, repository }), [
    "01-01 in 01-01: take up worktree 01-01, turn 01-01/2, commit 01-01/2",
    "01-01/replay after 01-01: replay 01-01 onto main, summary 01-01",
    "01-02 after 01-01/replay: turn 01-02/1, commit 01-02/1, summary 01-02",
  ]);
});

Deno.test("a worktree without commits is set up again", () => {
  const config = { "worktree.setup": ["npm ci"] };
  const repository = left({ "01-01": [] });
  assert.equal(
    lanes({ plans: TWO, config, repository })[0],
    "01-01 in 01-01: take up worktree 01-01, set up 01-01, turn 01-01/1, commit 01-01/1",
  );
});

Deno.test("commits in a worktree of an earlier run are replayed and not repeated", () => {
  const repository = left({ "01-02": [1] });
  const found = lanes({ plans: TWO, repository });
  assert.deepEqual(found.slice(-2), [
    "01-02 in 01-02 after 01-01: take up worktree 01-02",
    "01-02/replay after 01-02: replay 01-02 onto main, summary 01-02",
  ]);
});

Deno.test("tasks in worktrees of an earlier run are resumed, committed ones only for their replay", () => {
  const repository = left({
    "01-01.task-1": [],
    "01-01.task-2": [2],
  });
  const found = lanes({ plans: { "01": [task("a"), task("b")] }, repository });
  assert.deepEqual(found, [
    "01-01/1 in 01-01.task-1: take up worktree 01-01.task-1, turn 01-01/1, commit 01-01/1",
    "01-01/1/replay after 01-01/1: replay 01-01.task-1 onto main",
    "01-01/2 in 01-01.task-2: take up worktree 01-01.task-2",
    "01-01/2/replay after 01-01/2 & 01-01/1/replay: replay 01-01.task-2 onto main",
    "01-01/after-2 after 01-01/2/replay: summary 01-01",
  ]);
});

Deno.test("a plan with only documents left gets no worktree, and keeps its position", () => {
  const repository = { journal: journalOf({ "01-02": [1] }) };
  const found = lanes({ plans: THREE, repository });
  assert.ok(found.includes("01-02 behind 01-01/replay: summary 01-02"), found.join("\n"));
});

const MIDDLE = { ...TWO, "03": [task("c"), VERIFY, task("d")] };

/** The lanes of plan 03 and those of no plan. */
function third(given: Omit<Given, "plans">, plans: Given["plans"] = MIDDLE): readonly string[] {
  return lanes({ plans, ...given }).filter((lane) => /^01-03 |^01-03:|^checkpoints/.test(lane));
}

Deno.test("a checkpoint in a parallel run is deferred to the end of the phase", () => {
  assert.deepEqual(third({}), [
    "01-03 in 01-03: make worktree 01-03, turn 01-03/1, commit 01-03/1, turn 01-03/3, commit 01-03/3",
    "checkpoints after 01-01/replay & 01-02/replay & 01-03/replay: ask 01-03/2, commit 01-03/2, summary 01-03",
  ]);
});

Deno.test("a checkpoint is deferred even if its plan is the last open one of its wave, as in an uninterrupted run", () => {
  const repository = { journal: journalOf({ "01-01": [1], "01-02": [1] }) };
  assert.deepEqual(third({ summaries: ["01", "02"], repository }), [
    "01-03: turn 01-03/1, commit 01-03/1, turn 01-03/3, commit 01-03/3, summary 01-03",
    "checkpoints after 01-03: ask 01-03/2, commit 01-03/2, summary 01-03",
  ]);
});

const IN_PLACE = "turn 01-03/1, commit 01-03/1, ask 01-03/2, commit 01-03/2, turn 01-03/3, commit 01-03/3";

Deno.test("a checkpoint is not deferred if the other plans of its wave were not executed by wf", () => {
  assert.deepEqual(third({ summaries: ["01", "02"] }), [`01-03: ${IN_PLACE}, summary 01-03`]);
});

Deno.test("without skip_checkpoints a checkpoint is not deferred", () => {
  const config = { "parallelization.skip_checkpoints": false };
  assert.deepEqual(third({ config }), [`01-03 in 01-03: make worktree 01-03, ${IN_PLACE}`]);
});

Deno.test("a checkpoint that is answered automatically is not deferred", () => {
  const [found] = third({ config: { mode: "yolo" } });
  assert.match(found!, /commit 01-03\/1, ask 01-03\/2 \(approved\), commit 01-03\/2, turn 01-03\/3/);
});

Deno.test("a checkpoint with a blocking gate is never deferred or answered automatically", () => {
  const gated = VERIFY.replace(">", ' gate="blocking-human">');
  for (const mode of ["interactive", "yolo"]) {
    const found = third({ config: { mode } }, { ...TWO, "03": [task("c"), gated, task("d")] });
    assert.deepEqual(found, [`01-03 in 01-03: make worktree 01-03, ${IN_PLACE}`]);
  }
});

Deno.test("a decision is never deferred past the tasks that follow it", () => {
  const decision = '<task type="checkpoint:decision"><name>Choose</name><decision>Which?</decision></task>';
  const found = third({}, { ...TWO, "03": [task("c"), decision, task("d")] });
  assert.deepEqual(found, [`01-03 in 01-03: make worktree 01-03, ${IN_PLACE}`]);
});

Deno.test("a human action and the last task of a plan are never deferred", () => {
  const [found, ...more] = third({}, { ...TWO, "03": [ACT, task("c"), VERIFY] });
  assert.match(found!, /01-03, ask 01-03\/1, commit 01-03\/1, turn 01-03\/2, commit 01-03\/2, ask 01-03\/3,/);
  assert.deepEqual(more, []);
});

Deno.test("a plan with a deferred checkpoint may be summarized again after a hook refused its documents", () => {
  const repository = { journal: journalOf({ "01-01": [1], "01-02": [1], "01-03": [1, 3] }) };
  const config = { "planning.commit_docs": true };
  assert.ok(third({ config, repository, summaries: ["03"] }).at(-1)!.startsWith("checkpoints after"));
});

Deno.test("gates are asked once for the plans of a wave, and in each plan's own lane to confirm it", () => {
  const config = { "gates.execute_next_plan": true, "gates.confirm_plan": true };
  const plans = { "01": [task("a")], "02": [task("b")], "03": [task("c")] };
  const found = lanes({ plans, dependsOn: { "02": ["01-01"], "03": ["01-01"] }, config });
  assert.equal(found[1], "wave-2 after 01-01: ask execute_next_plan");
  assert.match(found[2]!, /^01-02 in 01-02 after wave-2: ask confirm_plan, make worktree 01-02, /);
  assert.match(found[4]!, /^01-03 in 01-03 after wave-2: ask confirm_plan, make worktree 01-03, /);
});
