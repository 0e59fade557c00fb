import assert from "node:assert/strict";
import { typedChoice } from "../../lib/deps/clack.ts";

const GATE = ["Yes", "Yes to all plans of this run", "No"];
const MERGE = ["Squash merge", "Merge with history", "Skip merging"];

const CASES: readonly (readonly [labels: readonly string[], typed: string, chosen: string | undefined])[] = [
  [GATE, "n", "No"],
  [GATE, "y", "Yes"],
  [GATE, "YES", "Yes"],
  [GATE, "yes t", "Yes to all plans of this run"],
  [GATE, "x", undefined],
  [GATE, "yesterday", undefined],
  [GATE, "", undefined],
  [MERGE, "m", "Merge with history"],
  [MERGE, "s", undefined],
  [MERGE, "sk", "Skip merging"],
];

for (const [labels, typed, chosen] of CASES) {
  const outcome = chosen === undefined ? "chooses nothing" : `chooses "${chosen}"`;
  Deno.test(`"${typed}" at ${labels.join(", ")} ${outcome}`, () => {
    const index = typedChoice(labels, typed);
    assert.equal(index === undefined ? undefined : labels[index], chosen);
  });
}
