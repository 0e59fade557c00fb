import assert from "node:assert/strict";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { correctionOf, taskPlace } from "../../../lib/plan/run/task_place.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

const PATH = ".planning/phases/01-start/01-01-PLAN.md";
const PLAN = parsePlanFile(
  new SourceText(
    PATH,
    `---
phase: 01-start
plan: 01
---
<task type="auto">
  <name>Add a greeting</name>
  <action>Greet.</action>
  <verify><automated>true</automated></verify>
</task>
<task type="auto">
  <name>Without an action</name>
</task>
`,
  ),
);

Deno.test("the place of an action is its file and line, and that of its task if it has none", () => {
  assert.deepEqual([1, 2, 3].map((task) => taskPlace(PLAN, task, "action")), [
    `${PATH}:7`,
    `${PATH}:10`,
    PATH,
  ]);
});

Deno.test("after a failure, the file and line to correct are named, or the log to read", () => {
  const after = (check: boolean, script?: "run" | "missing") =>
    correctionOf(PLAN, { task: 1, check, script });
  assert.equal(after(false, "run"), `correct the script: ${PATH}:7`);
  assert.equal(after(false, "missing"), `add an sh block: ${PATH}:7`);
  assert.equal(after(true, "run"), `correct the script or its check (line 8): ${PATH}:7`);
  assert.equal(after(false), "see wf log 01-01/1");
  assert.equal(after(true), `see wf log 01-01/1; if the check is wrong, correct it: ${PATH}:8`);
});
