import assert from "node:assert/strict";
import type { AskStep, Step, TurnStep } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { advanceLane } from "../../../lib/plan/run/advance_lane.ts";
import { type LaneState, type LaneStep, NEW_LANE } from "../../../lib/plan/run/lane_state.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";

type Outcome = Exclude<StepOutcome, { readonly kind: "interrupted" }>;

const BASE = { lane: "", plan: "01-01", task: 1 } as const;
const TURN = {
  ...BASE,
  kind: "turn",
  id: "01-01/1/turn",
  name: "Do it",
  type: "auto",
  files: [],
  directory: ".",
} as unknown as Step;
const CHECK = { ...BASE, kind: "check", id: "01-01/1/check", commands: ["make"] } as unknown as Step;
const COMMIT = { ...BASE, kind: "commit-task", id: "01-01/1/commit" } as unknown as Step;
const VERIFY = { kind: "verify", id: "verify", lane: "" } as unknown as Step;
const MERGE: Step = {
  kind: "merge",
  id: "merge",
  lane: "",
  branch: "wf/x",
  base: "main",
  message: "feat: x",
};
const REPLAY: Step = {
  kind: "replay",
  id: "replay",
  lane: "01-01",
  plan: "01-01",
  worktree: "01-01",
  branch: "wf/work/01-01",
  onto: "main",
};
const SET_UP: Step = {
  kind: "set-up-worktree",
  id: "setup",
  lane: "01-01",
  plan: "01-01",
  worktree: "01-01",
  commands: ["npm ci"],
};
const CONFLICTS = [{ path: "a.txt", base: "changed", branch: "changed" }] as const;

function question(kind: Question["kind"], values: readonly string[] = [], open = false): Question {
  return {
    id: "q",
    kind,
    title: "Q?",
    details: "",
    choices: values.map((value) => ({ value, label: value })),
    open,
  };
}

function ask(asked: Question): AskStep {
  return { kind: "ask", id: "q", lane: "", question: asked };
}

/** Performs the step at the cursor of a lane with these steps. */
function perform(
  step: LaneStep,
  outcome: Outcome,
  state: Partial<LaneState> = {},
  steps: readonly LaneStep[] = [step],
) {
  return advanceLane({ ...NEW_LANE, ...state }, { step, steps, all: steps }, outcome);
}

/** Steps with outcomes that they cannot have. */
const UNEXPECTED: readonly (readonly [LaneStep, Outcome])[] = [
  [CHECK, { kind: "suspended" }],
  [CHECK, { kind: "answered", value: "yes" }],
  [CHECK, { kind: "unanswered" }],
  [TURN, { kind: "check-failed", command: "make", output: "" }],
  [CHECK, { kind: "asks", asks: { why: "blocked", text: "no key" } }],
  [TURN, { kind: "hook-refused", output: "" }],
  [TURN, { kind: "ownership-violated", paths: [{ path: "a.txt", plan: "01-02" }] }],
  [TURN, { kind: "verified", status: "passed", path: "V.md", gaps: [] }],
  [TURN, { kind: "conflict", conflicts: CONFLICTS, begun: false }],
  [ask(question("gate", ["yes"])), { kind: "done" }],
  [ask(question("gate", ["yes", "no"])), { kind: "answered", value: "maybe" }],
];

for (const [step, outcome] of UNEXPECTED) {
  Deno.test(`a ${step.kind} cannot have the outcome ${outcome.kind}, and stops its lane`, () => {
    const { stopped, cursor } = perform(step, outcome);
    assert.ok(stopped?.kind === "failed");
    assert.match(stopped.message, new RegExp(`^Step ${step.id} cannot`));
    assert.equal(cursor, 0);
  });
}

Deno.test("a new lane is at its first step, not running and without a started merge", () => {
  assert.deepEqual([NEW_LANE.cursor, NEW_LANE.running, NEW_LANE.byHand, NEW_LANE.turns], [
    0,
    false,
    false,
    0,
  ]);
});

Deno.test("a turn counts for its task until the commit, which keeps the concurrent plans", () => {
  const turned = perform(TURN, { kind: "done" }, { turns: 1 });
  assert.deepEqual([turned.cursor, turned.turns], [1, 2]);
  assert.equal(perform(CHECK, { kind: "done" }, { turns: 2 }).turns, 2);
  const state = { cursor: 2, turns: 2, failedChecks: 1, refusedCommits: 1, concurrentPlans: ["01-02"] };
  const committed = perform(COMMIT, { kind: "done" }, state);
  assert.deepEqual(committed, { ...NEW_LANE, cursor: 3, concurrentPlans: ["01-02"] });
});

