import assert from "node:assert/strict";
import { scanBody } from "../../../lib/parse/plan_file/scan_body.ts";
import type { PlanType } from "../../../schemas/plan_file.ts";
import { readTasks } from "../../../lib/parse/plan_file/tasks.ts";

function tasksOf(text: string, type: PlanType = "execute") {
  return readTasks(scanBody(text, 0), text, type).map(({ task }) => task);
}

const TYPES: readonly [written: string, type: string][] = [
  [' type="auto"', "auto"],
  ["", "auto"],
  [' type=""', "auto"],
  [' type="tdd"', "auto"],
  [' type="manual"', "checkpoint:human-action"],
  [' type=" auto "', "auto"],
  [' type="checkpoint:decision"', "checkpoint:decision"],
  [' type="checkpoint:human-verify"', "checkpoint:human-verify"],
  [' type="checkpoint:human-action"', "checkpoint:human-action"],
  [' type="checkpoint"', "checkpoint:human-verify"],
  [' type="checkpoint:review"', "checkpoint:human-verify"],
  [' type="human-verify"', "checkpoint:human-verify"],
  [' type="human-action"', "checkpoint:human-action"],
  [' type="decision"', "checkpoint:decision"],
  [' type="Manual"', "checkpoint:human-action"],
  [' type="Checkpoint:Decision"', "checkpoint:decision"],
];

for (const [written, type] of TYPES) {
  Deno.test(`readTasks() reads <task${written}> as ${type}`, () => {
    assert.deepEqual(tasksOf(`<task${written}>\n</task>`).map((task) => task.type), [type]);
  });
}

Deno.test("readTasks() gives number, type and files without the task, also of the steps of a feature", () => {
  const text =
    `<task>\n<files>a.ts</files>\n</task>\n<task type="manual">\n</task>\n<checkpoint:decision>\n` +
    `</checkpoint:decision>\n`;
  const feature = "<feature>\n<name>B</name>\n<files>b.ts, b_test.ts</files>\n</feature>\n";
  for (const [plan, type] of [[text, "execute"], [feature + feature, "tdd"]] as const) {
    const nodes = readTasks(scanBody(plan, 0), plan, type);
    const known = nodes.map(({ number, type, files }) => ({ number, type, files }));
    assert.deepEqual(known, nodes.map(({ task: { number, type, files } }) => ({ number, type, files })));
    assert.deepEqual(known.map(({ number }) => number), type === "tdd" ? [1, 2, 3, 4, 5, 6] : [1, 2, 3]);
  }
});

Deno.test("readTasks() reads a checkpoint that has its type in its name", () => {
  const text = `<checkpoint:human-action gate="blocking-human">\n<instructions>Pay</instructions>\n` +
    `</checkpoint:human-action>\n<checkpoint:decision>\n<name>A</name>\n</checkpoint:decision>\n`;
  const [action, decision, ...others] = tasksOf(`<task>\n<name>B</name>\n</task>\n${text}`).slice(1);
  assert.deepEqual(others, []);
  assert.ok(action?.type === "checkpoint:human-action" && action.gate === "blocking-human");
  assert.equal(action.instructions, "Pay");
  assert.equal(decision?.type, "checkpoint:decision");
  assert.deepEqual(scanBody(text, 0).problems, []);
});

Deno.test("readTasks() reads features inside of <tasks>, and does not count them next to tasks", () => {
  const feature = "<feature>\n<name>Sum</name>\n<files>a.ts</files>\n</feature>\n";
  const task = '<task type="auto">\n<name>Add</name>\n</task>\n';
  const names = (inner: string) => tasksOf(`<tasks>\n${inner}</tasks>\n`).map(({ name }) => name);
  assert.deepEqual([names(feature), names(feature + task)], [["Sum"], ["Add"]]);
  assert.deepEqual(scanBody(`<tasks>\n${feature}${task}</tasks>\n`, 0).problems, []);
});

