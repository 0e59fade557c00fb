import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import { summarizeRun } from "../../../lib/plan/run/summary.ts";
import { viewOf } from "../../../lib/plan/run/live_view.ts";
import type { PlanView, RunView } from "../../../lib/plan/run/run_view.ts";
import { type PlanText, planText } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const PLAN = planOf(projectOf(Object.fromEntries([
  onePlan("01"),
  onePlan("02"),
  { ...onePlan("03"), wave: 2, dependsOn: ["01-01"] },
].map((plan) => [`phases/01-base/01-${plan.plan}-PLAN.md`, planText(plan)]))));

function onePlan(plan: string): PlanText {
  return { plan, files: [`${plan}.txt`], tasks: [{ name: "Do it", files: `${plan}.txt`, script: "true" }] };
}

type Draft = RunEvent extends infer Each
  ? Each extends RunEvent ? Omit<Each, "formatVersion" | "elapsed"> : never
  : never;

/** Returns the view after events a second apart; the first is the run's start. */
function after(...drafts: readonly Draft[]): RunView {
  const all: readonly Draft[] = [{ kind: "run-started", plan: PLAN }, ...drafts];
  return viewOf(
    all.map((draft, index) => ({ formatVersion: 1, elapsed: index * 1000, ...draft }) as RunEvent),
  );
}

function plan(view: RunView, id: string): PlanView {
  return view.waves.flatMap(({ plans }) => plans).find(({ planned }) => planned.id === id)!;
}

const turn = (plan: string, task = 1): Draft => ({
  kind: "turn-started",
  plan,
  task,
  name: "Do it",
  attempt: 1,
});
const commit = (plan: string, task?: number): Draft => ({
  kind: "committed",
  plan,
  ...(task === undefined ? {} : { task }),
  commit: `${plan}/${task}`,
  subject: `feat(${plan}): do it`,
  files: [],
});
const finished = (plan: string): Draft => ({ kind: "plan-finished", plan, summary: "" });
const QUESTION = {
  id: "01-02/1",
  kind: "human-verify",
  title: "Look",
  details: "",
  choices: [],
  open: true,
} as const;

Deno.test("viewOf() contains waves and plans from the start, and which of them wait", () => {
  const { phase, waves } = after();
  assert.equal(phase?.number, "01");
  assert.deepEqual(waves.map(({ plans }) => plans.map(({ planned, state }) => [planned.id, state])), [
    [["01-01", "waiting"], ["01-02", "waiting"]],
    [["01-03", "waiting"]],
  ]);
});

Deno.test("viewOf() contains current tasks, the agent's last output, and committed tasks", () => {
  const talking: Draft = { kind: "agent-output", plan: "01-01", task: 1, text: "one\ntwo\n\n" };
  const view = after(turn("01-01"), talking, turn("01-02"));
  const { state, tasks, output, startedAt } = plan(view, "01-01");
  assert.deepEqual([state, output, startedAt], ["working", "two", 1000]);
  assert.deepEqual(tasks, [{ number: 1, name: "Do it", attempt: 1 }]);
  const committed = plan(after(turn("01-01"), commit("01-01", 1)), "01-01");
  assert.deepEqual([committed.done, committed.tasks], [[1], []]);
});

Deno.test("viewOf() shows a question, and that its plan waits for the answer", () => {
  const asked: Draft = { kind: "question-asked", question: QUESTION };
  const asking = after(turn("01-02"), asked);
  assert.equal(asking.question?.title, "Look");
  assert.equal(plan(asking, "01-02").state, "asking");
  const answered = after(turn("01-02"), asked, {
    kind: "question-answered",
    question: QUESTION.id,
    answer: "approved",
    by: "person",
  });
  assert.equal(answered.question, undefined);
  assert.equal(plan(answered, "01-02").state, "working");
});

Deno.test("viewOf() shows the hash of a commit after its replay", () => {
  const view = after(turn("01-01"), commit("01-01", 1), {
    kind: "replayed",
    plan: "01-01",
    onto: "main",
    commits: [{ commit: "new", subject: "feat(01-01): do it", task: 1 }],
  });
  assert.deepEqual(view.commits.map(({ commit }) => commit), ["new"]);
});

