import assert from "node:assert/strict";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  printPhaseNumber,
} from "../../../lib/parse/ids/phase_number.ts";
import { fc } from "../../deps/fast_check.ts";

const PRINTED: readonly [text: string, printed: string | undefined][] = [
  ["3", "03"],
  ["03", "03"],
  ["003", "03"],
  ["12", "12"],
  ["1028", "1028"],
  ["2.1", "02.1"],
  ["02.1", "02.1"],
  ["02.10", "02.10"],
  ["2.01", "02.1"],
  ["1.2.3", "01.2.3"],
  ["12A", "12A"],
  ["12a", "12A"],
  ["03-user-auth", "03"],
  ["02.1-hotfix", "02.1"],
  ["12A-x", "12A"],
  ["03_user", "03"],
  ["03 user", "03"],
  [" 3 ", "03"],
  ["07-支払い", "07"],
  ["383-PLAN.md", "383"],
  ["0", "00"],
  ["", undefined],
  ["auth", undefined],
  ["phase 3", undefined],
  ["12AB", undefined],
  ["2fa-setup", undefined],
  ["3.", undefined],
  [".5", undefined],
  ["-1", undefined],
  ["1".repeat(400), undefined],
];

for (const [text, printed] of PRINTED) {
  Deno.test(`parsePhaseNumber() reads "${text.slice(0, 20)}" as ${printed ?? "nothing"}`, () => {
    const number = parsePhaseNumber(text);
    assert.equal(number && printPhaseNumber(number), printed);
  });
}

Deno.test("comparePhaseNumbers() orders inserted phases behind theirs, and letters behind both", () => {
  const order = [
    "0",
    "1",
    "2",
    "2.1",
    "2.2",
    "2.10",
    "2.10.1",
    "3",
    "9",
    "10",
    "12",
    "12A",
    "12B",
    "12.1",
    "13",
    "100",
  ];
  const numbers = order.map((text) => parsePhaseNumber(text)!);
  for (const [i, a] of numbers.entries()) {
    for (const [j, b] of numbers.entries()) {
      assert.equal(Math.sign(comparePhaseNumbers(a, b)), Math.sign(i - j), `${order[i]} and ${order[j]}`);
    }
  }
});

Deno.test("a phase number is the same after printing and reading", () => {
  const parts = fc.array(fc.nat({ max: 999_999_999 }), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(parts, fc.constantFrom("", "A", "Z"), (parts, letter) => {
    const value = { parts, letter };
    assert.deepEqual(parsePhaseNumber(printPhaseNumber(value)), value);
    assert.equal(comparePhaseNumbers(value, parsePhaseNumber(printPhaseNumber(value))!), 0);
  }));
});
