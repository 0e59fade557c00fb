import assert from "node:assert/strict";
import { readJournal } from "../../../lib/plan/history/journal.ts";
import { phaseChecks, planChecks } from "../../../lib/plan/verification/phase_checks.ts";
import { planText, type TaskText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

const task = (name: string, check?: string) => ({
  name,
  script: ":",
  ...(check === undefined ? {} : { check }),
});

/** The checks of the tasks that have commits, as `command: 01-01/1 01-02/1`. */
function checksOf(plans: Readonly<Record<string, string>>, committed: readonly string[]): readonly string[] {
  const files = Object.entries(plans).map(([number, text]) => [`phases/01-base/01-${number}-PLAN.md`, text]);
  const { plans: found } = phaseOf(projectOf(Object.fromEntries(files)), "1");
  const commits = committed.map((place) => {
    const [plan = "", number] = place.split("/");
    return { plan, task: Number(number), commit: place, subject: "" };
  });
  const { journal } = readJournal(commits, () => false);
  return phaseChecks(found.flatMap(({ file }) => file ?? []), journal).checks
    .map(({ command, tasks }) => `${command}: ${tasks.map(({ commit }) => commit).join(" ")}`);
}

Deno.test("phaseChecks() returns the checks of committed tasks, identical commands once", () => {
  const plans = {
    "01": planText({
      plan: "01",
      tasks: [task("Add a", "npm test"), task("Add b", "test -f b"), task("Add c")],
    }),
    "02": planText({ plan: "02", tasks: [task("Add d", "npm test"), task("Add e", "test -f e")] }),
  };
  assert.deepEqual(checksOf(plans, ["01-01/1", "01-01/2", "01-01/3", "01-02/1"]), [
    "npm test: 01-01/1 01-02/1",
    "test -f b: 01-01/2",
  ]);
  assert.deepEqual(checksOf(plans, []), []);
});

Deno.test("phaseChecks() leaves out skipped tasks", () => {
  const text = planText({ plan: "01", tasks: [task("Add a", "test -f a"), task("Add b", "test -f b")] });
  const { plans } = phaseOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }), "1");
  const done = { plan: "01-01", task: 1, commit: "a", subject: "" };
  const { journal } = readJournal([{ ...done, task: 2, skipped: "" }, done], () => false);
  const { checks, tasks } = phaseChecks(plans.flatMap(({ file }) => file ?? []), journal);
  assert.deepEqual([checks.map(({ command }) => command), tasks.length], [["test -f a"], 1]);
});

Deno.test("phaseChecks() leaves out the check of the failing test of a tdd plan, and no other", () => {
  const tasks = [task("Write a failing test", "! npm test"), task("Pass it", "npm test")];
  const committed = ["01-01/1", "01-01/2"];
  assert.deepEqual(checksOf({ "01": planText({ plan: "01", type: "tdd", tasks }) }, committed), [
    "npm test: 01-01/2",
  ]);
  assert.equal(checksOf({ "01": planText({ plan: "01", tasks }) }, committed).length, 2);
  const later = [task("Write a failing test", "npm test -- a"), task("Add a", "test -f a")];
  assert.deepEqual(checksOf({ "01": planText({ plan: "01", type: "tdd", tasks: later }) }, committed), [
    "test -f a: 01-01/2",
    "npm test -- a: 01-01/2",
  ]);
});

Deno.test("planChecks() leaves out the checks that ran after the last task", () => {
  const names = (...tasks: readonly TaskText[]) => {
    const { plans } = phaseOf(
      projectOf({ "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks }) }),
      "1",
    );
    const commits = tasks.map((_, index) => {
      return { plan: "01-01", task: index + 1, commit: `${index}`, subject: "" };
    });
    return planChecks(plans[0]!.file!, readJournal(commits, () => false).journal).checks.map(({ command }) =>
      command
    );
  };
  const look = '<task type="checkpoint:human-verify"><name>Look</name></task>';
  assert.deepEqual(names(task("Add a", "test -f a")), []);
  assert.deepEqual(
    names(task("Add a", "test -f a"), task("Add b", "make test"), task("Add c", "make test")),
    [
      "test -f a",
    ],
  );
  assert.deepEqual(names(task("Add a", "test -f a"), look), ["test -f a"]);
});
