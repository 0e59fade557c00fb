import assert from "node:assert/strict";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { isPlanFileName } from "../../../lib/parse/ids/plan_names.ts";
import { writePlan } from "../../../lib/plan/documents/write_plan.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import type { PlanFile, PlanPart, Task } from "../../../schemas/plan_file.ts";
import { fc } from "../../deps/fast_check.ts";
import { fromRoot } from "../../support/root.ts";
import { mutated, PLANS } from "../../parse/samples.ts";

const PATH = ".planning/phases/03-accounts/03-02-PLAN.md";

function read(text: string, path = PATH) {
  return parsePlanFile(new SourceText(path, text));
}

const PLAN: PlanFile = {
  id: "03-02",
  path: PATH,
  frontmatter: {
    phase: "03-accounts",
    plan: "02",
    type: "execute",
    wave: 1,
    depends_on: [],
    files_modified: ["a.ts"],
    autonomous: true,
    must_haves: { truths: ["It works"] },
  },
  body: {
    objective: "Start.",
    execution_context: "",
    context: "",
    tasks: [],
    verification: "",
    success_criteria: "",
    output: "",
    further: [],
  },
};
const TASK: Task = {
  type: "auto",
  number: 1,
  name: "Do it",
  files: [],
  action: "Do it.",
  verify: "",
  checks: [],
  done: "",
  further: [],
};
const withTask = (changes: object): PlanFile => ({
  ...PLAN,
  body: { ...PLAN.body, tasks: [{ ...TASK, ...changes }] },
});

Deno.test("writePlan() writes the elements in the order of the specification", () => {
  const plan = withTask({
    files: ["a.ts", "b c.ts"],
    verify: "<automated>true</automated>",
    checks: ["true"],
    done: "1 < 2",
  });
  assert.equal(
    writePlan(plan),
    `---
phase: 03-accounts
plan: "02"
type: execute
wave: 1
depends_on: []
files_modified: [a.ts]
autonomous: true
must_haves:
  truths:
    - It works
---

<objective>
Start.
</objective>

<tasks>

<task type="auto">
  <name>Do it</name>
  <files>a.ts, "b c.ts"</files>
  <action>Do it.</action>
  <verify><automated>true</automated></verify>
  <done>1 < 2</done>
</task>

</tasks>
`,
  );
});

const KEPT: readonly [what: string, plan: PlanFile][] = [
  ["actions of several lines, as they are", withTask({ action: "\n  One.\n\n\tTwo <name>x</name>\n  " })],
  [
    "unknown children and attributes",
    withTask({
      tdd: "red",
      attributes: { priority: "1", note: 'a "b"' },
      further: [
        { name: "behavior", text: "- a\n- b" },
        { name: "custom-part", text: "  indented\nnot", attributes: { level: "high" } },
        { name: "", text: "Text outside of elements." },
      ],
    }),
  ],
  ["repeated elements and text outside of elements", {
    ...PLAN,
    body: {
      ...PLAN.body,
      objective: "",
      further: [
        { name: "objective", text: "Second." },
        { name: "", text: "# Notes\n\nText outside of elements." },
        { name: "interfaces", text: "type A = B<C>;" },
      ],
    },
  }],
  ["checkpoints", {
    ...PLAN,
    body: {
      ...PLAN.body,
      tasks: [
        {
          type: "checkpoint:human-verify",
          number: 1,
          name: "Look",
          files: [],
          gate: "blocking",
          what_built: "A form",
          how_to_verify: "1. Open it\n2. Log in",
          resume_signal: 'Type "approved"',
          further: [],
        },
        {
          type: "checkpoint:decision",
          number: 2,
          name: "Decide: which?",
          files: ["a.ts"],
          gate: "blocking-human",
          decision: "Which?",
          context: "It matters.",
          options: [{ id: "a", name: "A", pros: "fast", cons: "" }, {
            id: "b",
            name: "b",
            pros: "",
            cons: "slow",
          }],
          resume_signal: "",
          further: [],
        },
        {
          type: "checkpoint:human-action",
          number: 3,
          name: "Log in",
          files: [],
          gate: "non-blocking",
          action: "Log in",
          instructions: "Open\nthe page",
          verification: "You are logged in: <automated>whoami</automated>",
          checks: ["whoami"],
          resume_signal: "done",
          further: [],
        },
      ],
    },
  }],
  ["strings that need quotes, and keys of its own", {
    ...PLAN,
    frontmatter: {
      ...PLAN.frontmatter,
      gap_closure: true,
      requirements: ["AUTH-01"],
      must_haves: {
        truths: ["A: b", "yes", "---", "'it''s'\n---\n", "# no comment"],
        artifacts: [{ path: "a.ts", provides: "", min_lines: 3, exports: ["a"], contains: ["x\\("] }],
        key_links: [{ from: "a", to: "b", via: "- c", pattern: "\\bfoo\\(" }],
        notes: [{ deep: [1, null, "01"] }],
      },
      tags: ["1", 1, true, "true", null],
    } as PlanFile["frontmatter"],
  }],
];

