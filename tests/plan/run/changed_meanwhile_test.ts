import assert from "node:assert/strict";
import { changedMeanwhile } from "../../../lib/plan/run/changed_meanwhile.ts";

Deno.test("changedMeanwhile() names up to five paths, and counts the others", () => {
  const paths = ["a", "b", "c", "d", "e", "f", "g"];
  assert.match(changedMeanwhile(paths.slice(0, 5)), /: a, b, c, d, e$/);
  assert.match(changedMeanwhile(paths.slice(0, 6)), /: a, b, c, d, e and 1 more$/);
  assert.match(changedMeanwhile(paths), /: a, b, c, d, e and 2 more$/);
});
