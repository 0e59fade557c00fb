import assert from "node:assert/strict";
import { sectionsOf } from "../../../lib/parse/documents/sections.ts";

Deno.test("a section ends at the next heading of its level or above, and code contains none", () => {
  const text =
    "# Title\n\nintro\n\n## One ##\n\na\n\n### Part\n\n```md\n## no\n```\n## Two\r\nb\r\n# End\n\nc\n";
  assert.deepEqual([...sectionsOf(text)], [["One", "a\n\n### Part\n\n```md\n## no\n```"], ["Two", "b"]]);
});
