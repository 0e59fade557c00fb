import assert from "node:assert/strict";
import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";
import type { YamlNode } from "../../../lib/parse/yaml/yaml.ts";
import { renderSummary, type SummaryCommit } from "../../../lib/plan/documents/summary.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const TIME = new Date("2026-11-21T23:59:59.999Z");

function plan(
  frontmatter: Partial<PlanFile["frontmatter"]> = {},
  body: Partial<PlanFile["body"]> = {},
): PlanFile {
  const task = (number: number, name: string): Task => ({
    number,
    name,
    files: number === 1 ? ["src/a.ts"] : [],
    type: "auto",
    action: "",
    verify: "",
    checks: [],
    done: "",
    further: [],
  });
  return {
    id: "03-01",
    path: ".planning/phases/03-auth/03-01-PLAN.md",
    frontmatter: {
      phase: "03-auth",
      plan: "01",
      type: "execute",
      wave: 1,
      depends_on: ["02-01"],
      files_modified: ["./src/b.ts", "docs/"],
      autonomous: true,
      requirements: ["AUTH-01", "AUTH-02"],
      must_haves: {
        truths: ["x"],
        artifacts: [{ path: "src/a.ts", provides: "Log in" }, { path: "b", provides: "" }],
      },
      ...frontmatter,
    },
    body: {
      objective: "Let people log in.\n\nPurpose: security",
      execution_context: "",
      context: "",
      tasks: [task(1, "Add the form"), task(2, "Fix: the button")],
      verification: "",
      success_criteria: "",
      output: "",
      further: [],
      ...body,
    },
  };
}

Deno.test("renderSummary() lists skipped tasks with the reason, and then completes no requirements", () => {
  const text = renderSummary({
    plan: plan(),
    commits: [],
    skipped: [{ task: 2, why: "not needed" }],
    time: TIME,
  });
  assert.match(text, /\n## Skipped Tasks\n\n- Task 2, fix: the button: not needed\n\n/);
  assert.match(text, /^requirements-completed: \[\]$/m);
});

function commit(task: number, files: Partial<SummaryCommit> = {}): SummaryCommit {
  return {
    task,
    commit: `${task}abcdef0123456789`,
    subject: `${task === 1 ? "feat" : "fix"}(03-01): x`,
    created: [],
    modified: [],
    ...files,
  };
}

/** The frontmatter as plain values. */
function fieldsOf(text: string): Record<string, unknown> {
  const plain = (node: YamlNode): unknown =>
    node.kind === "scalar"
      ? node.text
      : node.kind === "list"
      ? node.items.map(plain)
      : Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  const frontmatter = parseFrontmatter(text);
  assert.equal(frontmatter.kind, "parsed", JSON.stringify(frontmatter));
  return plain((frontmatter as Extract<typeof frontmatter, { kind: "parsed" }>).root) as Record<
    string,
    unknown
  >;
}

const WHOLE = renderSummary({
  plan: plan(),
  commits: [
    commit(1, { created: ["src/a.ts"], modified: ["src/b.ts", "package.json"] }),
    commit(2, { created: ["docs/use.md"], modified: ["src/a.ts"] }),
  ],
  time: TIME,
});

Deno.test("a summary has the frontmatter that readers of such documents know", () => {
  assert.deepEqual(fieldsOf(WHOLE), {
    phase: "03-auth",
    plan: "01",
    requires: ["02-01"],
    provides: ["Log in"],
    "key-files": { created: ["docs/use.md", "src/a.ts"], modified: ["package.json", "src/b.ts"] },
    "requirements-completed": ["AUTH-01", "AUTH-02"],
    completed: "2026-11-21",
  });
});

Deno.test("a summary contains the objective, each task with its commit, and the files", () => {
  assert.equal(
    WHOLE.slice(WHOLE.indexOf("\n# ") + 1),
    `# Plan 03-01 Summary

**Let people log in.**

## Task Commits

1. **Task 1: add the form** - \`1abcdef\` (feat)
2. **Task 2: fix: the button** - \`2abcdef\` (fix)

## Files

- \`docs/use.md\` (created)
- \`src/a.ts\` (created)
- \`package.json\` (modified)
- \`src/b.ts\` (modified)

## Declared Against Actual

Changed, but not declared in the plan:

- \`package.json\`
`,
  );
});

Deno.test("a file that one task makes and another changes is a new one", () => {
  const text = renderSummary({
    plan: plan(),
    commits: [commit(1, { modified: ["x"] }), commit(2, { created: ["x"] })],
    time: TIME,
  });
  assert.deepEqual(fieldsOf(text)["key-files"], { created: ["x"], modified: [] });
});

/** Returns the comparison of declared and actual files in a summary; the plan declares src/b.ts, docs/ and src/a.ts. */
function comparisonOf(...created: readonly string[]): string {
  const text = renderSummary({ plan: plan(), commits: [commit(1, { created })], time: TIME });
  const [, comparison = ""] = text.split("\n## Declared Against Actual\n");
  return comparison;
}

Deno.test("a summary without differences has no comparison", () => {
  assert.equal(comparisonOf("src/a.ts", "src/b.ts", "docs/use.md"), "");
});

Deno.test("a summary names declared files and folders that were not changed", () => {
  assert.equal(
    comparisonOf("src/a.ts"),
    "\nDeclared in the plan, but not changed:\n\n- `src/b.ts`\n- `docs/`\n",
  );
});

Deno.test("a summary lists undeclared changes and unchanged declarations", () => {
  assert.equal(
    comparisonOf("src/a.ts", "src/b.ts", "src/c.ts"),
    "\nChanged, but not declared in the plan:\n\n- `src/c.ts`\n" +
      "\nDeclared in the plan, but not changed:\n\n- `docs/`\n",
  );
});

Deno.test("a declared file does not cover another with the same prefix", () => {
  assert.match(comparisonOf("src/a.tsx"), /^\nChanged, [^\n]*:\n\n- `src\/a\.tsx`\n/);
});

Deno.test("a folder that is declared covers the files in it, and no other", () => {
  assert.match(comparisonOf("docs/a/b.md", "docs.md"), /^\nChanged, [^\n]*:\n\n- `docs\.md`\n\n/);
});

Deno.test("a summary reports that tasks changed no files", () => {
  assert.match(renderSummary({ plan: plan(), commits: [commit(1)], time: TIME }), /## Files\n\nNone\.\n\n/);
});

Deno.test("a plan without objective, artifacts and requirements has a summary too", () => {
  const bare = plan({ must_haves: { truths: ["x"] } }, { objective: "" });
  const { requirements: _, ...frontmatter } = bare.frontmatter;
  const text = renderSummary({ plan: { ...bare, frontmatter }, commits: [], time: TIME });
  assert.match(text, /^\*\*Plan 03-01 is complete\.\*\*$/m);
  assert.deepEqual(fieldsOf(text)["requirements-completed"], []);
  assert.deepEqual(fieldsOf(text)["provides"], []);
});

Deno.test("a commit of a task that the plan no longer has is listed by its subject", () => {
  const text = renderSummary({ plan: plan(), commits: [commit(9)], time: TIME });
  assert.match(text, /^1\. \*\*Task 9: fix\(03-01\): x\*\*/m);
});

Deno.test("the frontmatter is valid YAML with any names", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    anyText.map((text) => `x${text.toWellFormed()}`),
    fc.constantFrom(
      "---",
      "a: b",
      "- x",
      "'",
      '"',
      "\\",
      "#",
      "[x]",
      "{",
      "null",
      "01",
      "a\nb\n---\n",
      "\u0085",
      "\u2028",
    ),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), name, (names, phase) => {
      const text = renderSummary({
        plan: plan({ phase, depends_on: names, requirements: names }),
        commits: [commit(1, { created: names })],
        time: TIME,
      });
      const fields = fieldsOf(text);
      assert.equal(fields["phase"], phase);
      assert.deepEqual(fields["requires"], names);
      assert.deepEqual(fields["requirements-completed"], names);
      assert.deepEqual(
        (fields["key-files"] as Record<string, unknown>)["created"],
        [...new Set(names)].sort(),
      );
    }),
    { numRuns: 50 },
  );
});