Deno.test("readTasks() reads a human-verify checkpoint, which blocks unless it says otherwise", () => {
  const parts =
    "<what-built>A form</what-built>\n<how-to-verify>\n1. Open\n</how-to-verify>\n<resume-signal>ok</resume-signal>";
  const text = `<task type="checkpoint:human-verify">\n${parts}\n</task>\n` +
    `<task type="checkpoint:human-verify" gate="non-blocking">\n<name>Look</name>\n</task>`;
  assert.deepEqual(tasksOf(text), [
    {
      number: 1,
      name: "Verify: A form",
      files: [],
      type: "checkpoint:human-verify",
      gate: "blocking",
      what_built: "A form",
      how_to_verify: "1. Open",
      resume_signal: "ok",
      further: [],
    },
    {
      number: 2,
      name: "Look",
      files: [],
      type: "checkpoint:human-verify",
      gate: "non-blocking",
      what_built: "",
      how_to_verify: "",
      resume_signal: "",
      further: [],
    },
  ]);
});

Deno.test("readTasks() reads the gate of each checkpoint; a word that is not known blocks", () => {
  const gateOf = (gate: string) => {
    const [task] = tasksOf(`<task type="checkpoint:decision" gate="${gate}">\n</task>`);
    return task?.type === "checkpoint:decision" ? task.gate : undefined;
  };
  assert.deepEqual(["blocking", "non-blocking", "blocking-human", "banana"].map(gateOf), [
    "blocking",
    "non-blocking",
    "blocking-human",
    "blocking",
  ]);
});

Deno.test("readTasks() reads the options of a decision in order, each with an ID and a name", () => {
  const text = `<task type="checkpoint:decision">
  <decision>Which?</decision>
  <context>Both work</context>
  <options>
    <option id="db"><name>Database</name><pros>Safe</pros><cons>Slow</cons></option>
    <option><name>Cookie</name></option>
    <option id="c">
      <pros>x</pros>
    </option>
  </options>
  <resume-signal>db or cookie</resume-signal>
</task>`;
  const [task] = tasksOf(text);
  assert.equal(task?.type, "checkpoint:decision");
  assert.deepEqual(task.options, [
    { id: "db", name: "Database", pros: "Safe", cons: "Slow" },
    { id: "2", name: "Cookie", pros: "", cons: "" },
    { id: "c", name: "c", pros: "x", cons: "" },
  ]);
  assert.deepEqual([task.decision, task.context, task.resume_signal], [
    "Which?",
    "Both work",
    "db or cookie",
  ]);
});

Deno.test("readTasks() reads a human action, whose check may stand in <verify>", () => {
  const text = `<task type="checkpoint:human-action">
<action>Make a key</action>
<instructions>On the site</instructions>
<verify>It works</verify>
</task>`;
  const [task] = tasksOf(text);
  assert.equal(task?.type, "checkpoint:human-action");
  assert.deepEqual([task.action, task.instructions, task.verification], [
    "Make a key",
    "On the site",
    "It works",
  ]);
});

Deno.test("readTasks() reads the parts of a human-verify as the instructions of a human action without any", () => {
  const parts = "<what-built>A site</what-built>\n<what-to-do>Sign up</what-to-do>\n" +
    "<how-to-verify>\nOpen it\n</how-to-verify>\n";
  const action = (more: string) => {
    const [task] = tasksOf(`<task type="checkpoint:human-action">\n${parts}${more}</task>`);
    return task?.type === "checkpoint:human-action" ? [task.action, task.instructions] : [];
  };
  assert.deepEqual(action(""), ["", "A site\n\nSign up\n\nOpen it"]);
  assert.deepEqual(action("<action>Go</action>\n"), ["Go", "A site\n\nSign up\n\nOpen it"]);
  assert.deepEqual(action("<instructions>On the site</instructions>\n"), ["", "On the site"]);
});

Deno.test("readTasks() reads action and verify of a human-verify where its own elements are missing", () => {
  const parts = "<action>Show it</action>\n<verify>\nOpen it <automated>npm test</automated>\n</verify>\n";
  const verify = (more: string) => {
    const [task] = tasksOf(`<task type="checkpoint:human-verify">\n${parts}${more}</task>`);
    return task?.type === "checkpoint:human-verify" ? [task.what_built, task.how_to_verify] : [];
  };
  assert.deepEqual(verify(""), ["Show it", "Open it npm test"]);
  assert.deepEqual(verify("<what-built>A page</what-built>\n"), ["A page", "Open it npm test"]);
  assert.deepEqual(verify("<how-to-verify>Look</how-to-verify>\n"), ["Show it", "Look"]);
});