Deno.test("a turn inserted before a step leads back to that step", () => {
  const before = { step: TURN } as LaneState["before"];
  const state = perform(TURN, { kind: "done" }, { before, cursor: 1, turns: 1 });
  assert.deepEqual([state.before, state.cursor, state.turns], [undefined, 1, 2]);
});

Deno.test("a hosted turn suspends its lane, and a step that waits for the user stops it with the question", () => {
  assert.deepEqual(perform(TURN, { kind: "suspended" }).stopped, { kind: "suspended" });
  const asked = question("documents" as Question["kind"]);
  assert.deepEqual(perform(TURN, { kind: "waiting", question: asked }).stopped, {
    kind: "waiting",
    question: asked,
  });
  const failed = perform(TURN, { kind: "turn-failed", message: "It failed", output: "why" });
  assert.deepEqual(failed.stopped, { kind: "failed", message: "It failed", output: "why" });
});

Deno.test("a worktree whose setup fails stops its lane with the output", () => {
  const { stopped } = perform(SET_UP, { kind: "check-failed", command: "npm ci", output: "no network" });
  assert.ok(stopped?.kind === "failed");
  assert.match(stopped.message, /01-01.*npm ci$/);
  assert.equal(stopped.output, "no network");
});

Deno.test("gates and acceptances lead on with the first answer and stop with the other", () => {
  for (const [kind, go, stop] of [["gate", "yes", "no"], ["acceptance", "accept", "stop"]] as const) {
    const asked = question(kind, [stop, go]);
    const on = perform(ask(asked), { kind: "answered", value: go }, { cursor: 4, turns: 1 });
    assert.deepEqual([on.cursor, on.turns, on.stopped], [5, 1, undefined]);
    const off = perform(ask(asked), { kind: "answered", value: stop }, { cursor: 4 });
    assert.deepEqual([off.cursor, off.stopped], [4, { kind: "declined", question: asked }]);
  }
});

Deno.test("the answer to a decision is kept for the next step", () => {
  const state = perform(ask(question("decision", ["a", "b"])), { kind: "answered", value: "b" }, {
    turns: 1,
  });
  assert.deepEqual([state.cursor, state.answer, state.turns], [1, "b", 1]);
});

Deno.test("a merge that is skipped ends its lane", () => {
  const step = ask(question("merge", ["squash", "skip"]));
  const skipped = perform(step, { kind: "answered", value: "skip" }, { turns: 1 }, [step, MERGE, VERIFY]);
  assert.deepEqual([skipped.cursor, skipped.turns, skipped.answer], [3, 1, undefined]);
  const merged = perform(step, { kind: "answered", value: "squash" }, {}, [step, MERGE, VERIFY]);
  assert.deepEqual([merged.cursor, merged.answer], [1, "squash"]);
});

Deno.test("a rejection of the result is a turn for the agent, even if the task had none", () => {
  const asked = question("human-verify", ["approved"], true);
  const step: AskStep = { ...ask(asked), plan: "01-01", task: 1 };
  const outcome = { kind: "answered", value: "it is red" } as const;
  const feedback = { kind: "person", command: "", text: "it is red" };
  assert.deepEqual(perform(step, outcome, {}, [step, TURN]).before, { step: TURN, feedback });
  const before = perform(step, outcome).before!;
  assert.ok(before.step.kind === "turn");
  const { id, plan, task, name } = before.step;
  assert.deepEqual([id, plan, task, name], ["01-01/1/turn", "01-01", 1, "Q?"]);
  assert.equal(perform(step, { kind: "answered", value: "approved" }).before, undefined);
  for (const half of [{ ...step, task: undefined }, { ...step, plan: undefined }]) {
    assert.equal(perform(half as unknown as AskStep, outcome).stopped?.kind, "failed");
  }
});

Deno.test("a question of the agent comes before the next step, and its answer is a turn", () => {
  const outcome = { kind: "asks", asks: { why: "person", text: "sign in" } } as const;
  const steps = [TURN, CHECK];
  const asked = perform(TURN, outcome, {}, steps);
  assert.deepEqual([asked.cursor, asked.turns, asked.stopped], [1, 1, undefined]);
  const { step } = asked.before!;
  assert.ok(step.kind === "ask" && step.question.id === "01-01/1/person");
  assert.deepEqual(perform(step, { kind: "unanswered" }, asked, steps).stopped, {
    kind: "waiting",
    question: step.question,
  });
  for (
    const [value, text] of [["done", "It is done: continue"], ["use the key of Ann", "use the key of Ann"]]
  ) {
    const answered = perform(step, { kind: "answered", value: value! }, asked, steps);
    const feedback = { kind: "answer", command: "Task 01-01/1 needs you: sign in", text };
    assert.deepEqual(answered.before, { step: TURN, feedback });
    const again = perform(TURN, outcome, answered, steps);
    assert.deepEqual([again.cursor, again.turns, again.before?.step.kind], [1, 2, "ask"]);
    const done = perform(TURN, { kind: "done" }, answered, steps);
    assert.deepEqual([done.cursor, done.turns, done.before], [1, 2, undefined]);
  }
});

