import assert from "node:assert/strict";
import { defined } from "../../lib/collections/defined.ts";

Deno.test("defined() leaves out what is undefined, and nothing else", () => {
  const found = defined({ a: undefined, b: 0, c: "", d: null, e: false, f: [] });
  assert.deepEqual(Object.entries(found), [["b", 0], ["c", ""], ["d", null], ["e", false], ["f", []]]);
});
