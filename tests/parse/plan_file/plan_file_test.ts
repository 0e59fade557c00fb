import assert from "node:assert/strict";
import { isPlanFileName } from "../../../lib/parse/ids/plan_names.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { frontmatter } from "../planning_tree.ts";
import { CHECKPOINT_PLAN, EXECUTE_PLAN, longPlan } from "../samples.ts";

function planOf(text: string, path = "03-accounts/03-02-PLAN.md") {
  return parsePlanFile(new SourceText(`.planning/phases/${path}`, text));
}

const NAMES: readonly [name: string, isPlan: boolean][] = [
  ["03-01-PLAN.md", true],
  ["02.1-03-PLAN.md", true],
  ["03-01-auth-PLAN.md", true],
  ["01-foundation-01-PLAN.md", true],
  ["383-PLAN.md", true],
  ["PLAN.md", true],
  ["01-plan.md", true],
  ["01-PLAN-02.md", true],
  ["PLAN-02.md", true],
  ["01-PLAN-scaffold.md", false],
  ["01-02-PLAN-03.md", false],
  ["01-PLAN-02-SUMMARY.md", false],
  ["01-PLAN-OUTLINE.md", false],
  ["01-01-PLAN.pre-bounce.md", false],
  ["01-01-SUMMARY.md", false],
  ["EXPLAN.md", false],
  ["01-PLAN.md.bak", false],
];

for (const [name, isPlan] of NAMES) {
  Deno.test(`isPlanFileName() is ${isPlan} for ${name}`, () => {
    assert.equal(isPlanFileName(name), isPlan);
  });
}

const IDS: readonly [path: string, lines: Readonly<Record<string, string>> | undefined, id: string][] = [
  ["03-auth/03-02-PLAN.md", { phase: "03-auth", plan: "02" }, "03-02"],
  ["03-auth/03-02-PLAN.md", { phase: "04-other", plan: "1" }, "03-01"],
  ["03-auth/03-02-PLAN.md", { phase: "03-auth", plan: "03-05" }, "03-05"],
  ["03-auth/03-02-PLAN.md", { phase: "03-auth", plan: "x" }, "03-02"],
  ["02.1-mend/02.1-03-PLAN.md", { phase: "02.1", plan: "02.10" }, "02.1-02.10"],
  ["12A-x/12A-01-PLAN.md", { phase: "12A-x" }, "12A-01"],
  ["383-x/383-PLAN.md", { phase: "383-x", plan: "2" }, "383-02"],
  ["383-x/383-PLAN.md", undefined, "383-01"],
  ["01-base/06-plan.md", undefined, "01-06"],
  ["01-foundation/01-foundation-04-PLAN.md", undefined, "01-04"],
  ["03-auth/03-01-login-PLAN.md", undefined, "03-01"],
  ["01-base/PLAN.md", undefined, "01-01"],
  ["25-gap/25-GAP-FIX-PLAN.md", { phase: "25-gap", plan: "GAP-FIX" }, "25-GAP-FIX"],
  ["25-mend/25-GAP-FIX-PLAN.md", { phase: "25-mend", plan: "25-GAP-FIX" }, "25-GAP-FIX"],
  ["25-mend/25-GAP-FIX-PLAN.md", { phase: "25-mend", plan: "" }, "25-GAP-FIX"],
  ["06-x/06-GAP-01-PLAN.md", { phase: "06-x", plan: "gap-01" }, "06-gap-01"],
  ["05-x/05-GAP-02-PLAN.md", { phase: "05-x", plan: "GAP" }, "05-GAP-02"],
  ["08-x/PLAN.md", { phase: "08-x", plan: "hotfix" }, "08-hotfix"],
  ["08-x/08-03-PLAN.md", { phase: "08-x", plan: "hotfix" }, "08-03"],
  ["01-base/01-base-02-PLAN.md", { phase: "01-base", plan: "base" }, "01-02"],
  ["01-foundation/01-foundation-PLAN.md", { phase: "01-foundation", plan: "" }, "01-01"],
  ["43-x/43-11J-PLAN.md", { phase: "43-x", plan: "11J" }, "43-11J"],
  ["02-x/02-PLAN-02.md", undefined, "02-02"],
  ["02-x/PLAN-02.md", undefined, "02-02"],
  ["08-5-name/08-5-03-PLAN.md", { phase: "08-5", plan: "" }, "08-03"],
  ["02-signal/02.1-PLAN.md", { phase: "02.1", plan: "" }, "02-02.1"],
  ["CK-01-base/CK-01-02-PLAN.md", { phase: "CK-01-base", plan: "" }, "01-02"],
  ["notes/04-02-PLAN.md", { phase: "04-x", plan: "02" }, "04-02"],
  ["notes/04-02-PLAN.md", undefined, "04-02"],
  ["notes/PLAN.md", undefined, "00-01"],
  ["-notes/-notes-02-PLAN.md", undefined, "00-02"],
];

