import assert from "node:assert/strict";
import { fixesText } from "../../../lib/report/findings/fixes.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";

Deno.test("fixesText() names every file that a fix changes, and counts the findings", () => {
  const title = "Count the waves of the phase from 1";
  const text = fixesText(
    {
      fixed: [{ code: "wave-mismatch", path: "a.md", title }],
      changes: [{ path: "b.md", title }, { path: "a.md", title }],
      kept: [],
    },
    true,
    makeStyle(false),
  );
  assert.equal(text, `Would fix 1 finding in 2 files\n  a.md\n    ${title}\n  b.md\n    ${title}\n`);
});