/** The lines about tests of a tdd plan whose first task has commits with some properties. */
function testsFirst(red: string | undefined, check: string, { later = true, same = false } = {}): string {
  const auto = { files: [], type: "auto", action: "", verify: "", done: "", further: [] } as const;
  const tasks: Task[] = [
    { ...auto, number: 1, name: "Write failing test", checks: check === "" ? [] : [check] },
    ...later ? [{ ...auto, number: 2, name: "Add login", checks: [] }] : [],
  ];
  const first = { ...commit(1), ...(red === undefined ? {} : { red }) };
  const second = same ? { ...commit(2), commit: first.commit } : commit(2);
  const text = renderSummary({
    plan: plan({ type: "tdd" }, { tasks }),
    commits: later ? [first, second] : [first],
    time: TIME,
  });
  return /## Tests First\n\n- Tests of task 1: (.*)\n\n##/.exec(text)?.[1] ?? "";
}

Deno.test("a summary shows whether tests failed before their implementation", () => {
  const table: readonly (readonly [lines: string, expected: string])[] = [
    [testsFirst("npm test", "npm test"), "`npm test` failed, and passes since task 2"],
    [testsFirst("npm test", "npm test", { later: false }), "`npm test` failed"],
    [testsFirst("! npm test", "! npm test"), "`! npm test` showed that they failed, before task 2"],
    [testsFirst(undefined, "npm test"), "not seen to fail: `npm test` passed before the implementation"],
    [testsFirst(undefined, ""), "not seen to fail, because no check runs them"],
    [
      testsFirst("npm test", "npm test", { same: true }),
      "`npm test` failed, and passes since task 2; in one commit with task 2, because a git hook refuses failing tests",
    ],
  ];
  for (const [lines, expected] of table) assert.equal(lines, expected);
  assert.doesNotMatch(WHOLE, /Tests First/);
});
