import assert from "node:assert/strict";
import { type JournalCommit, readJournal, withoutReverted } from "../../../lib/plan/history/journal.ts";

/**
 * Commits from newest to oldest: `03-01/2`, `03-01` for the one that completes the plan, `v1.0:01,02` for a milestone,
 * `03-01>03-02 03-02>03-01` for renamed plans.
 */
function commits(...names: readonly string[]): JournalCommit[] {
  return names.map((name, index) => {
    const commit = `c${names.length - index}`;
    if (name.includes(">")) {
      const renames = name.split(" ").map((pair) => pair.split(">") as [string, string]);
      return { commit, renames };
    }
    const [milestone = "", phases] = name.split(":");
    if (phases !== undefined) return { commit, milestone, phases: phases.split(",") };
    const [plan = "", task] = name.split("/");
    return { plan, task: task === undefined ? undefined : Number(task), commit, subject: name };
  });
}

/** The tasks that are done, with their commits: `{ "03-01": ["1 c1"] }`. */
function journal(complete: readonly string[], ...names: readonly string[]): Record<string, string[]> {
  const { journal: read } = readJournal(commits(...names), (plan) => complete.includes(plan));
  return Object.fromEntries(
    [...read].map((
      [plan, tasks],
    ) => [plan, [...tasks].map(([task, { commit }]) => `${task} ${commit}`).sort()]),
  );
}

Deno.test("readJournal() of no commits is empty", () => {
  assert.deepEqual(journal([]), {});
});

Deno.test("readJournal() returns the tasks of each plan with their commits", () => {
  assert.deepEqual(journal([], "01-02/1", "01-01/2", "01-01/1"), {
    "01-01": ["1 c1", "2 c2"],
    "01-02": ["1 c3"],
  });
});

Deno.test("readJournal() makes no two plans of one whose ID is written in other capitals", () => {
  assert.deepEqual(journal([], "01-FIX/2", "01-fix/1", "01-02B/1"), {
    "01-FIX": ["1 c2", "2 c3"],
    "01-02B": ["1 c1"],
  });
  assert.deepEqual(journal(["01-FIX"], "01-Fix", "01-fix/1"), { "01-FIX": ["1 c1"] });
});

Deno.test("readJournal() uses the newest of two commits of one task", () => {
  assert.deepEqual(journal([], "01-01/1", "01-01/1"), { "01-01": ["1 c2"] });
});

Deno.test("readJournal() keeps the tasks of a plan whose summary exists", () => {
  assert.deepEqual(journal(["01-01"], "01-01", "01-01/1"), { "01-01": ["1 c1"] });
});

Deno.test("tasks that are newer than the summary of their plan are marked, except those of the same squash commit", () => {
  const unsummed = (list: readonly JournalCommit[]) => {
    const tasks = [...readJournal(list, () => true).journal.get("01-01")!];
    return tasks.filter(([, entry]) => entry.unsummed).map(([task]) => task);
  };
  assert.deepEqual(unsummed(commits("01-01/2", "01-01", "01-01/3", "01-01/1")), [2]);
  assert.deepEqual(unsummed(commits("01-01", "01-01/2", "01-01", "01-01/1")), []);
  const squashed = commits("01-01/2", "01-01", "01-01/1").map((one) => ({ ...one, commit: "c1" }));
  assert.deepEqual(unsummed(squashed), []);
});

Deno.test("a plan of an earlier milestone with the same ID does not count as done", () => {
  assert.deepEqual(journal([], "01-01", "01-01/2", "01-01/1"), {});
});

Deno.test("a plan in progress has only its own tasks, not those of an earlier milestone", () => {
  assert.deepEqual(journal([], "01-01/1", "01-01", "01-01/2", "01-01/1"), { "01-01": ["1 c4"] });
});

Deno.test("a complete plan has only its own tasks, not those of an earlier milestone", () => {
  const names = ["01-01", "01-01/1", "01-01", "01-01/2", "01-01/1"];
  assert.deepEqual(journal(["01-01"], ...names), { "01-01": ["1 c4"] });
});

Deno.test("a completed plan closes nothing of other plans", () => {
  assert.deepEqual(journal([], "01-01", "01-02/1", "01-01/1"), { "01-02": ["1 c2"] });
});

