import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import {
  type LaneCommit,
  laneDecision,
  type LaneMark,
  type LaneStop,
  markMessage,
  MAX_CLAIMS,
  readLane,
  readMark,
  taskProgress,
} from "../../../lib/plan/executor/lane_history.ts";

const BEGIN: LaneMark = { kind: "begin", branch: "main", version: "1.0.0" };
const CLAIM: LaneMark = { kind: "claim", worker: "one", nonce: "n" };
const FAILED: LaneStop = { kind: "turn-failed", message: "Task 01-01/2 failed", output: "" };
const STOP: LaneMark = { kind: "stop", outcome: FAILED };
const CONTINUE: LaneMark = {
  kind: "continue",
  version: "1.0.0",
  task: 2,
  feedback: { kind: "answer", command: "Which?", text: "blue\nor green" },
  words: ["Which? → blue"],
};

const LEFT = {
  task: 2,
  state: "failed",
  files: { "a.txt": "1f" },
  reason: "It was stopped",
  output: "",
  asks: { why: "person", text: "Where?" },
  notes: ["decision: blue"],
} as const;
const LEAVE: LaneMark = { kind: "leave", work: LEFT };

/** The commits of a ref, newest first: a number is the commit of a task. */
function commits(entries: readonly (LaneMark | number)[]): readonly LaneCommit[] {
  return entries.map((entry, index): LaneCommit => {
    const place = { commit: `c${index}`, parent: index === 0 ? "base" : `c${index - 1}` };
    return typeof entry === "number"
      ? { ...place, subject: `feat(01-01): task ${entry}`, body: `Wf-Plan: 01-01\nWf-Task: ${entry}\n` }
      : { ...place, ...markMessage("01-01", entry) };
  }).toReversed();
}

const lane = (...entries: readonly (LaneMark | number)[]) => readLane(commits([BEGIN, ...entries]))!;

Deno.test("every mark is read as it was written", () => {
  for (
    const mark of [
      BEGIN,
      { ...BEGIN, ignored: { sent: [".env"], kept: [] } } as const,
      CLAIM,
      CONTINUE,
      STOP,
      LEAVE,
      { kind: "leave" } as const,
    ]
  ) {
    assert.deepEqual(readMark(markMessage("01-01", mark)), mark);
  }
});

Deno.test("marks that nobody of wf writes are none", () => {
  for (
    const text of [
      "",
      "Wf-Lane: {",
      "Wf-Lane: {}",
      'Wf-Lane: {"kind":"stop","outcome":{"kind":"done"}}',
      'Wf-Lane: {"kind":"leave","work":{"task":1}}',
    ]
  ) {
    assert.equal(readMark({ body: text }), undefined, text);
  }
});

Deno.test("a lane has the tasks that are committed since its beginning, in order", () => {
  const { start, tasks } = lane(CLAIM, 1, CLAIM, 2);
  assert.equal(start, "base");
  assert.deepEqual(tasks, [{ task: 1, commit: "c2" }, { task: 2, commit: "c4" }]);
});

Deno.test("a ref that nothing begins is no lane", () =>
  assert.equal(readLane(commits([CLAIM, 1])), undefined));

Deno.test("a lane that begins again forgets what was before", () => {
  assert.deepEqual(lane(CLAIM, 1, STOP, { ...BEGIN, branch: "other" }), {
    start: "c3",
    branch: "other",
    version: "1.0.0",
    begun: "c4",
    last: "c3",
    tasks: [],
    claims: 0,
    held: false,
  });
});

Deno.test("the work that a worker leaves is there for the next one, until its task is committed or it is dropped", () => {
  const left = lane(CLAIM, 1, LEAVE);
  assert.deepEqual(left.work, { ...LEFT, commit: "c3" });
  assert.equal(left.last, "c2");
  assert.deepEqual(lane(CLAIM, 1, LEAVE, STOP, CONTINUE, CLAIM).work, left.work);
  assert.equal(lane(CLAIM, 1, LEAVE, CLAIM, 2).work, undefined);
  assert.equal(lane(CLAIM, 1, LEAVE, { kind: "leave" }).work, undefined);
});

Deno.test("a worker holds a lane until it leaves it", () => {
  assert.equal(lane(CLAIM, 1).held, true);
  for (const mark of [LEAVE, STOP, CONTINUE]) assert.equal(lane(CLAIM, 1, mark).held, false, mark.kind);
});

Deno.test("a stopped lane is left alone until the coordinator continues it, with the feedback for its task", () => {
  assert.equal(laneDecision(lane(CLAIM, 1, CLAIM, STOP), "1.0.0"), "leave");
  const again = lane(CLAIM, 1, CLAIM, STOP, CONTINUE);
  assert.equal(laneDecision(again, "1.0.0"), "take");
  const { kind: _, version: _version, ...given } = CONTINUE as Extract<LaneMark, { kind: "continue" }>;
  assert.deepEqual(again.given, given);
  assert.equal(lane(CLAIM, 1, CLAIM, STOP, CONTINUE, CLAIM, 2).given, undefined);
});

Deno.test("a lane is refused by a worker of another version than the coordinator's", () => {
  const upgraded = { ...CONTINUE, version: "2.0.0" };
  assert.equal(laneDecision(lane(), "2.0.0"), "refuse");
  assert.equal(laneDecision(lane(CLAIM, 1, upgraded), "1.0.0"), "refuse");
  assert.equal(laneDecision(lane(CLAIM, 1, upgraded), "2.0.0"), "take");
});

Deno.test("a lane is given up once too many workers have taken it without a commit", () => {
  const claims = Array.from({ length: MAX_CLAIMS }, () => CLAIM);
  assert.equal(laneDecision(lane(...claims), "1.0.0"), "give-up");
  assert.equal(laneDecision(lane(...claims.slice(1), 1, CLAIM), "1.0.0"), "take");
});

Deno.test("the progress of a task is its commit, or the reason why the lane stopped before it", () => {
  const stopped = lane(CLAIM, 1, 3, STOP);
  assert.deepEqual(taskProgress(stopped, 1), { kind: "committed", commit: "c2" });
  // The commit of task 3 contains the tests of task 2.
  assert.deepEqual(taskProgress(stopped, 2), { kind: "committed", commit: "c2" });
  assert.deepEqual(taskProgress(stopped, 4), FAILED);
  assert.deepEqual(taskProgress(lane(CLAIM), 1), { kind: "open" });
});

Deno.test("however workers take turns, each task counts once and in order", () => {
  const entry = fc.oneof(
    fc.constant(CLAIM),
    fc.constant(STOP),
    fc.constant(CONTINUE),
    fc.constant("task" as const),
  );
  fc.assert(fc.property(fc.array(entry), (entries) => {
    let done = 0;
    const tasks = entries.map((each) => each === "task" ? ++done : each);
    const read = lane(...tasks);
    assert.deepEqual(
      read.tasks.map(({ task }) => task),
      Array.from({ length: done }, (_, index) => index + 1),
    );
    assert.equal(read.stop !== undefined, entries.at(-1) === STOP);
  }));
});
