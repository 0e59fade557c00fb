import assert from "node:assert/strict";
import {
  continuedSession,
  resumedNotice,
  sessionOn,
  stoppedFeedback,
  type StoppedWork,
} from "../../../lib/plan/run/stopped_work.ts";

const WORK: StoppedWork = {
  plan: "01-01",
  task: 2,
  branch: "main",
  state: "failed",
  baseline: {},
  files: { "a.txt": "1", "src/b.ts": "gone" },
  reason: "Task 01-01/2 does not pass its check",
  output: "1 failed",
};

Deno.test("an agent that continues the work of a stopped task gets the reason, the output and the changed files", () => {
  assert.equal(
    stoppedFeedback(WORK).text,
    "Task 01-01/2 does not pass its check\n\n1 failed\n\nIt has changed:\n- a.txt\n- src/b.ts",
  );
});

Deno.test("an agent is told that a run was killed, and that no file has changed", () => {
  const { kind, text } = stoppedFeedback({ ...WORK, files: {}, reason: "", output: "" });
  assert.deepEqual([kind, text], ["stopped", "The run was killed.\n\nIt has changed no file."]);
});

Deno.test("the notice about a resumed task claims no work that is not there, and no success of its check", () => {
  assert.deepEqual(
    [resumedNotice(WORK, false), resumedNotice({ ...WORK, files: {} }, false), resumedNotice(WORK, true)],
    [
      "Task 01-01/2 continues with the work that an earlier run left",
      "An earlier run stopped in task 01-01/2, which has changed no files yet",
      "The work on task 01-01/2 is as an earlier run left it; wf checks it",
    ],
  );
});

Deno.test("a session continues only with the plan as it was", () => {
  const known = { agent: "claude", id: "s", plan: "1" };
  assert.deepEqual(
    [
      continuedSession(known, "1"),
      continuedSession(known, "2"),
      continuedSession(undefined, "1"),
    ],
    [known, undefined, undefined],
  );
});

Deno.test("a session continues only about its own task, on its branch and commit", () => {
  const session = { agent: "claude", id: "s", plan: "1" };
  const work: StoppedWork = { ...WORK, head: "c1", session };
  const place = { plan: "01-01", task: 2, branch: "main", head: "c1" };
  assert.equal(sessionOn(work, place), session);
  assert.equal(sessionOn(undefined, place), undefined);
  for (
    const other of [{ plan: "01-02" }, { task: 1 }, { branch: "side" }, { head: "c2" }, { head: undefined }]
  ) {
    assert.equal(sessionOn(work, { ...place, ...other }), undefined, JSON.stringify(other));
  }
});