Deno.test("a human-action is asked again, with the output, until its check passes", () => {
  const step: AskStep = { ...ask(question("human-action", ["done"])), plan: "01-01", task: 1 };
  const steps = [step, CHECK, COMMIT];
  const answered = perform(step, { kind: "answered", value: "done" }, {}, steps);
  assert.deepEqual([answered.cursor, answered.answer], [1, "done"]);
  let state = answered;
  for (let times = 0; times < 5; times++) {
    state = perform(
      CHECK,
      { kind: "check-failed", command: "make", output: `no key ${times}` },
      state,
      steps,
    );
    const again = state.before!.step;
    assert.ok(again.kind === "ask");
    assert.match(again.question.details, new RegExp(`^The check failed: make\n  no key ${times}$`));
    assert.deepEqual(perform(again, { kind: "unanswered" }, state, steps).stopped, {
      kind: "waiting",
      question: again.question,
    });
    state = perform(again, { kind: "answered", value: "done" }, state, steps);
    assert.deepEqual([state.before, state.cursor, state.failedChecks], [undefined, 1, 0]);
  }
  const passed = perform(CHECK, { kind: "done" }, state, steps);
  assert.deepEqual([passed.cursor, passed.answer], [2, "done"]);
});

Deno.test("a merge with conflicts is a question, whose answers start it or stop the run", () => {
  const conflicted = perform(MERGE, { kind: "conflict", conflicts: CONFLICTS, begun: false });
  assert.deepEqual([conflicted.stopped, conflicted.conflicts], [undefined, CONFLICTS]);
  const { step } = conflicted.before!;
  assert.ok(step.kind === "ask");
  assert.deepEqual([step.id, step.question.kind], ["merge/conflict", "conflict"]);
  const conflict = { kind: "conflict", branch: "wf/x", base: "main", conflicts: CONFLICTS, begun: false };
  const manual = perform(step, { kind: "answered", value: "manual" }, conflicted, [MERGE]);
  assert.deepEqual([manual.before, manual.byHand, manual.stopped], [undefined, true, undefined]);
  assert.deepEqual(
    perform(step, { kind: "answered", value: "abort" }, conflicted, [MERGE]).stopped,
    conflict,
  );
  assert.deepEqual(perform(step, { kind: "unanswered" }, conflicted, [MERGE]).stopped, conflict);
  const begun = perform(MERGE, { kind: "conflict", conflicts: CONFLICTS, begun: true });
  assert.deepEqual(begun.stopped, { ...conflict, begun: true });
});

Deno.test("a question about conflicts without a merge is unexpected", () => {
  const step = ask(question("conflict", ["manual", "abort"]));
  for (const steps of [[VERIFY], []]) {
    assert.equal(perform(step, { kind: "answered", value: "abort" }, {}, steps).stopped?.kind, "failed");
    assert.equal(perform(step, { kind: "unanswered" }, {}, steps).stopped?.kind, "waiting");
  }
  assert.equal(perform(ask(question("gate")), { kind: "unanswered" }, {}, [MERGE]).stopped?.kind, "waiting");
});

Deno.test("a replay with conflicts stops its lane and names the plan", () => {
  assert.deepEqual(perform(REPLAY, { kind: "conflict", conflicts: CONFLICTS, begun: false }).stopped, {
    kind: "conflict",
    branch: "wf/work/01-01",
    base: "main",
    plan: "01-01",
    conflicts: CONFLICTS,
    begun: false,
  });
});

Deno.test("gaps stop a verified phase, and so does an open or a declined review", () => {
  const verified = { kind: "verified", status: "passed", path: "V.md", gaps: [] } as const;
  const asked = question("gate", ["yes", "no"]);
  assert.deepEqual([perform(VERIFY, verified, { turns: 1 })], [{ ...NEW_LANE, turns: 1, cursor: 1 }]);
  const gaps = [{ what: "a", todo: "b" }] as unknown as [];
  const found = perform(VERIFY, { ...verified, status: "gaps_found", gaps });
  assert.deepEqual(found.stopped, { kind: "gaps", path: "V.md", gaps });
  for (const [declined, kind] of [[true, "declined"], [false, "waiting"]] as const) {
    const { stopped } = perform(VERIFY, { ...verified, review: { question: asked, declined } });
    assert.deepEqual(stopped, { kind, question: asked });
  }
});

