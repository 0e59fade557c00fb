import assert from "node:assert/strict";
import { isBelow, isKnown, isOption } from "../../../lib/permissions/effects/effects.ts";
import { plainWord } from "../../../lib/permissions/shell/word.ts";

Deno.test("isKnown() requires a literal word", () => {
  const word = plainWord("a");
  const others = [{ ...word, expands: ["X"] }, { ...word, pattern: true }, { ...word, tilde: true }];
  assert.deepEqual([word, ...others].map(isKnown), [true, false, false, false]);
});

Deno.test("isOption() does not take the input for an option", () => {
  assert.deepEqual(["-a", "--", "-", "a-b"].map((text) => isOption(plainWord(text))), [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("isBelow() accepts relative paths without hidden folders", () => {
  const below = ["src", "./src", "src/", "a.b/c_d-e"];
  const not = [".", "./", "..", "../x", "a/../b", "a/.git", ".git", "/a", "~/a", "$X", "a b", "*", ""];
  assert.deepEqual(below.filter((path) => !isBelow(path)), []);
  assert.deepEqual(not.filter(isBelow), []);
});