Deno.test("viewOf() keeps a replayed commit's hash where the replay does not name its task", () => {
  const { commits } = after(commit("01-01", 1), commit("01-01", 2), commit("01-01"), commit("01-02", 1), {
    kind: "replayed",
    plan: "01-01",
    onto: "main",
    commits: [{ commit: "docs", subject: "docs" }, { commit: "new", subject: "feat(01-01): do it", task: 1 }],
  });
  assert.deepEqual(commits.map(({ commit }) => commit), ["new", "01-01/2", "01-01/undefined", "01-02/1"]);
  assert.deepEqual(commits[2], { commit: "01-01/undefined", subject: "feat(01-01): do it", plan: "01-01" });
  assert.deepEqual(commits[0], { commit: "new", subject: "feat(01-01): do it", plan: "01-01", task: 1 });
});

Deno.test("viewOf() has tasks and what is committed in the order of the plan, each once", () => {
  const tasks = (...drafts: readonly Draft[]) => plan(after(...drafts), "01-01");
  assert.deepEqual(
    tasks(turn("01-01", 3), turn("01-01", 1), turn("01-01", 2), turn("01-01", 3)).tasks.map(({ number }) =>
      number
    ),
    [1, 2, 3],
  );
  assert.equal(tasks(turn("01-01", 3), turn("01-01", 1)).tasks[0]?.number, 1);
  const { done, tasks: open } = tasks(
    turn("01-01", 3),
    turn("01-01", 2),
    commit("01-01", 2),
    commit("01-01", 1),
    commit("01-01", 2),
  );
  assert.deepEqual([done, open.map(({ number }) => number)], [[1, 2], [3]]);
  const docs = tasks(turn("01-01", 3), commit("01-01"));
  assert.deepEqual([docs.done, docs.tasks.length], [[], 1]);
});

Deno.test("viewOf() keeps the start of a plan, and the last output until there is new output", () => {
  const said = (text: string): Draft => ({ kind: "agent-output", plan: "01-01", task: 1, text });
  const again = plan(after(turn("01-01"), said(" one \n \n"), said("\n  \n"), turn("01-02")), "01-01");
  assert.deepEqual([again.output, again.startedAt], ["one", 1000]);
  const second = plan(after(turn("01-01"), said("one"), turn("01-01", 2)), "01-01");
  assert.deepEqual([second.output, second.startedAt], ["", 1000]);
});

Deno.test("viewOf() changes no plan for a question that belongs to none, nor for one that is over", () => {
  const gate = { ...QUESTION, id: "01-01" };
  const view = after(turn("01-01"), { kind: "question-asked", question: gate });
  assert.equal(view.question?.id, "01-01");
  assert.deepEqual(view.waves, after(turn("01-01")).waves);
  const over = after(turn("01-02"), finished("01-02"), {
    kind: "question-answered",
    question: QUESTION.id,
    answer: "approved",
    by: "person",
  });
  assert.equal(plan(over, "01-02").state, "complete");
});

Deno.test("viewOf() keeps everything when the run finishes, and shows its outcome", () => {
  const interrupted = { kind: "interrupted" } as const;
  const view = after(
    turn("01-01"),
    commit("01-01", 1),
    { kind: "run-finished", outcome: interrupted } as Draft,
  );
  assert.deepEqual([view.outcome, view.commits.length, view.waves.length], [interrupted, 1, 2]);
});

Deno.test("viewOf() shows plans that earlier runs completed as complete", () => {
  const waves = PLAN.waves.map((wave) => ({
    ...wave,
    plans: wave.plans.map((each): PlannedPlan => ({ ...each, complete: each.id === "01-01" })),
  }));
  const view = viewOf([{ formatVersion: 1, elapsed: 0, kind: "run-started", plan: { ...PLAN, waves } }]);
  assert.deepEqual([plan(view, "01-01").state, plan(view, "01-02").state], ["complete", "waiting"]);
});

Deno.test("summarizeRun() contains the durations of plans and waves, and the longest chain", () => {
  const view = after(
    turn("01-01"), // 1 s
    turn("01-02"), // 2 s
    commit("01-02", 1),
    commit("01-01", 1),
    finished("01-02"), // 5 s
    finished("01-01"), // 6 s
    turn("01-03"), // 7 s
    commit("01-03", 1),
    finished("01-03"), // 9 s
  );
  const { waves, criticalPath, commits } = summarizeRun(view);
  assert.deepEqual(waves, [
    {
      wave: 1,
      milliseconds: 5000,
      plans: [
        { plan: "01-01", milliseconds: 5000, complete: true },
        { plan: "01-02", milliseconds: 3000, complete: true },
      ],
    },
    { wave: 2, milliseconds: 2000, plans: [{ plan: "01-03", milliseconds: 2000, complete: true }] },
  ]);
  assert.deepEqual(criticalPath, { plans: ["01-01", "01-03"], milliseconds: 7000 });
  assert.deepEqual(commits.map(({ plan }) => plan), ["01-01", "01-02", "01-03"]);
});

