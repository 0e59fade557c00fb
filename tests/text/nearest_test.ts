import assert from "node:assert/strict";
import { nearest } from "../../lib/text/nearest.ts";

const CASES: readonly [word: string, known: readonly string[], meant: string | undefined][] = [
  ["excute", ["execute", "tdd"], "execute"],
  ["TDD", ["execute", "tdd"], "tdd"],
  ["granularty", ["mode", "granularity"], "granularity"],
  ["branch_strategy", ["branching_strategy"], "branching_strategy"],
  ["03-1", ["03-01", "03-02"], "03-01"],
  ["03-07", ["03-01"], undefined],
  ["AUHT-01", ["AUTH-02", "AUTH-01"], "AUTH-01"],
  ["banana", ["interactive", "yolo"], undefined],
  ["quick_branch_template", ["phase_branch_template"], undefined],
  ["ab", ["ba", "a"], "ba"],
  ["atuo", ["checkpoint", "auto"], "auto"],
  ["mode", [], undefined],
  ["", ["a"], "a"],
  ["x".repeat(100_000), ["mode", `${"x".repeat(99_999)}y`], undefined],
];

for (const [word, known, meant] of CASES) {
  Deno.test(`nearest() to "${word.slice(0, 20)}" among ${known.join(", ") || "nothing"} is ${meant}`, () => {
    assert.equal(nearest(word, known), meant);
  });
}

Deno.test("nearest() prefers the word with the fewest edits, then the first", () => {
  assert.equal(nearest("plan_chek", ["plan_chef", "plan_check"]), "plan_chef");
  assert.equal(nearest("planchek", ["plan_check", "planchec"]), "planchec");
});
