import assert from "node:assert/strict";
import type { RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { lanesSvg } from "../../../lib/report/view/lanes_svg.ts";
import type { LoggedRun } from "../../../schemas/run_log.ts";
import { commandsAfter, waitingQuestions } from "../../../lib/report/view/page_state.ts";
import { type Lane, type LaneBar, type RunLanes, runLanes } from "../../../lib/report/view/run_lanes.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText, writes } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const PLAN = planOf(projectOf({
  "phases/01-base/01-01-PLAN.md": planText({
    plan: "01",
    files: ["a.txt", "b.txt"],
    tasks: [writes("a.txt"), writes("b.txt")],
  }),
  "phases/01-base/01-02-PLAN.md": planText({
    plan: "02",
    wave: 2,
    dependsOn: ["01-01"],
    tasks: [writes("c.txt")],
  }),
}));

type Draft = RunEvent extends infer Each
  ? Each extends RunEvent ? Omit<Each, "formatVersion" | "elapsed"> : never
  : never;

/** The lanes after events a second apart; the first is the run's start. */
function after(...drafts: readonly Draft[]): RunLanes {
  const all: readonly Draft[] = [{ kind: "run-started", plan: PLAN }, ...drafts];
  return runLanes(
    all.map((draft, index) => ({ formatVersion: 1, elapsed: index * 1000, ...draft }) as RunEvent),
  );
}

function laneOf({ waves }: RunLanes, plan = "01-01"): Lane {
  return waves.flatMap(({ lanes }) => lanes).find((lane) => lane.plan === plan)!;
}

/** A bar in a few words: `1#2 1000-3000`, and its row unless that is the first. */
function brief({ kind, task, attempt, from, to, row }: LaneBar): string {
  const name = kind === "wait" ? "wait" : `${task}#${attempt}`;
  return `${name} ${from}-${to ?? ""}${row === 0 ? "" : ` row ${row}`}`;
}

const turn = (task: number, attempt = 1, plan = "01-01"): Draft => {
  return { kind: "turn-started", plan, task, name: "Do it", attempt };
};
const check = (passed: boolean, expected?: "failure"): Draft => ({
  kind: "check-finished",
  plan: "01-01",
  task: 1,
  command: "npm test",
  passed,
  output: "",
  ...expected === undefined ? {} : { expected },
});
const commit = (task?: number, plan = "01-01"): Draft => ({
  kind: "committed",
  plan,
  ...task === undefined ? {} : { task },
  commit: "0123456789abcdef",
  subject: "feat: do it",
  files: [],
});
const QUESTION: Question = {
  id: "01-01/2",
  kind: "human-verify",
  plan: "01-01",
  title: "Does it look right?",
  details: "",
  choices: [{ value: "approved", label: "Yes" }],
  open: true,
};
const stopped = (outcome: RunOutcome): Draft => ({ kind: "plan-stopped", plan: "01-01", outcome });
const finished = (outcome: RunOutcome, ...next: readonly string[]): Draft => ({
  kind: "run-finished",
  outcome,
  commits: 0,
  summary: { commits: [], milliseconds: 0, waves: [], criticalPath: { plans: [], milliseconds: 0 } },
  next,
});

