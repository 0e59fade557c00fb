import assert from "node:assert/strict";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import {
  advance,
  begin,
  interrupt,
  isFinished,
  nextSteps,
  outcomeOf,
  type ScheduledStep,
  startRun,
} from "../../../lib/plan/run/state_machine.ts";
import { NEW_LANE } from "../../../lib/plan/run/lane_state.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { planText, type TaskText } from "../../support/plans.ts";
import { brief, NO_GATES, planOf, projectOf } from "../../support/project.ts";

const VERIFY = '<task type="checkpoint:human-verify"><name>Look</name></task>';

/** A task that names a file. */
function task(file: string): TaskText {
  return { name: "Do it", files: file, script: "true" };
}

interface Given {
  readonly plans: Readonly<Record<string, readonly TaskText[]>>;
  readonly dependsOn?: Readonly<Record<string, readonly string[]>>;
  readonly config?: Readonly<Record<string, ConfigValue>>;
}

function planWith({ plans, dependsOn = {}, config }: Given): ExecutionPlan {
  const files = Object.entries(plans).map(([number, tasks]) => [
    `phases/01-base/01-${number}-PLAN.md`,
    planText({ plan: number, dependsOn: dependsOn[number] ?? [], tasks }),
  ]);
  const plain = { ...NO_GATES, "workflow.verifier": false, "planning.commit_docs": false };
  return planOf(projectOf(Object.fromEntries(files)), { config: { ...plain, ...config } });
}

/** A run whose steps end as a test decides. */
class Run {
  readonly #running = new Map<string, ScheduledStep>();
  #state;

  constructor(given: Given) {
    this.#state = startRun(planWith(given));
    this.#begin();
  }

