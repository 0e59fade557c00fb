import assert from "node:assert/strict";
import type { MilestoneResult } from "../../schemas/milestone.ts";
import { milestoneText } from "../../lib/report/milestone/complete.ts";
import { summaryLines } from "../../lib/report/run/run_summary.ts";
import { columns } from "../../lib/report/terminal/display_width.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";

Deno.test("the steps of a milestone break between words at a terminal", () => {
  const from = ".planning/phases/01-introduction";
  const to = ".planning/milestones/v1.0-phases/01-introduction";
  const step = {
    kind: "archive-milestone",
    writes: [],
    moves: [{ from, to }],
    message: "docs: end",
    docs: true,
  };
  const milestone = { version: "v1.0", name: "MVP", branch: "main", phases: [], warnings: [], steps: [step] };
  const result = { milestone, next: [] } as unknown as MilestoneResult;
  const text = milestoneText(result, makeStyle(false, 60));
  assert.ok(text.includes(`move ${from} to\n  ${to}\n`), text);
  assert.ok(text.split("\n").every((line) => columns(line) <= 60));
});

Deno.test("the summary of a run shows no durations that were not measured", () => {
  const plan = (plan: string, milliseconds: number) => ({ plan, milliseconds, complete: true });
  const waves = [{ wave: 1, milliseconds: 2000, plans: [plan("01-01", 0), plan("01-02", 1500)] }];
  const lines = summaryLines(
    { waves, commits: [], milliseconds: 0, criticalPath: { plans: [], milliseconds: 0 } },
    makeStyle(false),
  );
  assert.deepEqual(lines, ["  Wave 1  2.0 s  01-01, 01-02 1.5 s"]);
});