const BARS: readonly (readonly [what: string, drafts: readonly Draft[], bars: readonly string[]])[] = [
  ["a turn lasts until its task is committed", [turn(1), check(true), commit(1)], ["1#1 1000-3000"]],
  ["a turn in progress has no end", [turn(1), check(true)], ["1#1 1000-"]],
  ["a repeated turn begins another bar", [turn(1), check(false), turn(1, 2)], ["1#1 1000-3000", "1#2 3000-"]],
  ["concurrent tasks have rows of their own", [turn(1), turn(2), commit(1), commit(2)], [
    "1#1 1000-3000",
    "2#1 2000-4000 row 1",
  ]],
  ["a free row is used again", [turn(1), commit(1), turn(2)], ["1#1 1000-2000", "2#1 3000-"]],
  ["a question is a wait", [turn(2), { kind: "question-asked", question: QUESTION }], [
    "2#1 1000-2000",
    "wait 2000-",
  ]],
  ["an answer ends the wait", [
    { kind: "question-asked", question: QUESTION },
    { kind: "question-answered", question: QUESTION.id, answer: "approved", by: "person" },
  ], ["wait 1000-2000"]],
  ["a commit of documents ends no turn", [turn(1), commit()], ["1#1 1000-"]],
  ["the end of the run ends all bars", [turn(1), finished({ kind: "interrupted" })], ["1#1 1000-2000"]],
  ["a stopped plan ends its bars", [turn(1), stopped({ kind: "interrupted" })], ["1#1 1000-2000"]],
  ["a complete plan ends its bars", [turn(1), { kind: "plan-finished", plan: "01-01", summary: "" }], [
    "1#1 1000-2000",
  ]],
  ["work on other plans is not in the lane", [turn(1, 1, "01-02")], []],
];

for (const [what, drafts, bars] of BARS) {
  Deno.test(`runLanes(): ${what}`, () => assert.deepEqual(laneOf(after(...drafts)).bars.map(brief), bars));
}

Deno.test("runLanes() marks checks, commits, replays and refusals at their time", () => {
  const { marks } = laneOf(after(
    check(true),
    check(false),
    check(false, "failure"),
    { kind: "hook-refused", plan: "01-01", task: 1, output: "no" },
    commit(1),
    { kind: "replayed", plan: "01-01", onto: "main", commits: [{ commit: "1", subject: "" }] },
    { kind: "replayed", plan: "01-01", onto: "main", commits: [] },
  ));
  assert.deepEqual(marks.map(({ kind, at }) => `${kind} ${at}`), [
    "passed 1000",
    "failed 2000",
    "passed 3000",
    "refused 4000",
    "commit 5000",
    "replay 6000",
  ]);
});

Deno.test("runLanes() has the state, the usage and the critical path of plans", () => {
  const usage: Draft = {
    kind: "usage",
    agent: "claude",
    role: "execution",
    plan: "01-01",
    tokens: { input: 100, output: 5 },
    cost: { amount: 0.5, currency: "USD" },
  };
  const run = after(turn(1), usage, commit(1), turn(2), commit(2), {
    kind: "plan-finished",
    plan: "01-01",
    summary: "",
  }, turn(1, 1, "01-02"));
  assert.deepEqual(run.critical, ["01-01"]);
  const { state, done, total, milliseconds, usage: used } = laneOf(run);
  assert.deepEqual({ state, done, total, milliseconds }, {
    state: "complete",
    done: 2,
    total: 2,
    milliseconds: 5000,
  });
  assert.deepEqual(used?.costs, [{ amount: 0.5, currency: "USD" }]);
  assert.equal(laneOf(run, "01-02").state, "working");
});

Deno.test("a log without events has no lanes", () => {
  assert.deepEqual(runLanes([]), {
    branch: "",
    agent: "",
    elapsed: 0,
    milliseconds: 0,
    waves: [],
    marks: [],
    critical: [],
    commits: 0,
    questions: [],
    asked: [],
    next: [],
  });
});

Deno.test("a run that waits lists each open question once, with the commands that answer it", () => {
  const waiting: RunOutcome = { kind: "waiting", question: QUESTION };
  const command = "wf execute-phase 1 --answer 01-01/2=approved";
  const run = after(
    { kind: "question-asked", question: QUESTION },
    stopped(waiting),
    finished(waiting, command),
  );
  assert.deepEqual(waitingQuestions(run, "waiting"), [
    { question: QUESTION, commands: [command], answerable: true },
  ]);
  // Its plan has stopped, so that only the next run takes the answer.
  assert.deepEqual(waitingQuestions(run, "running"), [{
    question: QUESTION,
    commands: [],
    answerable: false,
  }]);
  assert.deepEqual(waitingQuestions(run, "killed"), []);
  assert.equal(laneOf(run).state, "asking");
});