  /** The steps in progress, in short form. */
  get now(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** The concurrent plans of a step in progress. */
  beside(step: string): readonly string[] {
    return this.#running.get(step)!.concurrentPlans;
  }

  /** The outcome of the run. */
  get ending(): string {
    assert.deepEqual(this.now, []);
    return outcomeOf(this.#state).kind;
  }

  /** Ends steps in progress successfully, one after the other. */
  ends(...steps: readonly string[]): this {
    for (const step of steps) this.endsWith(step, { kind: "done" });
    return this;
  }

  /** Ends a step in progress. */
  endsWith(step: string, outcome: StepOutcome): this {
    const found = this.#running.get(step);
    assert.ok(found, `${step} is not among ${this.now.join(", ")}`);
    this.#running.delete(step);
    this.#state = advance(this.#state, found.lane.id, outcome);
    this.#begin();
    return this;
  }

  /** Interrupts the run. */
  interrupt(): this {
    this.#state = interrupt(this.#state);
    return this;
  }

  #begin(): void {
    for (const next of nextSteps(this.#state)) {
      this.#state = begin(this.#state, next.lane.id);
      this.#running.set(brief(next.step), next);
    }
  }
}

const failed: StepOutcome = { kind: "turn-failed", message: "It gave up", output: "" };
const THREE = { "01": [task("a")], "02": [task("b")], "03": [task("c")] };
const worktrees = (...plans: readonly string[]) => plans.map((plan) => `make worktree ${plan}`);

/** A run whose plans have active agents. */
function atWork(given: Given, ...plans: readonly string[]): Run {
  return new Run(given).ends(...worktrees(...plans));
}

Deno.test("worktrees are created one after the other, and turns run concurrently", () => {
  const run = new Run({ plans: THREE });
  assert.deepEqual(run.now, ["make worktree 01-01"]);
  assert.deepEqual(run.ends("make worktree 01-01").now, ["turn 01-01/1", "make worktree 01-02"]);
  run.ends("make worktree 01-02", "make worktree 01-03");
  assert.deepEqual(run.now, ["turn 01-01/1", "turn 01-02/1", "turn 01-03/1"]);
});

Deno.test("a plan starts when an agent is free", () => {
  const config = { "parallelization.max_concurrent_agents": 2 };
  const run = atWork({ plans: THREE, config }, "01-01", "01-02");
  assert.deepEqual(run.now, ["turn 01-01/1", "turn 01-02/1"]);
  run.ends("turn 01-02/1");
  assert.deepEqual(run.now, ["turn 01-01/1", "commit 01-02/1"]);
  assert.deepEqual(run.ends("commit 01-02/1").now, ["turn 01-01/1", "make worktree 01-03"]);
});

Deno.test("the agents of tasks and of plans are counted together", () => {
  const plans = { "01": [task("a"), task("b")], "02": [task("c")], "03": [task("d")] };
  const config = { "parallelization.max_concurrent_agents": 3, "parallelization.task_level": true };
  const run = atWork({ plans, config }, "01-01", "01-01.task-1", "01-01.task-2", "01-02");
  assert.deepEqual(run.now, ["turn 01-01/1", "turn 01-01/2", "turn 01-02/1"]);
});

Deno.test("a plan of checkpoints counts too, because an agent fixes what the user rejects", () => {
  const plans = { "01": [task("a")], "02": [VERIFY], "03": [task("c")] };
  const config = { "parallelization.max_concurrent_agents": 2, "parallelization.skip_checkpoints": false };
  const run = atWork({ plans, config }, "01-01", "01-02");
  assert.deepEqual(run.now, ["turn 01-01/1", "ask 01-02/1"]);
  run.endsWith("ask 01-02/1", { kind: "answered", value: "It is wrong" });
  assert.deepEqual(run.now, ["turn 01-01/1", "turn 01-02/1"]);
});

Deno.test("one step at a time writes history", () => {
  const run = atWork({ plans: THREE }, "01-01", "01-02", "01-03");
  run.ends("turn 01-03/1", "turn 01-01/1");
  assert.deepEqual(run.now, ["turn 01-02/1", "commit 01-03/1"]);
  assert.deepEqual(run.ends("commit 01-03/1").now, ["turn 01-02/1", "commit 01-01/1"]);
});

Deno.test("one question at a time is open, and the others wait for its answer", () => {
  const plans = { "01": [VERIFY], "02": [VERIFY] };
  const run = atWork({ plans }, "01-01", "01-02");
  assert.deepEqual(run.now, ["ask 01-01/1"]);
  run.endsWith("ask 01-01/1", { kind: "answered", value: "approved" });
  assert.deepEqual(run.now, ["commit 01-01/1", "ask 01-02/1"]);
});

Deno.test("a plan is replayed after those before it, regardless of which ends first", () => {
  const run = atWork({ plans: THREE }, "01-01", "01-02", "01-03");
  run.ends("turn 01-03/1", "commit 01-03/1", "turn 01-02/1", "commit 01-02/1");
  assert.deepEqual(run.now, ["turn 01-01/1"]);
  run.ends("turn 01-01/1", "commit 01-01/1", "replay 01-01 onto main", "summary 01-01");
  assert.deepEqual(run.now, ["replay 01-02 onto main"]);
});

const NEXT_WAVE = { plans: { ...THREE, "04": [task("d")] }, dependsOn: { "04": ["01-01"] } };

Deno.test("after a failed plan those in progress continue to their end, and later ones do not start", () => {
  const run = atWork(NEXT_WAVE, "01-01", "01-02", "01-03").endsWith("turn 01-01/1", failed);
  assert.deepEqual(run.now, ["turn 01-02/1", "turn 01-03/1"]);
  run.ends("turn 01-03/1", "commit 01-03/1", "turn 01-02/1", "commit 01-02/1");
  run.ends("replay 01-02 onto main", "summary 01-02", "replay 01-03 onto main", "summary 01-03");
  assert.equal(run.ending, "failed");
});

Deno.test("after a failure no further plan of the wave starts", () => {
  const config = { "parallelization.max_concurrent_agents": 2 };
  const run = atWork({ plans: THREE, config }, "01-01", "01-02").endsWith("turn 01-01/1", failed);
  run.ends("turn 01-02/1", "commit 01-02/1", "replay 01-02 onto main", "summary 01-02");
  assert.equal(run.ending, "failed");
});

Deno.test("a plan that waits for the user blocks the next wave, but not the plans of its own", () => {
  const config = { "parallelization.max_concurrent_agents": 2 };
  const plans = { ...NEXT_WAVE.plans, "01": [VERIFY] };
  const run = atWork({ ...NEXT_WAVE, plans, config }, "01-01", "01-02");
  run.endsWith("ask 01-01/1", { kind: "unanswered" }).ends("make worktree 01-03");
  assert.deepEqual(run.now, ["turn 01-02/1", "turn 01-03/1"]);
  run.ends("turn 01-02/1", "commit 01-02/1", "replay 01-02 onto main", "summary 01-02");
  run.ends("turn 01-03/1", "commit 01-03/1", "replay 01-03 onto main", "summary 01-03");
  assert.equal(run.ending, "waiting");
});

Deno.test("a plan that waits for a failed one does not block the replay of later ones", () => {
  const plans = { "01": [task("a")], "02": [task("a")], "03": [task("c")] };
  const run = atWork({ plans }, "01-01", "01-03").endsWith("turn 01-01/1", failed);
  run.ends("turn 01-03/1", "commit 01-03/1", "replay 01-03 onto main", "summary 01-03");
  assert.equal(run.ending, "failed");
});

const TASK_LEVEL = { "parallelization.task_level": true, "parallelization.max_concurrent_agents": 3 };

Deno.test("a failed task prevents the replay and summary of its plan", () => {
  const run = atWork(
    { plans: { "01": [task("a"), task("b")] }, config: TASK_LEVEL },
    "01-01.task-1",
    "01-01.task-2",
  );
  run.endsWith("turn 01-01/1", failed).ends("turn 01-01/2", "commit 01-01/2");
  assert.equal(run.ending, "failed");
});

Deno.test("after a failure the tasks of other plans in progress start, but not those of the failed plan", () => {
  const plans = { "01": [task("a"), task("b"), task("a")], "02": [task("c"), task("d"), task("c")] };
  const config = { ...TASK_LEVEL, "parallelization.max_concurrent_agents": 4 };
  const all = ["01-01", "01-01.task-1", "01-01.task-2", "01-02", "01-02.task-1", "01-02.task-2"];
  const run = atWork({ plans, config }, ...all).endsWith("turn 01-01/1", failed);
  run.ends("turn 01-01/2", "commit 01-01/2", "turn 01-02/1", "commit 01-02/1", "turn 01-02/2");
  run.ends("replay 01-02.task-1 onto wf/work/01-02", "commit 01-02/2");
  assert.deepEqual(run.ends("replay 01-02.task-2 onto wf/work/01-02").now, ["turn 01-02/3"]);
});

Deno.test("a task of a hosting agent keeps its agent busy, and later steps wait", () => {
  const config = { "parallelization.max_concurrent_agents": 2 };
  const run = atWork({ plans: THREE, config }, "01-01", "01-02");
  run.endsWith("turn 01-01/1", { kind: "suspended" });
  assert.deepEqual(run.now, ["turn 01-02/1"]);
  run.ends("turn 01-02/1", "commit 01-02/1", "make worktree 01-03", "turn 01-03/1", "commit 01-03/1");
  assert.equal(run.ending, "suspended");
});

Deno.test("after an interruption nothing starts, and steps in progress may end", () => {
  const run = atWork({ plans: THREE }, "01-01", "01-02", "01-03").interrupt();
  run.endsWith("turn 01-01/1", { kind: "interrupted" }).ends("turn 01-02/1", "turn 01-03/1");
  assert.equal(run.ending, "interrupted");
});

Deno.test("deferred checkpoints are asked one after the other once all plans are done, and recorded in their documents", () => {
  const plans = { "01": [VERIFY, task("a")], "02": [VERIFY, task("b")] };
  const run = atWork({ plans }, "01-01", "01-02");
  run.ends("turn 01-01/2", "commit 01-01/2", "replay 01-01 onto main", "summary 01-01");
  assert.deepEqual(run.now, ["turn 01-02/2"]);
  run.ends("turn 01-02/2", "commit 01-02/2", "replay 01-02 onto main", "summary 01-02");
  assert.deepEqual(run.now, ["ask 01-01/1"]);
  run.endsWith("ask 01-01/1", { kind: "answered", value: "approved" }).ends(
    "commit 01-01/1",
    "summary 01-01",
  );
  assert.deepEqual(run.now, ["ask 01-02/1"]);
});

Deno.test("a step knows the plans that were in worktrees since its lane began, until they are replayed", () => {
  const run = atWork(NEXT_WAVE, "01-01");
  assert.deepEqual(run.beside("turn 01-01/1"), []);
  run.ends("make worktree 01-02", "make worktree 01-03");
  assert.deepEqual(run.beside("turn 01-02/1"), ["01-01"]);
  assert.deepEqual(run.beside("turn 01-03/1"), ["01-01", "01-02"]);
  run.ends("turn 01-01/1");
  assert.deepEqual(run.beside("commit 01-01/1"), ["01-02", "01-03"]);
  run.ends("commit 01-01/1", "replay 01-01 onto main", "summary 01-01", "turn 01-02/1");
  assert.deepEqual(run.beside("commit 01-02/1"), ["01-01", "01-03"], "it was there when the lane began");
  run.ends("commit 01-02/1", "replay 01-02 onto main", "summary 01-02", "turn 01-03/1", "commit 01-03/1");
  run.ends("replay 01-03 onto main", "summary 01-03");
  assert.deepEqual(run.beside(run.now[0]!), [], "all plans of the wave are replayed");
});

Deno.test("of several stops the worst one is how a run ended", () => {
  const plan = planWith({ plans: THREE });
  const question = { id: "q", kind: "gate", title: "", details: "", choices: [], open: false } as const;
  const [first, second] = plan.lanes.map(({ id }) => id);
  const worstFirst = [
    { kind: "failed", message: "", output: "" },
    { kind: "gaps", path: "", gaps: [] },
    { kind: "conflict", branch: "", base: "", conflicts: [], begun: false },
    { kind: "declined", question },
    { kind: "waiting", question },
    { kind: "suspended" },
  ] as const;
  for (const [index, worse] of worstFirst.entries()) {
    for (const milder of worstFirst.slice(index + 1)) {
      const lanes = new Map([
        [first!, { ...NEW_LANE, stopped: milder }],
        [second!, { ...NEW_LANE, stopped: worse }],
      ]);
      assert.deepEqual(outcomeOf({ ...startRun(plan), lanes }), worse);
    }
  }
});

Deno.test("an interrupted run starts nothing, and a finished one was not interrupted", () => {
  const state = interrupt(startRun(planWith({ plans: THREE })));
  assert.deepEqual(nextSteps(state), []);
  assert.deepEqual(outcomeOf(state), { kind: "interrupted" });
  const empty = { ...planWith({ plans: THREE }), lanes: [], steps: [] };
  assert.deepEqual(outcomeOf(interrupt(startRun(empty))), { kind: "completed" });
});

Deno.test("isFinished() is true for finished lanes, regardless of others", () => {
  const plan = planWith({ plans: THREE });
  const lane = plan.lanes.find(({ worktree }) => worktree === "01-01")!.id;
  const steps = plan.steps.filter((step) => step.lane === lane);
  let state = startRun(plan);
  for (const _ of steps) {
    assert.equal(isFinished(state, lane), false);
    state = advance(begin(state, lane), lane, { kind: "done" });
  }
  assert.equal(isFinished(state, lane), true);
});

Deno.test("isFinished() inspects no other lane, as a phase can have thousands", () => {
  const plan = planWith({ plans: THREE });
  const started = begin(startRun(plan), plan.lanes[0]!.id);
  const read = new Set<string>();
  const lanes = new Map(started.lanes);
  lanes.get = (id) => {
    read.add(id);
    return started.lanes.get(id);
  };
  assert.equal(isFinished({ ...started, lanes }, plan.lanes[1]!.id), false);
  assert.deepEqual([...read], [plan.lanes[1]!.id]);
});

Deno.test("a plan is beside others from its worktree's beginning to its replay, and stays so for lanes that met it", () => {
  const plans = { "01": [task("a")], "02": [task("b")], "03": [task("c"), task("c"), task("c")] };
  const run = atWork({ plans }, "01-01", "01-02", "01-03");
  run.ends("turn 01-02/1", "commit 01-02/1", "turn 01-03/1");
  assert.deepEqual(run.beside("commit 01-03/1"), ["01-01", "01-02"], "02 is done and not replayed");
  run.ends("turn 01-01/1", "commit 01-03/1", "commit 01-01/1", "replay 01-01 onto main", "summary 01-01");
  run.ends("replay 01-02 onto main", "summary 01-02", "turn 01-03/2", "commit 01-03/2", "turn 01-03/3");
  assert.deepEqual(run.beside("commit 01-03/3"), ["01-01", "01-02"], "both were there when the lane began");
});

Deno.test("after a failure a task of the same plan that waits for an agent does not begin", () => {
  const config = { ...TASK_LEVEL, "parallelization.max_concurrent_agents": 2 };
  const run = new Run({ plans: { "01": [task("a"), task("b"), task("c")] }, config });
  while (run.now.some((step) => step.startsWith("make"))) {
    run.ends(run.now.find((step) => step.startsWith("make"))!);
  }
  assert.deepEqual(run.now, ["turn 01-01/1", "turn 01-01/2"]);
  run.endsWith("turn 01-01/1", failed).ends("turn 01-01/2", "commit 01-01/2");
  assert.equal(run.ending, "failed");
});
