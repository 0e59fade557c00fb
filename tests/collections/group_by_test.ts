import assert from "node:assert/strict";
import { groupBy } from "../../lib/collections/group_by.ts";

Deno.test("groupBy() keeps the order of groups and of their items", () => {
  const groups = groupBy(["bee", "ant", "bat", "cow", "ape"], (word) => word[0]);
  assert.deepEqual([...groups], [["b", ["bee", "bat"]], ["a", ["ant", "ape"]], ["c", ["cow"]]]);
  assert.deepEqual([...groupBy([], String)], []);
});