Deno.test("a question that a run asks is answered during the run, but not what an agent may do", () => {
  const asked = (question: Question) =>
    waitingQuestions(after({ kind: "question-asked", question }), "running").map((one) => one.answerable);
  assert.deepEqual(asked(QUESTION), [true]);
  assert.deepEqual(asked({ ...QUESTION, kind: "safety" }), [false]);
  const [waiting] = waitingQuestions(after({ kind: "question-asked", question: QUESTION }), "running");
  assert.equal(waiting?.commands[0], "wf tell --answer 01-01/2=approved");
});

Deno.test("a second question gets commands of its own, made from those that are suggested", () => {
  const other: Question = { ...QUESTION, id: "01-02/1", plan: "01-02" };
  const run = after(
    { kind: "plan-stopped", plan: "01-02", outcome: { kind: "waiting", question: other } },
    finished({ kind: "waiting", question: QUESTION }, "wf execute-phase 1 --answer 01-01/2=approved"),
  );
  const { commands } = waitingQuestions(run, "waiting").find(({ question }) => question.id === "01-02/1")!;
  assert.deepEqual(commands, ["wf execute-phase 1 --answer 01-02/1=approved"]);
});

Deno.test("an answered question does not wait", () => {
  const run = after(
    { kind: "question-asked", question: QUESTION },
    { kind: "question-answered", question: QUESTION.id, answer: "approved", by: "person" },
  );
  assert.deepEqual(run.questions, []);
});

const ANY: readonly Draft[] = [
  turn(1),
  turn(1, 2),
  turn(2),
  turn(1, 1, "01-02"),
  check(true),
  commit(1),
  commit(2),
  commit(),
  { kind: "question-asked", question: QUESTION },
  { kind: "question-answered", question: QUESTION.id, answer: "approved", by: "person" },
  stopped({ kind: "interrupted" }),
  finished({ kind: "interrupted" }),
];

Deno.test("whatever happens, bars of a row do not overlap, and the picture is drawn", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...ANY), { maxLength: 30 }), (drafts) => {
    const run = after(...drafts);
    for (const { bars } of run.waves.flatMap(({ lanes }) => lanes)) {
      for (const bar of bars) {
        assert.ok(bar.to === undefined || bar.to >= bar.from);
        const next = bars.find((other) => other.row === bar.row && other.from > bar.from);
        assert.ok(
          next === undefined || (bar.to ?? Infinity) <= next.from,
          `${brief(bar)}, ${next && brief(next)}`,
        );
      }
    }
    assert.doesNotMatch(lanesSvg(run), /NaN|Infinity|undefined/);
  }));
});

Deno.test("names of a repository are text in the picture", () => {
  const run = after(turn(1), commit(1));
  const hostile = "<script>alert(1)</script>\" onload='x'";
  const svg = lanesSvg({
    ...run,
    phase: { number: "01", name: hostile, directory: "" },
    waves: run.waves.map((wave) => ({
      ...wave,
      lanes: wave.lanes.map((lane) => ({ ...lane, plan: hostile, objective: hostile })),
    })),
  });
  assert.doesNotMatch(svg, /<script| onload='/);
  assert.match(svg, /&#60;script/);
});

Deno.test("a run without suggestions of its own is followed by the status, and a killed one by itself", () => {
  const logged = {
    id: "r",
    command: "execute-phase 1",
    startedAt: "2026-01-01T00:00:00Z",
    state: "done",
  } as LoggedRun;
  assert.deepEqual(commandsAfter({ next: ["wf verify-phase 1"] }, logged), ["wf verify-phase 1"]);
  assert.deepEqual(commandsAfter({ next: [] }, logged), ["wf status"]);
  assert.deepEqual(commandsAfter({ next: [] }, { ...logged, state: "killed" }), ["wf execute-phase 1"]);
  assert.deepEqual(commandsAfter({ next: [] }, undefined), []);
});