const TASKS = "<task>\n<name>A</name>\n</task>\n<tasks>\n<task>\n<name>B</name>\n</task>\n</tasks>\n";
const FEATURE = "<feature>\n<name>C</name>\n<files>c.ts, c.test.ts</files>\n<behavior>b</behavior>\n" +
  "<implementation>do c</implementation>\n<verify><automated>t</automated></verify>\n</feature>\n";

Deno.test("readTasks() reads tasks inside and outside of <tasks>, and no feature next to them", () => {
  for (const type of ["execute", "tdd"] as const) {
    const names = tasksOf(FEATURE + TASKS, type).map(({ number, name }) => `${number} ${name}`);
    assert.deepEqual(names, ["1 A", "2 B"]);
  }
});

function numbered(text: string): readonly string[] {
  return tasksOf(text).map(({ number, name, type }) => `${number} ${name}: ${type}`);
}

Deno.test("readTasks() reads checkpoints that are elements of their own, in <tasks> and outside", () => {
  const text = "<tasks>\n<task>\n<name>A</name>\n</task>\n" +
    '<checkpoint type="checkpoint:human-verify" gate="blocking">\n<what-built>B</what-built>\n</checkpoint>\n' +
    '</tasks>\n<checkpoint type="human-action">\n<name>C</name>\n</checkpoint>\n' +
    '<checkpoint type="decision">\n<name>D</name>\n</checkpoint>\n<checkpoint>\n<name>E</name>\n</checkpoint>\n';
  assert.deepEqual(numbered(text), [
    "1 A: auto",
    "2 Verify: B: checkpoint:human-verify",
    "3 C: checkpoint:human-action",
    "4 D: checkpoint:decision",
    "5 E: checkpoint:human-verify",
  ]);
});

Deno.test("readTasks() reads a task without a type that begins with <checkpoint> as one", () => {
  const text =
    "<task>\n<checkpoint>\n<action>Look</action>\n</task>\n<task>\n<action>\n<checkpoint>\n</action>\n</task>";
  assert.deepEqual(tasksOf(text).map(({ type }) => type), ["checkpoint:human-verify", "auto"]);
});

Deno.test("readTasks() reads a feature as one task", () => {
  const [task, ...others] = tasksOf(FEATURE);
  assert.equal(others.length, 0);
  assert.deepEqual([task?.name, task?.type === "auto" && task.action], ["C", "do c"]);
});

Deno.test("readTasks() reads each feature of a tdd plan as its tests, its implementation and its refactoring", () => {
  const tasks = tasksOf(FEATURE + FEATURE.replace(">C<", ">D<"), "tdd");
  assert.deepEqual(
    tasks.map((task) => task.type === "auto" && [task.number, task.tdd, task.name, task.action, task.files]),
    [
      [1, "red", "Write failing tests for C", "", ["c.test.ts"]],
      [2, "green", "Implement C", "do c", ["c.ts"]],
      [3, "refactor", "Refactor C", "", ["c.ts", "c.test.ts"]],
      [4, "red", "Write failing tests for D", "", ["c.test.ts"]],
      [5, "green", "Implement D", "do c", ["c.ts"]],
      [6, "refactor", "Refactor D", "", ["c.ts", "c.test.ts"]],
    ],
  );
  for (const task of tasks) {
    assert.deepEqual(task.type === "auto" && task.checks, ["t"]);
    assert.deepEqual(task.further, [{ name: "behavior", text: "b" }]);
  }
});

Deno.test("readTasks() locates all tasks of a feature at its tag", () => {
  const body = scanBody(FEATURE, 0);
  const places = readTasks(body, FEATURE, "tdd").map(({ element: { name, tag } }) => ({ name, tag }));
  const { name, tag } = body.elements[0]!;
  assert.deepEqual(places, [{ name, tag }, { name, tag }, { name, tag }]);
});

