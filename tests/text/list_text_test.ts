import assert from "node:assert/strict";
import { firstOf } from "../../lib/text/list_text.ts";

Deno.test("a short list is written in full, of a long one the first words and the number of the others", () => {
  assert.equal(firstOf(["a"]), "a");
  assert.equal(firstOf(["a", "b", "c"], 3), "a, b, c");
  assert.equal(firstOf(["a", "b", "c", "d", "e"], 3), "a, b, c and 2 more");
});