Deno.test("summarizeRun() measures an unfinished plan up to now", () => {
  const stopped: Draft = {
    kind: "plan-stopped",
    plan: "01-01",
    outcome: { kind: "failed", message: "It failed", output: "" },
  };
  const { waves } = summarizeRun(after(turn("01-01"), turn("01-02"), stopped));
  assert.deepEqual(waves[0]?.plans, [
    { plan: "01-01", milliseconds: 2000, complete: false },
    { plan: "01-02", milliseconds: 1000, complete: false },
  ]);
});

Deno.test("summarizeRun() leaves out the time that plans wait for answers", () => {
  const asked: Draft = { kind: "question-asked", question: QUESTION };
  const answered: Draft = {
    kind: "question-answered",
    question: "01-02/1",
    answer: "approved",
    by: "person",
  };
  const { waves } = summarizeRun(after(turn("01-02"), asked, answered, asked, answered, finished("01-02")));
  assert.deepEqual(waves, [{
    wave: 1,
    milliseconds: 3000,
    plans: [{ plan: "01-02", milliseconds: 3000, complete: true }],
  }]);
  const open = summarizeRun(after(turn("01-01"), turn("01-02"), asked, finished("01-01")));
  assert.deepEqual(open.waves[0]!.plans.map(({ milliseconds }) => milliseconds), [3000, 1000]);
  assert.equal(open.waves[0]!.milliseconds, 3000);
});

Deno.test("summarizeRun() leaves out the time in which the run only waits, before, between and after plans", () => {
  const asked = (id: string): Draft => ({
    kind: "question-asked",
    question: { ...QUESTION, id, kind: "gate" },
  });
  const answered = (question: string): Draft => ({
    kind: "question-answered",
    question,
    answer: "yes",
    by: "person",
  });
  const gate = [asked("confirm_plan"), answered("confirm_plan")];
  const merge = [asked("merge"), answered("merge")];
  const one = (id: string) => [turn(id), commit(id, 1), finished(id)];
  const view = after(...gate, ...one("01-01"), ...gate, ...one("01-02"), ...merge);
  const { milliseconds, waves } = summarizeRun(view);
  assert.equal(view.elapsed, 12_000);
  assert.equal(milliseconds, 9000, "three answers took a second each");
  // From the turn of the first plan to the end of the second, without the gate between them.
  assert.equal(waves[0]!.milliseconds, 6000);
  const open = after(turn("01-01"), asked("01-02/1"), finished("01-01"), commit("01-09"), commit("01-09"));
  assert.equal(summarizeRun(open).milliseconds, 3000, "it waits once the other plan is complete");
});

const ask = (id: string, kind: "human-verify" | "safety" = "human-verify"): Draft => ({
  kind: "question-asked",
  question: { ...QUESTION, id, kind },
});
const answer = (question: string): Draft => ({
  kind: "question-answered",
  question,
  answer: "approved",
  by: "person",
});
/** The milliseconds of each plan of the first wave. */
const workOf = (...drafts: readonly Draft[]) =>
  summarizeRun(after(...drafts)).waves[0]!.plans.map(({ milliseconds }) => milliseconds);

Deno.test("summarizeRun() leaves out the time that a plan waits for the answer to another's question", () => {
  const both = [turn("01-01"), turn("01-02"), commit("01-01", 1), ask("01-01/2"), commit("01-02", 1)];
  // The replay of the second plan follows that of the first.
  const end = [answer("01-01/2"), finished("01-01"), finished("01-02")];
  assert.deepEqual(workOf(...both, commit("01-09"), commit("01-09"), ...end), [4000, 5000]);
  assert.deepEqual(workOf(...both, commit("01-09"), ask("01-02/2"), answer("01-01/2"), answer("01-02/2")), [
    3000,
    3000,
  ]);
});