Deno.test("a task that changed the files of a concurrent plan names each of them", () => {
  const paths = [{ path: "a.txt", plan: "01-02" }, { path: "b.txt", plan: "01-03" }];
  const violated = { kind: "ownership-violated", paths } as const;
  const state = perform(COMMIT, violated, { cursor: 2 }, [TURN, CHECK, COMMIT]);
  assert.deepEqual([state.cursor, state.failedChecks], [1, 1]);
  assert.deepEqual(state.before?.feedback, {
    kind: "foreign",
    command: "",
    text: "- a.txt (of plan 01-02)\n- b.txt (of plan 01-03)",
  });
  assert.equal(perform(COMMIT, { ...violated, stops: true }).stopped?.kind, "failed");
  const { stopped } = perform(COMMIT, violated, { failedChecks: 2 });
  assert.ok(stopped?.kind === "failed");
  assert.match(stopped.message, /a\.txt \(of plan 01-02\), b\.txt \(of plan 01-03\)$/);
});

Deno.test("an agent that left its branch gets another turn before the check, at most twice", () => {
  const left = { kind: "branch-left", place: '"side"' } as const;
  const state = perform(TURN, left, {}, [TURN, CHECK]);
  assert.deepEqual([state.cursor, state.turns, state.before?.feedback?.text], [1, 1, '"side"']);
  const fixing = perform(TURN, left, { cursor: 1, before: { step: TURN as TurnStep } }, [TURN, CHECK]);
  assert.deepEqual([fixing.cursor, fixing.before?.feedback?.kind], [1, "branch"]);
  const { stopped } = perform(TURN, left, { failedChecks: 2 });
  assert.ok(stopped?.kind === "failed");
  assert.match(stopped.message, /^Task 01-01\/1 left its branch for "side"$/);
});

Deno.test("a refused commit is retried after a turn, starting with the check if there is one", () => {
  const refused = { kind: "hook-refused", output: "lint" } as const;
  const steps = [TURN, CHECK, COMMIT];
  const state = perform(COMMIT, refused, { cursor: 2, failedChecks: 1 }, steps);
  assert.deepEqual([state.cursor, state.failedChecks, state.refusedCommits], [1, 0, 1]);
  assert.deepEqual(state.before?.feedback, { kind: "hook", command: "git commit", text: "lint" });
  assert.equal(perform(COMMIT, refused, { cursor: 1 }, [TURN, COMMIT]).cursor, 1);
  assert.equal(perform(COMMIT, refused, {}, [COMMIT]).cursor, 0);
  assert.ok(perform(COMMIT, refused, { cursor: 2, refusedCommits: 2 }, steps).stopped === undefined);
  const stopped = perform(COMMIT, refused, { cursor: 2, refusedCommits: 3 }, steps).stopped;
  assert.ok(stopped?.kind === "failed" && stopped.output === "lint");
});

Deno.test("a commit that a hook refuses and reformats is repeated once without a turn", () => {
  const refused = { kind: "hook-refused", output: "formatted", reformatted: true } as const;
  const steps = [TURN, CHECK, COMMIT];
  const first = perform(COMMIT, refused, { cursor: 2 }, steps);
  assert.deepEqual([first.cursor, first.before, first.refusedCommits], [1, undefined, 1]);
  const second = perform(COMMIT, refused, { ...first, cursor: 2 }, steps);
  assert.equal(second.before?.feedback?.kind, "hook");
  assert.equal(
    perform(COMMIT, refused, { ...second, before: undefined, cursor: 2 }, steps).before,
    undefined,
  );
  const { stopped } = perform(COMMIT, refused, { cursor: 2, refusedCommits: 3 }, steps);
  assert.ok(stopped?.kind === "failed" && /changes its files each time$/.test(stopped.message));
});

Deno.test("a hook that refuses documents, a verification, a merge or an archive stops the run with its output", () => {
  const kinds = ["commit-docs", "verify", "merge", "archive-milestone"];
  for (const kind of kinds) {
    const { stopped } = perform({ ...BASE, id: kind, kind } as unknown as Step, {
      kind: "hook-refused",
      output: "lint",
    });
    assert.ok(stopped?.kind === "failed" && /hook/.test(stopped.message) && stopped.output === "lint", kind);
  }
});

Deno.test("a failed check is tried again twice, and then stops the lane", () => {
  const failed = { kind: "check-failed", command: "make", output: "red" } as const;
  const steps = [TURN, CHECK];
  const state = perform(CHECK, failed, { cursor: 1, failedChecks: 1 }, steps);
  assert.deepEqual([state.cursor, state.failedChecks, state.stopped], [1, 2, undefined]);
  assert.deepEqual(state.before, { step: TURN, feedback: { kind: "check", command: "make", text: "red" } });
  const { stopped } = perform(CHECK, failed, { cursor: 1, failedChecks: 2 }, steps);
  assert.ok(stopped?.kind === "failed" && stopped.output === "red");
});
