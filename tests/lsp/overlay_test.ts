import assert from "node:assert/strict";
import { isChecked, overlaid } from "../../lib/lsp/overlay.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";
const DISK = { texts: new Map([[PLAN, "old"], [SUMMARY, "short"]]), paths: [PLAN, SUMMARY] };

Deno.test("a text in the editor stands in the place of the one on disk, which stays", () => {
  assert.equal(overlaid(DISK, new Map([[PLAN, "new"]])).texts.get(PLAN), "new");
  assert.equal(DISK.texts.get(PLAN), "old");
});

Deno.test("a plan that was never saved is there", () => {
  const path = ".planning/phases/02-next/02-01-PLAN.md";
  const { texts, paths } = overlaid(DISK, new Map([[path, "new"]]));
  assert.equal(texts.get(path), "new");
  assert.deepEqual(paths, [PLAN, SUMMARY, path]);
});

Deno.test("a summary counts as short by what it says in the editor", () => {
  assert.equal(overlaid(DISK, new Map([[SUMMARY, "long ".repeat(100)]])).texts.has(SUMMARY), false);
  assert.equal(overlaid(DISK, new Map([[SUMMARY, "shorter"]])).texts.get(SUMMARY), "shorter");
});

const ROWS: readonly (readonly [path: string, checked: boolean])[] = [
  [PLAN, true],
  [".planning/config.json", true],
  [".planning/REQUIREMENTS.md", true],
  [".planning/phases/01-base/01-CONTEXT.md", true],
  [".planning/phases/01-02-PLAN.md", true],
  [".planning/phases/README.md", false],
  [".planning/phases/01-base/notes/a.md", false],
  [".planning/PROJECT.md", false],
  ["src/form.ts", false],
];

for (const [path, checked] of ROWS) {
  Deno.test(`findings ${checked ? "can" : "cannot"} be about ${path}`, () => {
    assert.equal(isChecked(path), checked);
    const { texts, paths } = overlaid({ texts: new Map(), paths: [] }, new Map([[path, ""]]));
    assert.equal(texts.size + paths.length > 0, checked);
  });
}