for (const [path, lines, id] of IDS) {
  Deno.test(`parsePlanFile() gives ${path} ${lines ? JSON.stringify(lines) : "without frontmatter"} the ID ${id}`, () => {
    assert.equal(planOf(lines === undefined ? "# Plan\n" : frontmatter(lines), path).id, id);
  });
}

Deno.test("parsePlanFile() reads a whole plan", () => {
  const { file, notes, body } = planOf(EXECUTE_PLAN);
  assert.deepEqual(notes, []);
  assert.deepEqual(body.problems, []);
  assert.equal(file?.frontmatter.phase, "03-accounts");
  assert.deepEqual(file?.frontmatter.must_haves.truths, [
    "A person with an account can log in",
    "The session's cookie is HttpOnly",
    "A wrong password says so, and nothing else",
  ]);
  assert.equal(file?.frontmatter.must_haves.key_links?.[0]?.via, "opens a session after the check");
  assert.equal(file?.body.objective.split("\n")[0], "Log people in — without a password in any log.");
  assert.deepEqual(file?.body.tasks.map(({ type }) => type), ["auto", "checkpoint:human-verify"]);
  assert.equal(file?.body.output, ".planning/phases/03-accounts/03-02-SUMMARY.md");
});

Deno.test("parsePlanFile() reads the same plan with CRLF and with a byte order mark", () => {
  const fields = planOf(EXECUTE_PLAN).fields;
  const marked = planOf(`\uFEFF${EXECUTE_PLAN}`);
  const crlf = planOf(EXECUTE_PLAN.replaceAll("\n", "\r\n"));
  assert.deepEqual(marked.fields, fields);
  assert.deepEqual(crlf.fields, fields);
  assert.deepEqual(marked.file?.body, planOf(EXECUTE_PLAN).file?.body);
  assert.equal(crlf.tasks.length, 2);
});

Deno.test("parsePlanFile() reads tags side by side and paths in any script", () => {
  const { file, body } = planOf(CHECKPOINT_PLAN, "04.1-cart/04.1-01-PLAN.md");
  assert.deepEqual(body.problems, []);
  assert.equal(file?.id, "04.1-01");
  assert.deepEqual(file?.body.tasks.map(({ files }) => files), [[], [], [
    "app/(shop)/cart/page.tsx",
    "тест/корзина.ts",
  ]]);
  assert.equal(file?.body.output, "SUMMARY");
});

Deno.test("parsePlanFile() has no plan where the frontmatter breaks the schema, but all that can be read", () => {
  const plan = planOf(`${frontmatter({ wave: "two", phase: "03-accounts" })}<task>\n<name>A</name>\n</task>`);
  assert.equal(plan.file, undefined);
  assert.deepEqual(plan.schemaErrors.map(({ instancePath, keyword }) => [instancePath, keyword]), [[
    "/wave",
    "type",
  ]]);
  assert.equal(plan.fields["phase"], "03-accounts");
  assert.deepEqual(plan.tasks.map(({ task }) => task.name), ["A"]);
});

Deno.test("parsePlanFile() keeps the schema errors of one plan when another is parsed", () => {
  const first = planOf(frontmatter({ wave: "two" }));
  planOf(frontmatter({ must_haves: "works", autonomous: "perhaps" }));
  assert.deepEqual(first.schemaErrors.map(({ keyword }) => keyword), ["type"]);
});

Deno.test("parsePlanFile() reads a plan of 145 kB", () => {
  const { tasks, body } = planOf(longPlan(145_000));
  assert.deepEqual(body.problems, []);
  assert.ok(tasks.length > 200);
  assert.equal(new Set(tasks.map(({ task }) => task.type === "auto" && task.action)).size, 1);
});

Deno.test("parsePlanFile() knows the requirements of a plan however its items name them", () => {
  const plan = planOf(frontmatter({ requirements: '["A-1..A-3", "B-1 (partial)", TBD, C-1: what it is]' }));
  assert.deepEqual(plan.file?.frontmatter.requirements, ["A-1", "A-2", "A-3", "B-1", "C-1"]);
  assert.deepEqual(plan.fields["requirements"], ["A-1..A-3", "B-1 (partial)", "TBD", "C-1: what it is"]);
});

Deno.test("a body is scanned when it is asked for, and once", () => {
  const plan = planOf(EXECUTE_PLAN);
  assert.equal(plan.body, plan.body);
  assert.equal(plan.tasks, plan.tasks);
  assert.equal(plan.tasks[0]!.task, plan.tasks[0]!.task);
  assert.equal(plan.file!.body, plan.file!.body);
  assert.deepEqual(plan.file!.body.tasks, plan.tasks.map(({ task }) => task));
  assert.deepEqual(plan.tasks.map(({ files }) => files), plan.tasks.map(({ task }) => task.files));
});
