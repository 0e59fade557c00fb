import assert from "node:assert/strict";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { begunPlan, changedPlanQuestion, planChanges } from "../../../lib/plan/run/plan_changes.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { planText, writes } from "../../support/plans.ts";

function begun(text: string) {
  return begunPlan(parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text)).file!);
}

const TEXT = planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt"), writes("b.txt")] });

Deno.test("a plan has not changed if only its prose, its wave or its layout has", () => {
  const text = TEXT.replace("wave: 1", "wave: 2").replace("Purpose: to test.", "Purpose: another.");
  assert.deepEqual(planChanges(begun(TEXT), begun(text)), []);
});

Deno.test("added, removed and changed tasks, must-haves and files are named", () => {
  const more = planText({
    plan: "01",
    files: ["c.txt"],
    tasks: [writes("a.txt"), writes("c.txt"), writes("d.txt")],
  })
    .replace("It works", "It holds");
  assert.deepEqual(planChanges(begun(TEXT), begun(more)), [
    "task 2 changed: Add c.txt",
    "task 3 added: Add d.txt",
    "must_haves changed",
    "files_modified: c.txt added",
    "files_modified: a.txt removed",
  ]);
  assert.deepEqual(planChanges(begun(more), begun(TEXT)).slice(1, 2), ["task 3 removed: Add d.txt"]);
});

Deno.test("the question about a changed plan is a gate, which yolo confirms", () => {
  assert.equal(changedPlanQuestion("01-01", ["task 1 removed: Add a"], "interactive").automatic, undefined);
  assert.equal(changedPlanQuestion("01-01", ["task 1 removed: Add a"], "yolo").automatic, "yes");
});
