import assert from "node:assert/strict";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import type { PlanDocument } from "../../../lib/parse/plan_file/plan_file.ts";
import { hasSummary } from "../../../lib/parse/project/project.ts";
import type { Phase } from "../../../lib/parse/project/model.ts";
import { isoDate, measureProgress, openPhases } from "../../../lib/plan/progress/progress.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { planText } from "../../support/plans.ts";
import { phaseOf, projectOf } from "../../support/project.ts";

const TIME = new Date("2026-11-21T12:00:00Z");

function text(phase: string, plan: string): string {
  return planText({ phase, plan, tasks: [] });
}

const FILES: Record<string, string | null> = {
  "phases/01-base/01-01-PLAN.md": text("01-base", "01"),
  "phases/01-base/01-01-SUMMARY.md": null,
  "phases/02-more/02-01-PLAN.md": text("02-more", "01"),
  "phases/02-more/02-02-PLAN.md": text("02-more", "02"),
  "phases/02.1-fix/02.1-01-PLAN.md": text("02.1-fix", "01"),
  "phases/03-empty/03-CONTEXT.md": null,
};

function progress(files: Record<string, string | null> = FILES, phase = "2", completed = "02-01") {
  const project = projectOf(files);
  const isComplete = (plan: PlanDocument, phase: Phase) => hasSummary(phase, plan);
  return measureProgress(project, { phase: phaseOf(project, phase), completed, isComplete, time: TIME });
}

Deno.test("measureProgress() counts plans with a summary, and the one that was just completed", () => {
  const { plans, allPlans, completedPlans } = progress();
  assert.deepEqual(plans, [
    { id: "02-01", stem: "02-01", complete: true },
    { id: "02-02", stem: "02-02", complete: false },
  ]);
  assert.deepEqual([completedPlans, allPlans], [2, 4]);
});

Deno.test("measureProgress() counts the phases whose plans are all complete, and none without plans", () => {
  const { phases, plannedPhases, completedPhases } = progress();
  assert.deepEqual([completedPhases, plannedPhases, phases], [1, 3, 4]);
});

Deno.test("a phase without plans is complete once the roadmap ticks it", () => {
  const roadmap =
    "- [x] **Phase 3: Empty** - x\n- [x] **Phase 4: Listed** - x\n- [ ] **Phase 5: Open** - x\n";
  const { completedPhases, phases } = progress({ ...FILES, "ROADMAP.md": roadmap });
  assert.deepEqual([completedPhases, phases], [3, 6]);
});

Deno.test("the completed plan counts in its own phase only", () => {
  assert.equal(progress(FILES, "2.1", "02-01").completedPlans, 1);
});

Deno.test("phases of the roadmap without a folder count, each once", () => {
  const roadmap = "### Phase 2: More\n### Phase 4: Later\n- [ ] **Phase 4: Later** - x\n";
  const { phases, lastPhase } = progress({ ...FILES, "ROADMAP.md": roadmap });
  assert.equal(phases, 5);
  assert.deepEqual(lastPhase.parts, [4]);
});

Deno.test("phases of a shipped milestone, folded away in the roadmap, do not count", () => {
  const roadmap =
    "<details>\n<summary>v1.0</summary>\n\n### Phase 8: Old\n\n</details>\n\n### Phase 2: More\n";
  assert.equal(progress({ ...FILES, "ROADMAP.md": roadmap }).phases, 4);
});

Deno.test("phases that are set aside do not count, with a folder or without", () => {
  const roadmap = "### Phase 1: Base (REMOVED)\n### Phase 2: More\n### Phase 999.1: Idea (BACKLOG)\n";
  const { phases, lastPhase } = progress({ ...FILES, "ROADMAP.md": roadmap });
  assert.deepEqual([phases, lastPhase.parts], [3, [3]]);
});

Deno.test("a file without frontmatter is not counted as a plan", () => {
  assert.equal(progress({ ...FILES, "phases/02-more/02-03-PLAN.md": "# Notes\n" }).allPlans, 4);
});

Deno.test("isoDate() is the day in UTC", () => {
  assert.equal(isoDate(new Date("2026-01-01T00:30:00+02:00")), "2025-12-31");
});

Deno.test("openPhases() leaves out folded phases, but not those folded in a comment or an example", () => {
  const open = (...lines: readonly string[]) =>
    openPhases(parseRoadmap(new SourceText("ROADMAP.md", lines.join("\n")))).map(({ name }) => name);
  const [base, more] = ["### Phase 1: Base", "### Phase 2: More"];
  assert.deepEqual(open(base, "<details>", more, "</details>"), ["Base"]);
  assert.deepEqual(open("<!-- <details> -->", base, more, "<!-- </details> -->"), ["Base", "More"]);
  assert.deepEqual(open("```", "<details>", "```", base, "```", "</details>", "```"), ["Base"]);
});
