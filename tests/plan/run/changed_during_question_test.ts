import assert from "node:assert/strict";
import { changedDuringQuestion } from "../../../lib/plan/run/changed_during_question.ts";

Deno.test("changedDuringQuestion() names up to five paths, and counts the others", () => {
  const paths = ["a", "b", "c", "d", "e", "f", "g"];
  assert.match(changedDuringQuestion(paths.slice(0, 5)), /: a, b, c, d, e$/);
  assert.match(changedDuringQuestion(paths.slice(0, 6)), /: a, b, c, d, e and 1 more$/);
  assert.match(changedDuringQuestion(paths), /: a, b, c, d, e and 2 more$/);
});