const STEPS: readonly (readonly [attributes: string, step: string | undefined])[] = [
  ["", undefined],
  [' type="auto"', undefined],
  [' tdd="true"', "any"],
  [' tdd="false"', undefined],
  [' type="tdd"', "any"],
  [' type="auto" tdd="red"', "red"],
  [' type="tdd-green"', "green"],
  [' type="tdd" tdd="REFACTOR"', "refactor"],
];

for (const [attributes, step] of STEPS) {
  Deno.test(`readTasks() reads the step ${step} from <task${attributes}>`, () => {
    const [task] = tasksOf(`<task${attributes}>\n<name>A</name>\n</task>`);
    assert.equal(task?.type === "auto" ? task.tdd : "no auto task", step);
  });
}

const NAMES: readonly [what: string, text: string, name: string][] = [
  ["the element, on one line", "<task name='B'>\n<name>A\n  b</name>\n</task>", "A b"],
  ["the attribute", "<task name='C'>\n</task>", "C"],
  ["the title, as an element", "<task title='B'>\n<title>A</title>\n</task>", "A"],
  ["the title, as an attribute", "<task title='B'>\n</task>", "B"],
  [
    "what was built",
    '<task type="checkpoint:human-verify">\n<what-built>\nA form\nat /\n</what-built>\n</task>',
    "Verify: A form",
  ],
  [
    "the decision",
    '<task type="checkpoint:decision">\n<decision>Which?</decision>\n</task>',
    "Decide: Which?",
  ],
  ["its number", "<task>\n</task>", "Task 1"],
];

for (const [what, text, name] of NAMES) {
  Deno.test(`readTasks() names a task by ${what}`, () => {
    assert.deepEqual(tasksOf(text).map((task) => task.name), [name]);
  });
}

Deno.test("readTasks() keeps the text of action and verify, and takes its commands", () => {
  const text =
    "<task>\n<action>\n  a\n\n</action>\n<verify>\n<automated>t</automated> and look\n</verify>\n<done> d </done>\n</task>";
  const [task] = tasksOf(text);
  assert.equal(task?.type, "auto");
  assert.equal(task.action, "\n  a\n\n");
  assert.equal(task.verify, "\n<automated>t</automated> and look\n");
  assert.deepEqual([task.checks, task.done], [["t"], "d"]);
});

function furtherOf(inside: string): readonly (readonly [string, string])[] {
  const [task] = tasksOf(`<task type="auto">\n<name>A</name>\n${inside}\n</task>`);
  return task!.further.map(({ name, text }) => [name, text]);
}

const FURTHER: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  ["elements that an auto task does not have", "<behavior>b</behavior>\n<read_first>\n  r\n</read_first>", [
    ["behavior", "b"],
    ["read_first", "  r"],
  ]],
  ["an element that comes a second time", "<action>one</action>\n<action>two</action>", [["action", "two"]]],
  ["an element of the author's own", "<done>d</done>\n<limits>\n    few\n</limits>", [["limits", "    few"]]],
  ["text between elements", "<done>d</done>\nMind the gap.\n<limits>few</limits>\nAnd this.", [
    ["", "Mind the gap."],
    ["limits", "few"],
    ["", "And this."],
  ]],
  ["what is said in attributes", '<read path="a.ts"/>', [["", '<read path="a.ts"/>']]],
  [
    "no comments, and no tags around other elements",
    "<group>\n<!-- why -->\n<action>a</action>\n</group>",
    [],
  ],
  ["an element that is not closed, as text", "<limits>\nfew", [["", "<limits>\nfew"]]],
  [
    "nothing where all is read",
    "<files>a</files>\n<action>a</action>\n<verify>v</verify>\n<done>d</done>",
    [],
  ],
];

for (const [what, inside, further] of FURTHER) {
  Deno.test(`readTasks() keeps what no field of a task holds: ${what}`, () => {
    assert.deepEqual(furtherOf(inside), further);
  });
}

Deno.test("readTasks() keeps what a checkpoint has besides its own elements", () => {
  const [task] = tasksOf(
    '<task type="checkpoint:human-verify">\n<what-built>A page</what-built>\n<action>Open it</action>\n' +
      "<how-to-verify>Look</how-to-verify>\n<resume-signal>ok</resume-signal>\n</task>",
  );
  assert.deepEqual(task!.further, [{ name: "action", text: "Open it" }]);
});