Deno.test("a plan that is resumed after an interruption has the tasks of both runs", () => {
  assert.deepEqual(journal([], "01-01/3", "02-01/1", "01-01/2", "01-01/1")["01-01"], [
    "1 c1",
    "2 c2",
    "3 c4",
  ]);
});

Deno.test("a completed milestone closes older commits of its phases, and of no others", () => {
  const names = ["01-01/1", "v1.0:01,02", "03-01/1", "02-01/1", "01-01/2", "01-01/1"];
  assert.deepEqual(journal([], ...names), { "01-01": ["1 c6"], "03-01": ["1 c4"] });
});

/** Returns the reverted tasks with the reverting commits, `{ "01-01": ["1 c2"] }`, and the reopened tasks. */
function reverted(complete: readonly string[], ...list: readonly JournalCommit[]) {
  const { journal, reopened } = readJournal(list, (plan) => complete.includes(plan));
  return {
    done: [...journal].flatMap(([plan, tasks]) => [...tasks.keys()].map((task) => `${plan}/${task}`)).sort(),
    reverted: [...journal].flatMap(([plan, tasks]) =>
      [...tasks].flatMap(([task, { reverted }]) =>
        reverted === undefined ? [] : [`${plan}/${task} ${reverted}`]
      )
    ),
    reopened: [...reopened].flatMap(([plan, tasks]) => [...tasks].map((task) => `${plan}/${task}`)),
  };
}

const HASHES = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(40));
const [ONE = "", TWO = "", THREE = "", FOUR = "", FIVE = ""] = HASHES;

function task(commit: string, number: number): JournalCommit {
  return { plan: "01-01", task: number, commit, subject: "" };
}

function completes(commit: string): JournalCommit {
  return { plan: "01-01", task: undefined, commit, subject: "" };
}

function again(commit: string, number: number): JournalCommit {
  return { commit, again: { plan: "01-01", task: number } };
}

Deno.test("a task whose commit is reverted is done, and known as reverted", () => {
  const both = [task(TWO, 2), task(ONE, 1)];
  const found = { done: ["01-01/1", "01-01/2"], reverted: [`01-01/1 ${THREE}`], reopened: [] };
  assert.deepEqual(reverted([], { commit: THREE, reverts: [ONE] }, ...both), found);
  assert.deepEqual(reverted([], { commit: THREE, reverts: [ONE.slice(0, 9)] }, ...both), found);
});

Deno.test("a task whose revert is reverted, or that was done since, is not known as reverted", () => {
  const revert = { commit: TWO, reverts: [ONE] };
  assert.deepEqual(reverted([], { commit: THREE, reverts: [TWO] }, revert, task(ONE, 1)).reverted, []);
  assert.deepEqual(reverted([], task(THREE, 1), revert, task(ONE, 1)).reverted, []);
});

Deno.test("a task that is requested again is not done until it and the summary of its plan are committed", () => {
  const before = [again(FOUR, 2), completes(THREE), task(TWO, 2), task(ONE, 1)];
  assert.deepEqual(reverted(["01-01"], ...before), {
    done: ["01-01/1"],
    reverted: [],
    reopened: ["01-01/2"],
  });
  const done = { done: ["01-01/1", "01-01/2"], reverted: [] };
  assert.deepEqual(reverted(["01-01"], task(FIVE, 2), ...before), { ...done, reopened: ["01-01/2"] });
  const whole = [completes("f".repeat(40)), task(FIVE, 2), ...before];
  assert.deepEqual(reverted(["01-01"], ...whole), { ...done, reopened: [] });
});

Deno.test("the request for a task can be reverted, and needs no complete plan", () => {
  const asked = [again(TWO, 1), task(ONE, 1)];
  assert.deepEqual(reverted([], ...asked).done, []);
  assert.deepEqual(reverted([], { commit: THREE, reverts: [TWO] }, ...asked).done, ["01-01/1"]);
});

Deno.test("a complete plan with a further task keeps its earlier tasks", () => {
  assert.deepEqual(journal(["01-01"], "01-01", "01-01/3", "01-01", "01-01/2", "01-01/1"), {
    "01-01": ["1 c1", "2 c2", "3 c4"],
  });
});

