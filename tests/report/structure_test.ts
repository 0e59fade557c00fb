import assert from "node:assert/strict";
import type { StructureResult } from "../../schemas/results/structure.ts";
import { structureText } from "../../lib/report/structure.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";

const PLAN = ".planning/phases/01-base/01-02-PLAN.md";

function textOf(outcome: StructureResult["outcome"], created: readonly string[]): string {
  const none = { changed: [], moved: [], removed: [], renamed: [], mentions: [], warnings: [], diff: "" };
  const result = { formatVersion: 1, outcome, change: "add", target: "01", created, ...none } as const;
  return structureText({ ...result, commit: null, next: ["wf status"] }, makeStyle(false));
}

Deno.test("after a plan is created, filling it in comes first", () => {
  assert.match(
    textOf("changed", [PLAN]),
    new RegExp(`^Next:\\n {2}First fill in ${PLAN}\\n {2}wf status$`, "m"),
  );
});

Deno.test("after another change, and before any, there is nothing to fill in", () => {
  assert.doesNotMatch(textOf("changed", [".planning/ROADMAP.md"]), /fill in/);
  assert.doesNotMatch(textOf("planned", [PLAN]), /fill in/);
});
