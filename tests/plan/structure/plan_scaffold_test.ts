import assert from "node:assert/strict";
import { shellBlocks } from "../../../lib/apply/agent/shell/blocks.ts";
import { placeholder } from "../../../lib/check/rules/placeholder.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { planScaffold } from "../../../lib/plan/structure/plan_scaffold.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

const PATH = ".planning/phases/02-sums/02-01-PLAN.md";

const NEW = {
  id: "02-01",
  path: PATH,
  number: "01",
  type: "execute",
  name: "Subtract numbers",
  goal: "",
  wave: 1,
  dependsOn: [],
} as const;

/** Returns the scripts in the action of a new plan. */
function scriptsIn({ scripted }: { readonly scripted: boolean }): readonly string[] {
  const text = planScaffold({ ...NEW, scripted });
  const [node] = parsePlanFile(new SourceText(PATH, text)).tasks;
  assert.ok(node?.task.type === "auto");
  return shellBlocks(node.task.action).map(({ script }) => script);
}

Deno.test("a new plan without a name of its own has a must-have to fill in, which the rule for placeholders finds", () => {
  const text = planScaffold({ ...NEW, name: "Step 2", unnamed: true, scripted: false });
  const plan = parsePlanFile(new SourceText(PATH, text));
  assert.deepEqual([...placeholder.plan!(plan)].map(({ message }) => message), [
    '"must_haves" is not filled in: "[What is true when this is done]"',
  ]);
});

Deno.test("a new plan for the agent shell has a block to fill in, which fails until then", () => {
  const [script = "", ...others] = scriptsIn({ scripted: true });
  assert.deepEqual(others, []);
  assert.match(script, /^exit 1$/m);
});

Deno.test("a new plan for an agent with a model has no block", () => {
  assert.deepEqual(scriptsIn({ scripted: false }), []);
});

Deno.test("a new plan has a place for its check, and no check until then", () => {
  const text = planScaffold({ ...NEW, scripted: false });
  assert.match(text, /<verify>The tests [^<]*\. <automated>MISSING: [^<]*<\/automated><\/verify>/);
  const [node] = parsePlanFile(new SourceText(PATH, text)).tasks;
  assert.ok(node?.task.type === "auto");
  assert.deepEqual(node.task.checks, []);
});

Deno.test("a new plan ends with the usual checklist and criteria", () => {
  const { body } = parsePlanFile(new SourceText(PATH, planScaffold({ ...NEW, scripted: false }))).file!;
  assert.match(body.verification, /^Before declaring plan complete:\n- \[ \] /);
  assert.equal(
    body.success_criteria,
    "- All tasks completed\n- All verification checks pass\n- No errors or warnings introduced\n- Subtract numbers",
  );
});