Deno.test("readJournal() returns the plans that commits of wf complete, and the first commit of each", () => {
  const { completed, begun } = readJournal(
    commits("01-02/1", "01-01", "01-01/1", "01-02", "01-02/1"),
    (plan) => plan === "01-01",
  );
  assert.deepEqual([...completed], ["01-01"]);
  assert.deepEqual([...begun], [["01-02", "c5"], ["01-01", "c3"]]);
});

const skip = (
  commit: string,
  why = "",
): JournalCommit => ({ ...task(commit, 2), skipped: why } as JournalCommit);

/** Returns the tasks of 01-01, with the reasons of the skipped ones. */
function skipped(...list: readonly JournalCommit[]): readonly string[] {
  const tasks = [...readJournal(list, () => true).journal.get("01-01") ?? []];
  return tasks.map(([number, { skipped }]) =>
    skipped === undefined ? `${number}` : `${number} skipped: ${skipped}`
  )
    .sort();
}

Deno.test("a skipped task is known with the reason until it is committed, requested again, or the skip is reverted", () => {
  assert.deepEqual(skipped(skip(TWO, "no use"), task(ONE, 1)), ["1", "2 skipped: no use"]);
  assert.deepEqual(skipped(task(THREE, 2), skip(TWO), task(ONE, 1)), ["1", "2"]);
  assert.deepEqual(skipped(again(THREE, 2), skip(TWO), task(ONE, 1)), ["1"]);
  assert.deepEqual(skipped({ commit: THREE, reverts: [TWO] }, skip(TWO), task(ONE, 1)), ["1"]);
});

Deno.test("a renamed plan keeps its commits under its new ID", () => {
  assert.deepEqual(journal([], "01-03/2", "01-02>01-03", "01-02/1"), { "01-03": ["1 c1", "2 c3"] });
  assert.deepEqual(journal([], "01-03>02-01", "01-03/2", "01-02>01-03", "01-02/1"), {
    "02-01": ["1 c1", "2 c3"],
  });
});

Deno.test("plans that a commit renames at once may exchange their IDs, and a revert of it counts", () => {
  const exchanged = commits("01-01>01-02 01-02>01-01", "01-02/2", "01-01/1");
  const read = (list: readonly JournalCommit[]) =>
    Object.fromEntries(
      [...readJournal(withoutReverted(list), () => false).journal].map((
        [plan, tasks],
      ) => [plan, [...tasks.keys()]]),
    );
  assert.deepEqual(read(exchanged), { "01-01": [2], "01-02": [1] });
  const revert = { commit: FIVE, reverts: [FOUR] };
  const [first, ...rest] = exchanged;
  assert.deepEqual(read([revert, { ...first!, commit: FOUR } as JournalCommit, ...rest]), {
    "01-01": [1],
    "01-02": [2],
  });
});

Deno.test("a reverted milestone closes no plans, until its revert is reverted", () => {
  const milestone = { commit: THREE, milestone: "v1.0", phases: ["01"] };
  const revert = { commit: FOUR, reverts: [THREE] };
  const read = (
    ...newer: readonly JournalCommit[]
  ) => [...readJournal(withoutReverted([...newer, milestone, task(ONE, 1)]), () => false).journal.keys()];
  assert.deepEqual(read(), []);
  assert.deepEqual(read(revert), ["01-01"]);
  assert.deepEqual(read({ commit: FIVE, reverts: [FOUR] }, revert), []);
});

Deno.test("a completed milestone closes the plans that its phases had at that time, whatever their IDs were before", () => {
  const names = [
    "01-01/2",
    "02-01>01-01",
    "02-01/1",
    "v1.0:01",
    "03-01>01-01",
    "02-01/3",
    "03-01/1",
    "01-01/4",
  ];
  assert.deepEqual(journal([], ...names), { "01-01": ["1 c6", "2 c8", "3 c3"] });
});

Deno.test("a plan that is requested again under its old ID is reopened under its new one", () => {
  const [renamed] = commits("01-01>01-04");
  const { reopened } = readJournal([renamed!, again(FOUR, 1), completes(THREE), task(ONE, 1)], () => true);
  assert.deepEqual([...reopened].map(([plan, tasks]) => [plan, [...tasks]]), [["01-04", [1]]]);
});
