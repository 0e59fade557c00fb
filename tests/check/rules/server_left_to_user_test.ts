import assert from "node:assert/strict";
import { checkPlan } from "../../../lib/check/rule.ts";
import { serverLeftToUser } from "../../../lib/check/rules/server_left_to_user.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { frontmatter } from "../../parse/planning_tree.ts";

/** The advice about what a person is asked to do; empty when there is none. */
function advice(steps: string): string {
  const task = `<task type="checkpoint:human-verify" gate="blocking">\n<what-built>A page</what-built>\n` +
    `<how-to-verify>\n${steps}\n</how-to-verify>\n</task>\n`;
  const text = `${frontmatter()}<tasks>\n${task}</tasks>\n`;
  const plan = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
  return checkPlan(plan, [serverLeftToUser]).map(({ hint }) => hint).join();
}

Deno.test("the hint is to remove the step that starts a server if there is a URL, otherwise to name one", () => {
  assert.match(advice("1. Run `npm run dev`\n2. Click on Save"), /^Name the URL to visit: /);
  assert.match(advice("1. Run `npm run dev`\n2. Visit http://localhost:3000"), /^Remove this step: /);
  assert.match(advice("1. `npm run dev`\n2. Open localhost:5173"), /^Remove this step: /);
  assert.equal(advice("Visit https://example.com/sow"), "");
});
