import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import { permissionQuestion } from "../../../lib/plan/run/questions.ts";
import { planText, writes } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";
import { loggedWork } from "../../../lib/plan/log/logged_work.ts";

type Unversioned<T> = T extends RunEvent ? Omit<T, "formatVersion"> : never;

function events(...list: readonly Unversioned<RunEvent>[]): readonly RunEvent[] {
  return list.map((event) => ({ formatVersion: 1, ...event }) as RunEvent);
}

const turn = (task: number, elapsed: number, plan = "01-01") => {
  return { kind: "turn-started", plan, task, name: "", attempt: 1, elapsed } as const;
};
const commit = (task: number, elapsed: number, tests: readonly number[] = []) => {
  return {
    kind: "committed",
    plan: "01-01",
    task,
    tests,
    commit: "",
    subject: "",
    files: [],
    elapsed,
  } as const;
};
const check = (command: string, passed: boolean, elapsed: number) => {
  return { kind: "check-finished", plan: "01-01", task: 1, command, passed, output: "", elapsed } as const;
};

function times(...runs: readonly (readonly RunEvent[])[]): Record<string, number> {
  return Object.fromEntries(loggedWork(runs).milliseconds);
}

Deno.test("a task counts from its first turn to its commit, over all runs", () => {
  const first = events(turn(1, 100), turn(1, 200), commit(1, 400), turn(2, 500), commit(2, 600));
  assert.deepEqual(times(first, events(turn(1, 0), commit(1, 50))), { "01-01/1": 350, "01-01/2": 100 });
});

Deno.test("a task without a commit counts to the stop of its plan, or to the last event", () => {
  const outcome = { kind: "interrupted" } as const;
  assert.deepEqual(
    times(events(turn(1, 0), { kind: "plan-stopped", plan: "01-01", outcome, elapsed: 70 }, turn(1, 90))),
    {
      "01-01/1": 70,
    },
  );
  assert.deepEqual(times(events(turn(1, 0), turn(1, 0, "01-02"), check("true", true, 30))), {
    "01-01/1": 30,
    "01-02/1": 30,
  });
});

Deno.test("the time that a plan waits for an answer counts neither for it nor for its task", () => {
  const plan = planOf(projectOf({
    "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt")] }),
  }));
  const question = permissionQuestion("01-01", "rm", {
    kind: "ask",
    reason: "it deletes",
    category: "destructive",
  }, {
    covers: undefined,
    always: false,
  });
  const asked = [
    { kind: "run-started", plan, elapsed: 0 },
    turn(1, 100),
    { kind: "question-asked", question, elapsed: 200 },
    { kind: "question-answered", question: "01-01/safety", answer: "once", by: "person", elapsed: 5000 },
  ] as const;
  assert.deepEqual(times(events(...asked, commit(1, 5100))), { "01-01/1": 200, "01-01": 200 });
  assert.deepEqual(times(events(...asked.slice(0, 3))), { "01-01/1": 100, "01-01": 100 });
});

Deno.test("a commit also ends the earlier tasks whose tests it contains", () => {
  assert.deepEqual(times(events(turn(1, 0), turn(2, 10), commit(2, 40, [1]), turn(3, 90))), {
    "01-01/1": 40,
    "01-01/2": 30,
    "01-01/3": 0,
  });
});

Deno.test("the last result of a check counts, and one that should fail passes by failing", () => {
  const { checks } = loggedWork([
    events(check("a", false, 0), check("b", true, 0), { ...check("red", false, 1), expected: "failure" }),
    events(check("a", true, 0)),
  ]);
  assert.deepEqual(Object.fromEntries(checks.get("01-01/1")!), { a: true, b: true, red: true });
});
