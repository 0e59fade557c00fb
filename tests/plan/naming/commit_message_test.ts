import assert from "node:assert/strict";
import { commitTypes } from "../../../generated/metadata.ts";
import type { AutoTask, PlanType } from "../../../schemas/plan_file.ts";
import {
  commitMessage,
  describe,
  docsMessage,
  planCommitMessage,
  taskCommitMessage,
  taskCommitType,
  tddStep,
  withFailedTests,
  withProject,
  withTests,
} from "../../../lib/plan/naming/commit_message.ts";
import { planText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const FORMS = [
  ["feat", "add user registration", "feat(08-02): add user registration"],
  ["fix", "correct the total", "fix(08-02): correct the total"],
  ["refactor", "split the store", "refactor(08-02): split the store"],
  ["test", "add failing test for totals", "test(08-02): add failing test for totals"],
  ["docs", "complete registration plan", "docs(08-02): complete registration plan"],
  ["chore", "bump dependencies", "chore(08-02): bump dependencies"],
] as const;

for (const [type, description, message] of FORMS) {
  Deno.test(`commitMessage() writes "${message}"`, () => {
    assert.equal(commitMessage("08-02", type, description), message);
  });
}

Deno.test("the six types of the specification are all there are", () => {
  assert.deepEqual(commitTypes.toSorted(), FORMS.map(([type]) => type).toSorted());
});

Deno.test("docsMessage() writes a project's documents without a scope", () => {
  assert.equal(docsMessage("initialize project"), "docs: initialize project");
});

Deno.test("docsMessage() writes a phase's documents with its number", () => {
  assert.equal(docsMessage("research user authentication", "08"), "docs(08): research user authentication");
});

Deno.test("a description that has line breaks becomes one line", () => {
  assert.equal(commitMessage("01-01", "feat", " add\r\n  a\tthing\n"), "feat(01-01): add a thing");
  assert.equal(docsMessage("plan\nphase", "01"), "docs(01): plan phase");
});

Deno.test("characters that git refuses in a message become spaces", () => {
  assert.equal(commitMessage("01-01", "feat", "add\0a\u001b[1mthing"), "feat(01-01): add a [1mthing");
});

const NAMES = [
  ["Add login", "add login", "the first word in lower case"],
  ["Task 3: Add login", "add login", "without the task's number"],
  ["Task 2.1 — Add login", "add login", "without a dotted number and a dash"],
  ["task 4. add login", "add login", "without a number and a full stop"],
  ["Add login.", "add login", "without a full stop at the end"],
  ["Wait for more...", "wait for more...", "with an ellipsis at the end"],
  ["OAuth login", "OAuth login", "with a first word that is a name"],
  ["README badges", "README badges", "with a first word that is an abbreviation"],
  ["Écrire le test", "écrire le test", "in any script that has lower case"],
  ["ログインを追加", "ログインを追加", "in a script that has none"],
  ["  Add\n  login ", "add login", "on one line"],
  ["Auth: add login", "auth: add login", "with a colon inside"],
  ["Task 3", "task 3", "as it is where it is nothing but a number"],
  ["Task\n3:", "task 3:", "as it is where nothing would be left"],
] as const;

for (const [name, description, why] of NAMES) {
  Deno.test(`describe(${JSON.stringify(name)}) gives the name ${why}`, () => {
    assert.equal(describe(name), description);
  });
}

function task(name: string, { number = 1, ...more }: Partial<AutoTask> = {}): AutoTask {
  const parts = { action: "", verify: "", checks: [], done: "", further: [] };
  return { number, name, files: [], type: "auto", ...parts, ...more };
}

function typeOf(
  name: string,
  { planType = "execute", ...more }: Partial<AutoTask> & { planType?: PlanType } = {},
) {
  return taskCommitType({ planType, task: task(name, more) });
}

const TYPES = [
  ["feat", ["Add login", "Create page", "Fixture loader", "Wire up the store", "Add contest page", "認証"]],
  ["fix", ["Fix the total", "Repair build", "Task 2: Correct rounding", "resolve race"]],
  ["refactor", [
    "Refactor store",
    "Rename User",
    "Extract helper",
    "Reorganize files",
    "Reorganise",
    "Remove x",
  ]],
  ["test", ["Test the store", "Add tests", "Add failing login tests", "Write unit test for totals"]],
  ["docs", ["Document the API", "Update README", "Write user documentation", "Add changelog"]],
  ["chore", [
    "Configure CI",
    "Set up linting",
    "Setup linting",
    "Install deps",
    "Upgrade git",
    "Initialize repo",
  ]],
] as const;

for (const [type, names] of TYPES) {
  Deno.test(`taskCommitType() takes ${type} from the first word of ${names.join(", ")}`, () => {
    for (const name of names) assert.equal(typeOf(name), type, name);
  });
}

const OF_FILES = [
  ["test", ["src/a.test.ts", "tests/fixtures/a.json", "app/__tests__/b.tsx", "spec/c.rb", "pkg/d_test.go"]],
  ["test", ["test_e.py", "src/FTests.cs", "src/GTest.java", "src/h.spec.js", "i/test.js"]],
  ["docs", ["README.md", "docs/api.rst"]],
  ["feat", ["src/a.ts", "src/a.test.ts"]],
  ["feat", ["README.md", "src/a.ts"]],
  ["feat", ["src/contest.ts"]],
  ["feat", ["src/latest/a.ts", "src/manifest.json"]],
  ["feat", []],
] as const;

for (const [type, files] of OF_FILES) {
  Deno.test(`taskCommitType() of a name that says no type and of ${files.join(", ") || "no files"} is ${type}`, () => {
    assert.equal(typeOf("Handle dates", { files }), type);
    assert.equal(typeOf("Fix dates", { files }), "fix");
  });
}

const TDD_NAMES = [
  ["red", "test", ["Write failing test", "RED: handle dates", "Handle dates (RED)", "Red phase: dates"]],
  ["red", "test", [
    "Task 1: RED - Write failing tests for dates",
    "Add a failing spec",
    "Test suite - TDD RED",
  ]],
  ["green", "feat", [
    "GREEN: handle dates",
    "Implement dates (GREEN)",
    "Make the failing tests pass",
    "Green: dates",
  ]],
  ["green", "fix", ["Task 2: GREEN — fix the dates"]],
  ["refactor", "refactor", ["Refactor the dates", "Task 3: REFACTOR - Optimize", "Refactor: move dates"]],
  ["any", "feat", [
    "Implement adder",
    "Handle dates",
    "Add dates (RED then GREEN)",
    "Colour it red",
    "Discovered dates",
  ]],
  ["any", "test", ["Add tests for dates"]],
  ["any", "fix", ["Fix failing tests"]],
  ["any", "chore", ["Install the test runner"]],
  ["any", "docs", ["Document the dates"]],
] as const;

for (const [step, type, names] of TDD_NAMES) {
  Deno.test(`in a tdd plan ${names.join(", ")} has the step ${step} and the type ${type} in any position`, () => {
    for (const name of names) {
      for (const number of [1, 2, 3, 4]) {
        const input = { planType: "tdd", task: task(name, { number }) } as const;
        assert.deepEqual([tddStep(input), taskCommitType(input)], [step, type], name);
      }
      assert.equal(tddStep({ planType: "execute", task: task(name) }), undefined);
      assert.equal(tddStep({ planType: "execute", task: task(name, { tdd: "any" }) }), step, name);
    }
  });
}

Deno.test("a step that an attribute names precedes the name", () => {
  assert.equal(typeOf("Implement adder", { tdd: "red" }), "test");
  assert.equal(typeOf("Write failing test", { tdd: "green" }), "feat");
  assert.equal(typeOf("Add adder", { tdd: "refactor", planType: "tdd" }), "refactor");
});

Deno.test("a checkpoint is a chore", () => {
  const checkpoint = {
    number: 2,
    name: "Fix it",
    files: [],
    type: "checkpoint:human-action" as const,
    gate: "blocking" as const,
    action: "",
    instructions: "",
    verification: "",
    checks: [],
    resume_signal: "",
    further: [],
  };
  assert.equal(taskCommitType({ planType: "tdd", task: checkpoint }), "chore");
});

function messageOf(name: string, number = 1): string {
  return taskCommitMessage({ plan: "03-01", planType: "execute", task: task(name, { number }) });
}

Deno.test("a task's commit carries its plan and task as trailers", () => {
  assert.equal(messageOf("Add login", 2), "feat(03-01): add login\n\nWf-Plan: 03-01\nWf-Task: 2\n");
});

Deno.test("a first line of 72 characters stays whole", () => {
  const name = `add ${"x".repeat(72 - "feat(03-01): add ".length)}`;
  assert.equal(messageOf(name).split("\n")[0], `feat(03-01): ${name}`);
});

Deno.test("a longer first line is cut at a word and repeated in full below", () => {
  const name = "Add a page that lists all orders of a customer, newest first, with their totals";
  assert.equal(
    messageOf(name),
    "feat(03-01): add a page that lists all orders of a customer, newest…\n\n" +
      "add a page that lists all orders of a customer, newest first, with their totals\n\n" +
      "Wf-Plan: 03-01\nWf-Task: 1\n",
  );
});

Deno.test("a cut directly after a word keeps the word", () => {
  const fitting = `add ${"x".repeat(71 - "feat(03-01): add ".length)}`;
  assert.equal(messageOf(`${fitting} more`).split("\n")[0], `feat(03-01): ${fitting}…`);
});

Deno.test("a cut leaves no comma or dash at the end", () => {
  const name = "add a page that lists all orders of a customer — newest ones first, as before";
  const first = messageOf(name.replace("newest ones", "thenewestones")).split("\n")[0];
  assert.equal(first, "feat(03-01): add a page that lists all orders of a customer…");
});

Deno.test("a long name without spaces is cut between characters", () => {
  const first = messageOf("認".repeat(100)).split("\n")[0]!;
  assert.equal(first, `feat(03-01): ${"認".repeat(58)}…`);
});

Deno.test("a cut never splits a character", () => {
  for (const before of ["", "x"]) {
    assert.ok(messageOf(before + "🚀".repeat(80)).isWellFormed());
  }
});

Deno.test("the commit that completes a plan names its objective and carries the plan as its only trailer", () => {
  const project = projectOf({ "phases/03-base/03-01-PLAN.md": planText({ plan: "01", tasks: [] }) });
  assert.equal(
    planCommitMessage(phaseOf(project, "3").plans[0]!.file!),
    "docs(03-01): complete plan: build part 01\n\nWf-Plan: 03-01\n",
  );
});

/** Reads trailers as git does: the last paragraph, all lines of it `Key: value`. */
function trailersOf(message: string): readonly string[] {
  const last = message.trimEnd().split(/\n[ \t]*\n/).at(-1)!.split("\n");
  assert.ok(last.every((line) => /^[A-Za-z-]+: \S/.test(line)), message);
  return last;
}

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  anyText,
  fc.array(
    fc.constantFrom("Add", "fix", "a", "Wf-Task: 9", "\n\n", "—", "test", "🚀", "…", "#", "---", ":"),
    {
      maxLength: 40,
    },
  ).map((words) => words.join(" ")),
);

