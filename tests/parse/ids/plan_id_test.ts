import assert from "node:assert/strict";
import { parsePhaseNumber, printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import {
  comparePlanIds,
  planId,
  planReferences,
  printPlanNumber,
  readPlanId,
} from "../../../lib/parse/ids/plan_id.ts";

/** What each text may name, likeliest first; `*` stands for the phase it is used in. */
const REFERENCES: readonly [text: string, references: readonly string[]][] = [
  ["03-01", ["03-01"]],
  ["3-1", ["03-01"]],
  ["03-01-auth", ["03-01"]],
  ["03-01-PLAN.md", ["03-01"]],
  ["03-01-PLAN", ["03-01"]],
  ["03-01-auth-PLAN.md", ["03-01"]],
  ["phases/03-auth/03-01-PLAN.md", ["03-01"]],
  ["03-auth-01", ["03-01"]],
  ["01-foundation-01-PLAN.md", ["01-01"]],
  ["03-add-2-tables-04", ["03-04"]],
  ["02.1-03", ["02.1-03"]],
  ["12A-02", ["12A-02"]],
  ["30-02-wallet-cache", ["30-02"]],
  ["10-02-phase-3", ["10-02", "10-03"]],
  ["1", ["*-01"]],
  ["01", ["*-01"]],
  ["12", ["*-12"]],
  ["01A", ["*-01A"]],
  ["Plan 01", ["*-01"]],
  ["PLAN-02.md", ["*-02"]],
  ["01-PLAN-02.md", ["01-02"]],
  ["plan 2", ["*-02"]],
  ["02.10", ["02-10", "*-02.10"]],
  ["1.2", ["01-02", "*-01.2"]],
  [" 03-01 ", ["03-01"]],
  ["", []],
  ["none", []],
  ["auth", []],
  ["PLAN.md", []],
  ["03-", []],
  ["__proto__", []],
];

for (const [text, expected] of REFERENCES) {
  Deno.test(`planReferences() reads "${text}" as ${expected.join(" or ") || "nothing"}`, () => {
    const found = planReferences(text).map(({ phase, plan }) =>
      `${phase ? printPhaseNumber(phase) : "*"}-${plan}`
    );
    assert.deepEqual(found, expected);
  });
}

Deno.test("printPlanNumber() pads to two digits, and leaves text that is no number", () => {
  const printed = ["1", "01", "001", "10", "123", "0", "1A", "1.5", "x"].map(printPlanNumber);
  assert.deepEqual(printed, ["01", "01", "01", "10", "123", "00", "01A", "01.5", "x"]);
});

Deno.test("planId() joins the printed phase and the plan", () => {
  assert.equal(planId(parsePhaseNumber("2.1")!, "03"), "02.1-03");
});

Deno.test("comparePlanIds() orders numbers by their worth, and words behind them", () => {
  const ids = ["05-gap", "05-10", "05-GAP-FIX", "05-02", "05-02.1", "05-02b"];
  assert.deepEqual(ids.sort(comparePlanIds), ["05-02", "05-02b", "05-02.1", "05-10", "05-GAP-FIX", "05-gap"]);
});

Deno.test("readPlanId() reads a number, a file's name and a word", () => {
  const texts = ["3-1", "03-01-auth", "03-01-PLAN.md", "25-GAP-FIX", "03-auth-01", "GAP-FIX", "1", ""];
  assert.deepEqual(texts.map(readPlanId), [
    "03-01",
    "03-01",
    "03-01",
    "25-GAP-FIX",
    "03-01",
    ...Array(3),
  ]);
});
