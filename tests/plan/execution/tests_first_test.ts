import assert from "node:assert/strict";
import { redTasks, taskChecks } from "../../../lib/plan/execution/tests_first.ts";
import { planText, type TaskText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

const CHECKPOINT = '<task type="checkpoint:human-verify"><name>Look</name></task>';

function task(name: string, check?: string): TaskText {
  return { name, script: "true", ...(check === undefined ? {} : { check }) };
}

function marked(name: string, check: string): TaskText {
  return `<task type="auto" tdd="true">\n<name>${name}</name>\n<verify><automated>${check}</automated></verify>\n</task>`;
}

function fileOf(tasks: readonly TaskText[], type = "tdd") {
  const text = planText({ plan: "01", type, tasks });
  return phaseOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }), "1").plans[0]!.file!;
}

/** Formats the red tasks: `1>2,3` for tests of task 1 whose commit task 2 can contain, and that pass after task 3. */
function reds(tasks: readonly TaskText[], type = "tdd"): string {
  return [...redTasks(fileOf(tasks, type)).values()].map(({ task, next, green }) =>
    `${task}>${next ?? ""}${green === undefined ? "" : `,${green}`}`
  ).join(" ");
}

const RED = "Write failing test";
const PLANS:
  readonly (readonly [what: string, expected: string, tasks: readonly TaskText[], type?: string])[] = [
    ["test, implementation, refactoring", "1>2,2", [task(RED), task("Add a"), task("Refactor a")]],
    ["a checkpoint first", "2>3,3", [CHECKPOINT, task(RED), task("Add a")]],
    ["a checkpoint between", "1>,3", [task(RED), CHECKPOINT, task("Add a")]],
    ["two tests, then two implementations", "1>3,4 2>3,4", [
      task(RED),
      task(RED),
      task("Add a"),
      task("Add b"),
    ]],
    ["two cycles", "1>2,2 3>4,4", [task(RED), task("Add a"), task(RED), task("Fix a")]],
    ["tests without a marked step", "1>2,2", [task("Add tests for a"), task("Add a")]],
    ["tests after the implementation", "", [task("Add a"), task("Add tests for a")]],
    ["a failing test that nothing implements", "1>", [task(RED)]],
    ["an installation between", "1>,3", [task(RED), task("Install a"), task("Add a")]],
    ["an installation after unmarked tests", "1>,3", [task("Add tests"), task("Install a"), task("Add a")]],
    ["documentation after unmarked tests", "", [task("Add tests"), task("Document a"), task("Add a")]],
    ["failing tests at the end", "1>2,2 3>", [task(RED), task("Add a"), task(RED)]],
    ["tests before a refactoring", "", [task("Add tests for a"), task("Refactor a")]],
    ["an execute plan", "", [task(RED), task("Add a")], "execute"],
    ["marked tasks of an execute plan", "1>2,2", [marked("Add tests", "t"), task("Add a")], "execute"],
    ["marked tests between implementations", "", [
      task("Add a"),
      marked("Add tests", "t"),
      task("Add b"),
    ], "execute"],
  ];

for (const [what, expected, tasks, type] of PLANS) {
  Deno.test(`redTasks() of a plan with ${what} are ${expected || "none"}`, () => {
    assert.equal(reds(tasks, type), expected);
  });
}

function checks(...tasks: readonly TaskText[]) {
  const file = fileOf(tasks);
  return file.body.tasks.map((each) => taskChecks(file, each));
}

Deno.test("the tests of a task have to fail after it, and to pass after the task that implements them", () => {
  assert.deepEqual(
    checks(task(RED, "npm test -- a"), task("Add a", "test -f a"), task("Refactor a", "npm test")),
    [
      { commands: [], failing: ["npm test -- a"] },
      { commands: ["test -f a", "npm test -- a"] },
      { commands: ["npm test"] },
    ],
  );
});

Deno.test("tests without a check of their own are run by the check of the implementation", () => {
  assert.deepEqual(checks(task(RED), task("Add a", "npm test")), [
    { commands: [], failing: ["npm test"] },
    { commands: ["npm test"] },
  ]);
});

Deno.test("a check of failing tests that expects the failure, or runs no tests, has to pass", () => {
  assert.deepEqual(checks(task(RED, "! npm test"), task("Add a", "npm test")), [
    { commands: ["! npm test"], failing: ["npm test"] },
    { commands: ["npm test"] },
  ]);
  assert.deepEqual(checks(task(RED, "test -f a.test"), task("Add a")), [
    { commands: ["test -f a.test"], failing: [] },
    { commands: [] },
  ]);
});

Deno.test("the command of a human-action checks it", () => {
  const action = '<task type="checkpoint:human-action"><name>Sign up</name>' +
    "<verification><automated>test -f key</automated></verification></task>";
  assert.deepEqual(checks(action), [{ commands: ["test -f key"] }]);
});

Deno.test("tests of several tasks pass after the last implementation", () => {
  const [, , first, second] = checks(task(RED, "t a"), task(RED, "t b"), task("Add a"), task("Add b"));
  assert.deepEqual([first, second], [{ commands: [] }, { commands: ["t a", "t b"] }]);
});
