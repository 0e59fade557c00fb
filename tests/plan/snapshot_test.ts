import assert from "node:assert/strict";
import { assumedSnapshot, type JournalCommit, readJournal } from "../../lib/plan/snapshot.ts";

/** Commits from newest to oldest: `03-01/2`, `03-01` for the one that completes the plan, `v1.0:01,02` for a milestone. */
function commits(...names: readonly string[]): JournalCommit[] {
  return names.map((name, index) => {
    const [milestone = "", phases] = name.split(":");
    if (phases !== undefined) return { milestone, phases: phases.split(",") };
    const [plan = "", task] = name.split("/");
    return {
      plan,
      task: task === undefined ? undefined : Number(task),
      commit: `c${names.length - index}`,
      subject: name,
    };
  });
}

/** The tasks that are done, with their commits: `{ "03-01": ["1 c1"] }`. */
function journal(complete: readonly string[], ...names: readonly string[]): Record<string, string[]> {
  const read = readJournal(commits(...names), (plan) => complete.includes(plan));
  return Object.fromEntries(
    [...read].map((
      [plan, tasks],
    ) => [plan, [...tasks].map(([task, { commit }]) => `${task} ${commit}`).sort()]),
  );
}

Deno.test("readJournal() of no commits is empty", () => {
  assert.deepEqual(journal([]), {});
});

Deno.test("readJournal() gives the tasks of each plan with their commits", () => {
  assert.deepEqual(journal([], "01-02/1", "01-01/2", "01-01/1"), {
    "01-01": ["1 c1", "2 c2"],
    "01-02": ["1 c3"],
  });
});

Deno.test("readJournal() takes the newest of two commits of one task", () => {
  assert.deepEqual(journal([], "01-01/1", "01-01/1"), { "01-01": ["1 c2"] });
});

Deno.test("readJournal() keeps the tasks of a plan whose summary is there", () => {
  assert.deepEqual(journal(["01-01"], "01-01", "01-01/1"), { "01-01": ["1 c1"] });
});

Deno.test("a plan of an earlier milestone with the same ID is not taken for done", () => {
  assert.deepEqual(journal([], "01-01", "01-01/2", "01-01/1"), {});
});

Deno.test("a plan that is under way has its own tasks only, not those of an earlier milestone", () => {
  assert.deepEqual(journal([], "01-01/1", "01-01", "01-01/2", "01-01/1"), { "01-01": ["1 c4"] });
});

Deno.test("a plan that is complete has its own tasks only, not those of an earlier milestone", () => {
  const names = ["01-01", "01-01/1", "01-01", "01-01/2", "01-01/1"];
  assert.deepEqual(journal(["01-01"], ...names), { "01-01": ["1 c4"] });
});

Deno.test("a completed plan closes nothing of other plans", () => {
  assert.deepEqual(journal([], "01-01", "01-02/1", "01-01/1"), { "01-02": ["1 c2"] });
});

Deno.test("a plan that is resumed after an interruption goes on with the tasks of both runs", () => {
  assert.deepEqual(journal([], "01-01/3", "02-01/1", "01-01/2", "01-01/1")["01-01"], [
    "1 c1",
    "2 c2",
    "3 c4",
  ]);
});

Deno.test("a completed milestone closes what is older of its phases, and nothing of others", () => {
  const names = ["01-01/1", "v1.0:01,02", "03-01/1", "02-01/1", "01-01/2", "01-01/1"];
  assert.deepEqual(journal([], ...names), { "01-01": ["1 c6"], "03-01": ["1 c4"] });
});

Deno.test("assumedSnapshot() takes the summaries there are for committed", () => {
  assert.deepEqual([...assumedSnapshot(["a-SUMMARY.md"]).committed], ["a-SUMMARY.md"]);
});
