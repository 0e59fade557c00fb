import assert from "node:assert/strict";
import { plannedQuestions } from "../../lib/plan/questions_to_come.ts";
import { planText, writes } from "../support/plans.ts";
import { planOf, projectOf } from "../support/project.ts";

const LOOK = '<task type="checkpoint:human-verify"><name>Look</name></task>';
const CHOOSE = `<task type="checkpoint:decision"><name>Choose</name>
<options><option id="a"><name>A</name></option><option id="b"><name>B</name></option></options></task>`;
const ACT = '<task type="checkpoint:human-action"><name>Sign up</name></task>';

/** A plan whose first two checkpoints are put off, as it runs beside another. */
const plan = planOf(
  projectOf({
    "ROADMAP.md": "### Phase 1: Base\n",
    "phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [writes("a.txt"), LOOK, CHOOSE, ACT],
    }),
    "phases/01-base/01-02-PLAN.md": planText({ plan: "02", files: ["b.txt"], tasks: [writes("b.txt")] }),
  }),
  {
    config: {
      "git.branching_strategy": "phase",
      "parallelization.skip_checkpoints": true,
      "parallelization.min_plans_for_parallel": 2,
    },
  },
);
const GATES = ["confirm_plan", "confirm_plan"];

Deno.test("the questions of a plan are its gates, its checkpoints, its merge and what that may meet", () => {
  const ids = plannedQuestions(plan).map(({ id }) => id);
  assert.deepEqual(ids, [
    ...GATES.slice(1),
    "01-01/4",
    "confirm_plan",
    "01-01/2",
    "01-01/3",
    "merge",
    "conflict",
  ]);
});
