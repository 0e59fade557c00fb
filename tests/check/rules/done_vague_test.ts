import assert from "node:assert/strict";
import { checkPlan } from "../../../lib/check/rule.ts";
import { doneVague } from "../../../lib/check/rules/done_vague.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { frontmatter } from "../../parse/planning_tree.ts";

/** Which of these criteria are vague. */
function vague(criteria: readonly string[]): readonly string[] {
  const tasks = criteria.map((done) =>
    `<task type="auto">\n<name>Sow</name>\n<done>${done}</done>\n</task>\n`
  );
  const text = `${frontmatter()}<tasks>\n${tasks.join("")}</tasks>\n`;
  const plan = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
  const tags = new Map(plan.tasks.map(({ element }, index) => [
    element.children.find(({ name }) => name === "done")!.tag.start,
    criteria[index]!,
  ]));
  return checkPlan(plan, [doneVague]).map(({ span }) => tags.get(span.start)!);
}

const SUBJECTS = [
  ...["It", "This", "Everything", "All", "The task", "Tasks", "Work", "The work 2", "Code", "The code"],
  ...["Change", "The changes", "Feature", "The features", "Implementation", "Step 3", "The steps", "Actions"],
  ...["Requirement 1", "The requirements", "All requirements", "All the tasks"],
];
const VERBS = ["", "is ", "are ", "was ", "were ", "has been ", "have been "];
const ENDS = [
  ...["done", "complete", "completed", "finished", "implemented", "made", "met", "ready", "in place"],
  ...["successful", "working"],
];
const PLAIN = [
  ...["All good", "All set", "Success", "As described", "See above", "Per the plan", "Like in the spec"],
  ...["Same as above", "Implemented as specified", "Works as planned", "Working as required"],
  ...["Work as stated", "Done as requested in the action", "That works", "Things work well", "App runs"],
  ...["The application functions correctly", "This is fine", "Works", "work properly", "Looks good"],
  ...["look right", "N/A", "na", "None", "yes", "OK", "okay", "done", "Fully implemented", "In place"],
  ...["Successfully completed", "Finished successfully"],
];

Deno.test("criteria that any result would meet are vague, with any subject, verb and end", () => {
  assert.deepEqual(vague(PLAIN), PLAIN);
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom(...SUBJECTS), fc.constantFrom(...VERBS), fc.constantFrom(...ENDS)),
      ([subject, verb, end]) => {
        const sentence = `${subject} ${verb}${end}.`;
        assert.deepEqual(vague([sentence]), [sentence]);
      },
    ),
  );
});

Deno.test("criteria that say what can be seen are not vague, whatever word they begin with", () => {
  const seen = [
    ...["All tests in sow_test.ts pass", "The spec lists five seeds", "It works offline and shows a banner"],
    ...[
      "Done when the list is empty",
      "Works with Node 20",
      "Rows stay in order",
      "401 for a wrong password",
    ],
    ...[
      "Task list shows three rows",
      "See docs/sow.md for the table of fields",
      "In place of a crash, a hint",
    ],
  ];
  assert.deepEqual(vague(seen), []);
});
