import assert from "node:assert/strict";
import { restructureState } from "../../../lib/plan/documents/state_structure.ts";
import { planText } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const STATE = `---
progress:
  total_phases: 3
  completed_phases: 1
  total_plans: 2
  completed_plans: 1
  percent: 33
---

# Project State

## Current Position

Phase: 1 of 3 (Base)
Plan: 1 of 1 in current phase

Progress: [███░░░░░░░] 33%
`;
const ROADMAP = "### Phase 1: Base\n### Phase 2: More\n### Phase 3: Last\n";
const plan = (phase: string) => planText({ phase, plan: "01", tasks: [] });
const PHASES = {
  "phases/01-base/01-01-PLAN.md": plan("01-base"),
  "phases/01-base/01-01-SUMMARY.md": null,
  "phases/02-more/02-01-PLAN.md": plan("02-more"),
};

/** The lines of the state that change with the roadmap and the files. */
function changed(roadmap: string, files: Readonly<Record<string, string | null>> = {}): readonly string[] {
  const before = projectOf({ "ROADMAP.md": ROADMAP, ...PHASES });
  const after = projectOf({ "ROADMAP.md": roadmap, ...PHASES, ...files });
  const old = STATE.split("\n");
  return restructureState(STATE, { before, after, numbers: new Map() }).split("\n")
    .filter((line, index) => line !== old[index]).map((line) => line.trim());
}

Deno.test("a phase that is abandoned leaves all counts, and the place of the current phase stays", () => {
  assert.deepEqual(changed(ROADMAP.replace("1: Base", "1: Base (CANCELLED: no)")), [
    "total_phases: 2",
    "completed_phases: 0",
    "total_plans: 1",
    "completed_plans: 0",
    "percent: 0",
    "Progress: [░░░░░░░░░░] 0%",
  ]);
});

Deno.test("a plan that is added counts as it does after a run: phases without plans are not forgotten", () => {
  assert.deepEqual(changed(ROADMAP, { "phases/03-last/03-01-PLAN.md": plan("03-last") }), ["total_plans: 3"]);
  assert.deepEqual(changed(ROADMAP, { "phases/02-more/02-02-PLAN.md": plan("02-more") }), [
    "total_plans: 3",
    "percent: 22",
    "Progress: [██░░░░░░░░] 22%",
  ]);
});