Deno.test("summarizeRun() counts the work of plans while a stopped one has an open question", () => {
  const stopped: Draft = { kind: "plan-stopped", plan: "01-02", outcome: { kind: "interrupted" } };
  const drafts = [turn("01-01"), turn("01-02"), commit("01-01", 1), ask("01-02/2"), stopped, commit("01-09")];
  assert.deepEqual(workOf(...drafts, turn("01-01", 2)), [5000, 2000]);
});

Deno.test("summarizeRun() counts a plan that asks at the end of the phase as complete, without that time", () => {
  const both = [turn("01-02"), commit("01-02", 1), finished("01-02"), turn("01-01"), finished("01-01")];
  const deferred = [...both, ask("01-02/1"), commit("01-09"), answer("01-02/1")];
  assert.equal(plan(after(...both, ask("01-02/1")), "01-02").state, "asking");
  assert.equal(plan(after(...deferred), "01-02").state, "complete");
  assert.deepEqual(workOf(...deferred, commit("01-02", 1), commit("01-02")), [1000, 2000]);
  // What is wrong is corrected: from the turn to the documents.
  const corrected = after(...deferred, turn("01-02"), commit("01-02", 1), commit("01-02"), commit("01-09"));
  assert.equal(plan(corrected, "01-02").state, "complete");
  assert.deepEqual(summarizeRun(corrected).waves[0]!.plans.map((one) => one.milliseconds), [1000, 4000]);
});

Deno.test("summarizeRun() leaves out the time in which an agent without a plan waits for a permission", () => {
  const role = (state: "started" | "ended"): Draft => ({ kind: "role-turn", role: "verification", state });
  const drafts = [role("started"), ask("safety", "safety"), commit("01-09"), answer("safety"), role("ended")];
  assert.equal(summarizeRun(after(...drafts)).milliseconds, 3000);
});

Deno.test("summarizeRun() leaves out the time until the last of several answers", () => {
  const drafts = [turn("01-01"), turn("01-02"), ask("01-01/safety"), ask("01-02/safety")];
  assert.equal(summarizeRun(after(...drafts, answer("01-02/safety"))).milliseconds, 4000);
  const waiting = [turn("01-01"), ask("01-01/safety"), ask("merge"), answer("merge"), commit("01-09")];
  assert.equal(summarizeRun(after(...waiting, answer("01-01/safety"))).milliseconds, 2000);
});

Deno.test("summarizeRun() leaves out plans that earlier runs completed", () => {
  const waves = PLAN.waves.map((wave) => ({
    ...wave,
    plans: wave.plans.map((each): PlannedPlan => ({ ...each, complete: each.id === "01-01" })),
  }));
  const view = viewOf([
    { formatVersion: 1, elapsed: 0, kind: "run-started", plan: { ...PLAN, waves } },
    { formatVersion: 1, elapsed: 0, ...turn("01-02") } as RunEvent,
  ]);
  assert.deepEqual(summarizeRun(view).waves.map(({ plans }) => plans.map(({ plan }) => plan)), [["01-02"]]);
});

Deno.test("summarizeRun() lists commits by plan and task, and then those of no plan of the run", () => {
  const other: Draft = { ...commit("09-09", 1), commit: "other" } as Draft;
  const none: Draft = { kind: "committed", commit: "none", subject: "docs", files: [] } as Draft;
  assert.deepEqual(after(none).commits, [{ commit: "none", subject: "docs" }]);
  const view = after(
    none,
    commit("01-02", 1),
    commit("01-01"),
    commit("01-01", 2),
    other,
    commit("01-01", 1),
    commit("01-01"),
  );
  assert.deepEqual(summarizeRun(view).commits.map(({ commit }) => commit), [
    "01-01/1",
    "01-01/2",
    "01-01/undefined",
    "01-01/undefined",
    "01-02/1",
    "none",
    "other",
  ]);
});

Deno.test("viewOf() counts the time of a replay, and changes no wave for a plan that it does not know", () => {
  const view = after(turn("01-01"), { kind: "replayed", plan: "01-01", onto: "main", commits: [] });
  assert.equal(view.elapsed, 2000);
  const [first, second] = after(turn("01-01")).waves;
  const later = viewOf([
    { formatVersion: 1, elapsed: 0, kind: "run-started", plan: PLAN },
    { formatVersion: 1, elapsed: 1, ...turn("09-09") } as RunEvent,
  ]);
  assert.deepEqual(later.waves[1], second);
  assert.notDeepEqual(later.waves[0], first);
});