for (const [what, plan] of KEPT) {
  Deno.test(`writePlan() keeps ${what}`, () => {
    assert.deepEqual(read(writePlan(plan)).file, plan);
    assert.deepEqual(read(writePlan(plan)).body.problems, []);
  });
}

const UNWRITABLE: readonly [what: string, plan: PlanFile, place: string][] = [
  ["an action with its closing tag", withTask({ action: "a\n</action>\nb" }), "body.tasks.0.action"],
  ["a check that is not in the verification", withTask({ checks: ["true"] }), "body.tasks.0.checks.0"],
  ["a path with an annotation", {
    ...PLAN,
    frontmatter: { ...PLAN.frontmatter, files_modified: ["a (new)"] },
  }, "frontmatter.files_modified.0"],
  ["an ID that the path contradicts", { ...PLAN, id: "04-01" }, "id"],
  ["no truths", { ...PLAN, frontmatter: { ...PLAN.frontmatter, must_haves: { truths: [] } } }, ""],
];

for (const [what, plan, place] of UNWRITABLE) {
  Deno.test(`writePlan() refuses ${what}, and names it`, () => {
    const state = place === "" ? "its frontmatter is not valid" : `"${place}" would be read differently`;
    const message = `Cannot write plan "${plan.id}": ${state}`;
    assert.throws(() => writePlan(plan), { name: "RangeError", message });
  });
}

function* plansIn(folder: string): Iterable<readonly [path: string, text: string]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* plansIn(`${folder}/${name}`);
    else if (isPlanFileName(name)) yield [`${folder}/${name}`, Deno.readTextFileSync(`${folder}/${name}`)];
  }
}

Deno.test("every plan of the fixtures and the demo is the same when it is written and read again", () => {
  let count = 0;
  for (const folder of ["fixtures", "lib/demo/project/planning"]) {
    for (const [path, text] of plansIn(fromRoot(folder))) {
      const { file } = read(text, path);
      if (file === undefined) continue;
      const written = writePlan(file);
      const again = read(written, path);
      assert.deepEqual(withoutLooseText(again.file!), withoutLooseText(file), path);
      assert.equal(writePlan(again.file!), written, path);
      count++;
    }
  }
  assert.ok(count > 200);
});

/** Adjacent texts outside of elements become one. */
function withoutLooseText({ body, ...plan }: PlanFile): PlanFile {
  const named = (parts: readonly PlanPart[]) => parts.filter(({ name }) => name !== "");
  const tasks = body.tasks.map((task) => ({ ...task, further: named(task.further) }));
  return { ...plan, body: { ...body, tasks, further: named(body.further) } };
}

Deno.test("any text that is read as a plan is the same plan when it is written and read again", () => {
  let count = 0;
  fc.assert(
    fc.property(mutated([...PLANS.values()]), (text) => {
      const { file } = read(text);
      if (file === undefined) return;
      count++;
      assert.deepEqual(withoutLooseText(read(writePlan(file)).file!), withoutLooseText(file));
    }),
    { numRuns: 3_000 },
  );
  assert.ok(count > 100);
});

Deno.test("any plan whose texts contain no tags can be written, and is the same when it is read again", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[<>\r\n]|^\s+|\s+$/g, ""));
  const word = line.map((text) => `x${text}`.trim());
  const lines = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join("\n"));
  const yamlKey = fc.stringMatching(/^[a-z]{1,8}_own$/);
  const plan = fc.record({
    truths: fc.array(word, { minLength: 1, maxLength: 3 }),
    own: fc.dictionary(yamlKey, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2, noNullPrototype: true }),
    objective: lines,
    tasks: fc.array(fc.record({ name: word, action: lines, done: lines, further: lines }), { maxLength: 3 }),
  }).map(({ truths, own, objective, tasks }): PlanFile => ({
    ...PLAN,
    frontmatter: { ...PLAN.frontmatter, must_haves: { truths }, ...own },
    body: {
      ...PLAN.body,
      objective,
      tasks: tasks.map(({ name, action, done, further }, index) => ({
        ...{ ...TASK, number: index + 1, name: name.replace(/\s+/g, " "), action, done },
        further: [{ name: "behavior", text: further }],
      })),
    },
  }));
  fc.assert(fc.property(plan, (plan) => {
    const { file } = read(writePlan(plan));
    assert.deepEqual(JSON.parse(JSON.stringify(file)), JSON.parse(JSON.stringify(plan)));
  }));
});
