import assert from "node:assert/strict";
import { TypedChoice } from "../../lib/collections/typed_choice.ts";

const GATE = ["Yes", "Yes to all plans of this run", "No"];
const MERGE = ["Squash merge", "Merge with history", "Skip merging"];

/** Presses keys one after the other, without pauses. */
function typed(labels: readonly string[], keys: string): string | undefined {
  const choice = new TypedChoice(labels);
  const indexes = [...keys].map((key) => choice.press(key, 0));
  return labels[indexes.at(-1) ?? -1];
}

const CASES: readonly (readonly [labels: readonly string[], keys: string, chosen: string | undefined])[] = [
  [GATE, "n", "No"],
  [GATE, "y", "Yes"],
  [GATE, "YES", "Yes"],
  [GATE, "yes t", "Yes to all plans of this run"],
  [GATE, "yn", "No"],
  [GATE, "x", undefined],
  [GATE, "xn", undefined],
  [GATE, "yesterday", undefined],
  [GATE, "", undefined],
  [MERGE, "m", "Merge with history"],
  [MERGE, "s", undefined],
  [MERGE, "sk", "Skip merging"],
];

for (const [labels, keys, chosen] of CASES) {
  const outcome = chosen === undefined ? "chooses nothing" : `chooses "${chosen}"`;
  Deno.test(`"${keys}" at ${labels.join(", ")} ${outcome}`, () => {
    assert.equal(typed(labels, keys), chosen);
  });
}

Deno.test("a letter after a pause or another key begins another word", () => {
  const choice = new TypedChoice(GATE);
  assert.equal(choice.press("x", 0), -1);
  assert.equal(choice.press("n", 900), -1);
  assert.equal(choice.press("n", 2000), 2);
  assert.equal(choice.press("x", 2100), -1);
  assert.equal(choice.press(undefined, 2200), undefined);
  assert.equal(choice.press("y", 2300), 0);
});
