import assert from "node:assert/strict";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { actionPlace } from "../../../lib/plan/run/action_place.ts";
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
</task>
<task type="auto">
  <name>Without an action</name>
</task>
`,
  ),
);

Deno.test("the place of an action is its file and line, and that of its task if it has none", () => {
  assert.deepEqual([1, 2, 3].map((task) => actionPlace(PLAN, task)), [`${PATH}:7`, `${PATH}:9`, PATH]);
});
