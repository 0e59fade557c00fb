import assert from "node:assert/strict";
import type { AskStep, ExecutionPlan, Step } from "../../../schemas/execution_plan.ts";
import { type NextAction, nextStep, type RunState, startRun } from "../../../lib/plan/run/state_machine.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { planText, writes } from "../../support/plans.ts";
import { brief, planOf, proceed, projectOf } from "../../support/project.ts";
import { CHECK_RETRIES, HOOK_RETRIES } from "../../../lib/plan/run/fix_turns.ts";

const TASKS = [
  writes("a.txt"),
  '<task type="checkpoint:human-verify"><name>Look</name></task>',
  `<task type="checkpoint:decision"><name>Choose</name>
<options><option id="a"><name>A</name></option><option id="b"><name>B</name></option></options></task>`,
  '<task type="checkpoint:human-action"><name>Sign up</name></task>',
  { name: "Think", script: "true" },
];

/** A gate, a task with a check, each checkpoint, a task without check, documents and a merge. */
const PLAN: ExecutionPlan = planOf(
  projectOf({ "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: TASKS }) }),
  { config: { "git.branching_strategy": "phase", "workflow.verifier": false } },
);

const STEPS = [
  "create wf/phase-01-base from main",
  "ask confirm_plan",
  "turn 01-01/1",
  "check 01-01/1",
  "commit 01-01/1",
  "ask 01-01/2",
  "commit 01-01/2",
  "ask 01-01/3",
  "commit 01-01/3",
  "ask 01-01/4",
  "commit 01-01/4",
  "turn 01-01/5",
  "commit 01-01/5",
  "summary 01-01",
  "docs 01-01",
  "ask merge",
  "merge wf/phase-01-base into main",
];

const done: StepOutcome = { kind: "done" };
const checkFailed: StepOutcome = { kind: "check-failed", command: "npm test", output: "1 failed" };
const refused: StepOutcome = { kind: "hook-refused", output: "too long" };
const unanswered: StepOutcome = { kind: "unanswered" };
const turnFailed: StepOutcome = { kind: "turn-failed", message: "It gave up", output: "why" };
const conflict: StepOutcome = {
  kind: "conflict",
  conflicts: [{ path: "a.txt", base: "changed", branch: "removed" }],
  begun: false,
};
const interrupted: StepOutcome = { kind: "interrupted" };
const answer = (value: string): StepOutcome => ({ kind: "answered", value });

/** Returns the successful outcome of a step. */
function well(next: Exclude<NextAction, { kind: "stop" }>): StepOutcome {
  if (next.step.kind !== "ask") return done;
  const { choices } = next.step.question;
  return answer(choices[0]!.value);
}

/** Formats the next action: `turn 01-01/1 #2 check: 1 failed`. */
function told(state: RunState): string {
  const next = nextStep(state);
  if (next.kind === "stop") return `stop: ${next.outcome.kind}`;
  const { step, attempt, feedback, answer } = next;
  const again = step.kind === "turn" ? ` #${attempt}` : "";
  const about = feedback === undefined ? "" : ` ${feedback.kind}: ${feedback.text}`;
  return brief(step) + again + about + (answer === undefined ? "" : ` = ${answer}`);
}

/** Returns the state after success up to a step. */
function before(step: string): RunState {
  let state = startRun(PLAN);
  for (let next = nextStep(state); next.kind !== "stop"; next = nextStep(state)) {
    if (brief(next.step) === step) return state;
    state = proceed(state, well(next));
  }
  throw new Error(`no step ${step}`);
}

/** Returns the next action after each of the outcomes, from a step on. */
function after(step: string, ...outcomes: readonly StepOutcome[]): string[] {
  let state = before(step);
  assert.equal(told(state).split(" #")[0]!.replace(/ [=(].*/, ""), step);
  return outcomes.map((outcome) => {
    state = proceed(state, outcome);
    return told(state);
  });
}

/** Returns the outcome of the run after the outcomes. */
function ending(step: string, ...outcomes: readonly StepOutcome[]) {
  const state = outcomes.reduce(proceed, before(step));
  const next = nextStep(state);
  assert.equal(next.kind, "stop");
  return (next as Extract<NextAction, { kind: "stop" }>).outcome;
}

function question(step: string) {
  return (PLAN.steps.find((candidate) => brief(candidate) === step) as AskStep).question;
}

Deno.test("a successful run performs every step once, in order", () => {
  assert.deepEqual(PLAN.steps.map(brief), STEPS);
  const performed: string[] = [];
  let state = startRun(PLAN);
  for (let next = nextStep(state); next.kind !== "stop"; next = nextStep(state)) {
    performed.push(brief(next.step));
    state = proceed(state, well(next));
  }
  assert.deepEqual(performed, STEPS);
  assert.equal(told(state), "stop: completed");
});

Deno.test("a run of nothing is completed", () => {
  assert.equal(told(startRun({ ...PLAN, steps: [] })), "stop: completed");
});

Deno.test("nextStep() called twice returns the same", () => {
  assert.deepEqual(nextStep(before("turn 01-01/1")), nextStep(before("turn 01-01/1")));
});

Deno.test("a check that fails gets a turn with its output, then runs again", () => {
  assert.deepEqual(after("check 01-01/1", checkFailed, done, done, done), [
    "turn 01-01/1 #2 check: 1 failed",
    "check 01-01/1",
    "commit 01-01/1",
    "ask 01-01/2",
  ]);
});

Deno.test("tests that pass before their implementation get two more turns, then are committed", () => {
  const pass: StepOutcome = { kind: "tests-pass", command: "npm test" };
  assert.deepEqual(after("check 01-01/1", pass, done, pass, done, pass, done), [
    "turn 01-01/1 #2 passes: ",
    "check 01-01/1",
    "turn 01-01/1 #3 passes: ",
    "check 01-01/1",
    "commit 01-01/1",
    "ask 01-01/2",
  ]);
});

Deno.test("the turn that fixes a check contains its command", () => {
  const next = nextStep(proceed(before("check 01-01/1"), checkFailed));
  assert.deepEqual(next.kind === "perform" && next.feedback, {
    kind: "check",
    command: "npm test",
    text: "1 failed",
  });
});

Deno.test("a check gets two more turns, then the run stops with its output", () => {
  assert.equal(CHECK_RETRIES, 2);
  assert.deepEqual(after("check 01-01/1", checkFailed, done, checkFailed, done, checkFailed), [
    "turn 01-01/1 #2 check: 1 failed",
    "check 01-01/1",
    "turn 01-01/1 #3 check: 1 failed",
    "check 01-01/1",
    "stop: failed",
  ]);
  assert.deepEqual(ending("check 01-01/1", checkFailed, done, checkFailed, done, checkFailed), {
    kind: "failed",
    message: "Task 01-01/1 does not pass its check after 3 turns: npm test",
    output: "1 failed",
  });
});

Deno.test("a hook that refuses gets a turn with its output, then the check runs again before the commit", () => {
  assert.deepEqual(after("commit 01-01/1", refused, done, done, done), [
    "turn 01-01/1 #2 hook: too long",
    "check 01-01/1",
    "commit 01-01/1",
    "ask 01-01/2",
  ]);
});

Deno.test("without a check the commit directly follows the turn that fixes it", () => {
  assert.deepEqual(after("commit 01-01/5", refused, done, done), [
    "turn 01-01/5 #2 hook: too long",
    "commit 01-01/5",
    "summary 01-01",
  ]);
});

Deno.test("a hook gets three more turns, then the run stops with its output", () => {
  assert.equal(HOOK_RETRIES, 3);
  const outcomes = [refused, done, refused, done, refused, done, refused];
  assert.deepEqual(after("commit 01-01/5", ...outcomes), [
    "turn 01-01/5 #2 hook: too long",
    "commit 01-01/5",
    "turn 01-01/5 #3 hook: too long",
    "commit 01-01/5",
    "turn 01-01/5 #4 hook: too long",
    "commit 01-01/5",
    "stop: failed",
  ]);
  assert.deepEqual(ending("commit 01-01/5", ...outcomes), {
    kind: "failed",
    message: "A hook still refuses the commit of task 01-01/5 after 3 more attempts",
    output: "too long",
  });
});

Deno.test("a check that fails after a fixed hook has its two turns again", () => {
  const twice = [checkFailed, done, checkFailed, done];
  assert.deepEqual(after("check 01-01/1", ...twice, done, refused, done, ...twice, done, done).slice(4), [
    "commit 01-01/1",
    "turn 01-01/1 #4 hook: too long",
    "check 01-01/1",
    "turn 01-01/1 #5 check: 1 failed",
    "check 01-01/1",
    "turn 01-01/1 #6 check: 1 failed",
    "check 01-01/1",
    "commit 01-01/1",
    "ask 01-01/2",
  ]);
});

Deno.test("the counters of a task do not apply to the next", () => {
  const state = [checkFailed, done, done, refused, done, done, done].reduce(proceed, before("check 01-01/1"));
  const { turns, failedChecks, refusedCommits } = state.lanes.get("01-01")!;
  assert.deepEqual([turns, failedChecks, refusedCommits], [0, 0, 0]);
});

Deno.test("a hook that refuses the commit of a checkpoint gets a turn, and the answer is kept", () => {
  assert.deepEqual(after("commit 01-01/3", refused, done, done), [
    "turn 01-01/3 #2 hook: too long",
    "commit 01-01/3 = a",
    "ask 01-01/4",
  ]);
});

Deno.test("a gate answered with yes continues the run", () => {
  assert.deepEqual(after("ask confirm_plan", answer("yes")), ["turn 01-01/1 #1"]);
});

Deno.test("a gate answered with no stops the run", () => {
  const asked = question("ask confirm_plan");
  assert.deepEqual(ending("ask confirm_plan", answer("no")), { kind: "declined", question: asked });
});

Deno.test("a human-verify that is approved goes into its commit", () => {
  assert.deepEqual(after("ask 01-01/2", answer("approved"), done), [
    "commit 01-01/2 = approved",
    "ask 01-01/3",
  ]);
});

Deno.test("a rejected checkpoint gets a turn, and is asked again", () => {
  const outcomes = [answer("The title is missing"), done, answer("Still"), done, answer("approved"), done];
  assert.deepEqual(after("ask 01-01/2", ...outcomes), [
    "turn 01-01/2 #2 person: The title is missing",
    "ask 01-01/2",
    "turn 01-01/2 #2 person: Still",
    "ask 01-01/2",
    "commit 01-01/2 = approved",
    "ask 01-01/3",
  ]);
});

Deno.test("the turn that fixes a checkpoint belongs to it", () => {
  const next = nextStep(proceed(before("ask 01-01/2"), answer("No title")));
  assert.deepEqual(next.kind === "perform" && next.step, {
    kind: "turn",
    id: "01-01/2/turn",
    lane: "01-01",
    plan: "01-01",
    task: 2,
    name: "Look",
    type: "checkpoint:human-verify",
    files: [],
    directory: ".",
  });
});

Deno.test("a decision goes into its commit and no further", () => {
  assert.deepEqual(after("ask 01-01/3", answer("b"), done, answer("done")), [
    "commit 01-01/3 = b",
    "ask 01-01/4",
    "commit 01-01/4 = done",
  ]);
  assert.deepEqual(nextStep(before("commit 01-01/5")), {
    kind: "perform",
    step: PLAN.steps[STEPS.indexOf("commit 01-01/5")],
    lane: PLAN.lanes.find(({ id }) => id === "01-01"),
    attempt: 2,
    concurrentPlans: [],
    byHand: false,
  });
});

Deno.test("any unanswered question waits", () => {
  for (const step of STEPS.filter((name) => name.startsWith("ask"))) {
    assert.deepEqual(ending(step, unanswered), { kind: "waiting", question: question(step) });
  }
});

const MERGE = "merge wf/phase-01-base into main";

Deno.test("the merge is done as its question was answered", () => {
  assert.deepEqual(after("ask merge", answer("squash"), done), [`${MERGE} = squash`, "stop: completed"]);
  assert.deepEqual(after("ask merge", answer("history"), done), [`${MERGE} = history`, "stop: completed"]);
});

Deno.test("a merge that is skipped completes the run", () => {
  assert.deepEqual(after("ask merge", answer("skip")), ["stop: completed"]);
});

const CONFLICT = {
  kind: "conflict",
  branch: "wf/phase-01-base",
  base: "main",
  conflicts: [{ path: "a.txt", base: "changed", branch: "removed" }],
  begun: false,
};

Deno.test("a merge with conflicts asks what to do, and shows both sides of each path", () => {
  const next = nextStep(proceed(before(MERGE), conflict));
  assert.ok(next.kind === "perform" && next.step.kind === "ask");
  const { details, choices } = next.step.question;
  assert.equal(details, "a.txt: changed in main, removed in wf/phase-01-base");
  assert.deepEqual(choices.map(({ value }) => value), ["manual", "abort"]);
});

Deno.test("an aborted or unanswered conflict stops the run as a conflict", () => {
  assert.deepEqual(ending(MERGE, conflict, answer("abort")), CONFLICT);
  assert.deepEqual(ending(MERGE, conflict, unanswered), CONFLICT);
});

Deno.test("a conflict that the user resolves repeats the merge, and waits", () => {
  const state = [conflict, answer("manual")].reduce(proceed, before(MERGE));
  const next = nextStep(state);
  assert.ok(next.kind === "perform" && next.step.kind === "merge" && next.byHand);
  assert.equal(next.answer, "squash");
  const begun = { ...conflict, begun: true } as StepOutcome;
  assert.deepEqual(ending(MERGE, conflict, answer("manual"), begun), { ...CONFLICT, begun: true });
});

Deno.test("a hook that refuses documents or a merge stops the run at once", () => {
  assert.deepEqual(ending("docs 01-01", refused), {
    kind: "failed",
    message: "A hook refused the commit of the documents of plan 01-01; your changes in them are kept",
    output: "too long",
  });
  assert.deepEqual(ending(MERGE, refused), {
    kind: "failed",
    message: "A hook refused to merge wf/phase-01-base into main",
    output: "too long",
  });
});

Deno.test("a failed turn stops the run with the agent's output, also a turn that fixes a failure", () => {
  const failed = { kind: "failed", message: "It gave up", output: "why" };
  assert.deepEqual(ending("turn 01-01/1", turnFailed), failed);
  assert.deepEqual(ending("check 01-01/1", checkFailed, turnFailed), failed);
});

Deno.test("an interruption stops the run at any step", () => {
  for (const step of STEPS) assert.deepEqual(ending(step, interrupted), { kind: "interrupted" });
  assert.deepEqual(ending("check 01-01/1", checkFailed, interrupted), { kind: "interrupted" });
});

Deno.test("an interruption replaces the failure that it causes", () => {
  assert.deepEqual(ending("docs 01-01", refused, interrupted), { kind: "interrupted" });
});

Deno.test("an interruption after the last step changes nothing", () => {
  assert.deepEqual(ending(MERGE, done, interrupted), { kind: "completed" });
});

Deno.test("a run that has ended stays so", () => {
  for (const more of [done, answer("yes"), checkFailed, refused, conflict, turnFailed, unanswered]) {
    assert.deepEqual(ending("ask confirm_plan", answer("no"), more).kind, "declined");
  }
});

const UNEXPECTED: readonly (readonly [step: string, outcome: StepOutcome, said: string])[] = [
  ["ask confirm_plan", done, '"done"'],
  ["ask confirm_plan", answer("maybe"), 'the answer "maybe"'],
  ["ask 01-01/2", done, '"done"'],
  ["ask 01-01/3", answer("c"), 'the answer "c"'],
  ["ask 01-01/4", answer("no"), 'the answer "no"'],
  ["ask merge", answer("yes"), 'the answer "yes"'],
  ["ask merge", done, '"done"'],
  ["ask merge", conflict, '"conflict"'],
  ["turn 01-01/1", answer("yes"), 'the answer "yes"'],
  ["turn 01-01/1", unanswered, '"unanswered"'],
  ["turn 01-01/1", checkFailed, '"check-failed"'],
  ["turn 01-01/1", refused, '"hook-refused"'],
  ["check 01-01/1", refused, '"hook-refused"'],
  ["check 01-01/1", conflict, '"conflict"'],
  ["commit 01-01/1", checkFailed, '"check-failed"'],
  ["summary 01-01", unanswered, '"unanswered"'],
  [MERGE, unanswered, '"unanswered"'],
];

for (const [step, outcome, said] of UNEXPECTED) {
  Deno.test(`${said} is not an outcome of ${step} and stops the run`, () => {
    const { kind, message } = ending(step, outcome) as { kind: string; message?: string };
    assert.equal(kind, "failed");
    assert.match(message!, /^Step \S+ cannot have the outcome /);
    assert.ok(message!.endsWith(said), message);
  });
}

Deno.test("an unexpected outcome of a turn that fixes a failure stops the run too", () => {
  assert.equal(ending("check 01-01/1", checkFailed, checkFailed).kind, "failed");
});

Deno.test("a rejection of a question without a task stops the run, because nothing can be fixed", () => {
  const asked = question("ask 01-01/2");
  const step: Step = { kind: "ask", id: "all/ask", lane: "all", question: asked };
  const lanes = [{ id: "all", after: [], behind: [] }];
  const state = proceed(startRun({ ...PLAN, lanes, steps: [step] }), answer("wrong"));
  assert.equal(told(state), "stop: failed");
});

Deno.test("advance() leaves the state it was given as it was", () => {
  const state = Object.freeze(before("check 01-01/1"));
  const copy = structuredClone(state);
  proceed(state, checkFailed);
  assert.deepEqual(state, copy);
});