Deno.test("any name gives a subject of the specified form, the full text and both trailers", () => {
  fc.assert(fc.property(names, fc.integer({ min: 1, max: 99 }), (name, number) => {
    const message = messageOf(name, number);
    const [subject, blank, ...rest] = message.split("\n");
    assert.match(subject!, /^(?:feat|fix|refactor|test|docs|chore)\(03-01\): \S/);
    assert.ok(subject!.length <= 72);
    assert.equal(blank, "");
    assert.deepEqual(trailersOf(message), ["Wf-Plan: 03-01", `Wf-Task: ${number}`]);
    assert.ok(message.endsWith("\n") && !message.endsWith("\n\n"));
    const description = describe(name) || `task ${number}`;
    assert.ok(subject!.endsWith(`: ${description}`) || rest[0] === description, message);
  }));
});

Deno.test("a message ends so that another trailer can be appended", () => {
  assert.deepEqual(trailersOf(`${messageOf("Add x")}Wf-Answer: yes\n`).at(-1), "Wf-Answer: yes");
});

Deno.test("withFailedTests() adds the command of failing tests on one line, after the other trailers", () => {
  const message = withFailedTests(messageOf("Write failing test"), {
    plan: "03-01",
    task: 1,
    command: "cd a &&\n t",
  });
  assert.equal(
    message,
    "test(03-01): write failing test\n\nWf-Plan: 03-01\nWf-Task: 1\nWf-Red: 03-01/1 cd a && t\n",
  );
});

Deno.test("withTests() adds the tasks of tests to the commit of their implementation, whose messages it names", () => {
  const message = withProject(messageOf("Add login", 3), "app");
  const first = withFailedTests(messageOf("Write failing test"), { plan: "03-01", task: 1, command: "t" });
  const earlier = [{ task: 1, message: first }, { task: 2, message: messageOf("Add tests", 2) }];
  assert.equal(
    withTests(message, earlier),
    "feat(03-01): add login\n\nContains the tests of task 1 (test(03-01): write failing test) and task 2 " +
      "(test(03-01): add tests): a hook refuses them while they fail.\n\n" +
      "Wf-Plan: 03-01\nWf-Task: 1\nWf-Red: 03-01/1 t\nWf-Task: 2\nWf-Task: 3\nWf-Project: app\n",
  );
  assert.equal(withTests(message, []), message);
});
