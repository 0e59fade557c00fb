import assert from "node:assert/strict";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { updateRanges } from "../../../lib/plan/documents/roadmap_ranges.ts";
import { numberAfter, reorder, shiftDown, shiftUp } from "../../../lib/plan/structure/phase_numbers.ts";
import type { Renumbering } from "../../../lib/plan/structure/renumbering.ts";

const number = (text: string): PhaseNumber => parsePhaseNumber(text)!;
const shown = (numbers: Renumbering) =>
  [...numbers].map(([from, to]) => `${from} ${printPhaseNumber(to)}`).join(", ");

const FREE: readonly (readonly [after: string, numbers: string, expected: string | undefined])[] = [
  ["3", "1 2 3 4", "03.1"],
  ["3", "3 3.1 3.2 4", "03.3"],
  ["3.1", "3 3.1 4", "03.2"],
  ["3.1", "3 3.1 3.2 4", "03.1.1"],
  ["12A", "12 12A 13", "12B"],
  ["12A", "12 12A 12B 13", undefined],
  ["0", "1 2", "00.1"],
];

for (const [after, numbers, expected] of FREE) {
  Deno.test(`numberAfter() of ${after} among ${numbers} is ${expected ?? "nothing"}`, () => {
    const found = numberAfter(number(after), numbers.split(" ").map(number));
    assert.equal(found && printPhaseNumber(found.number), expected);
  });
}

Deno.test("whole numbers move up to the first gap, down by one, and in the new order, with those below them", () => {
  const numbers = ["1", "2", "2.1", "3", "5"].map(number);
  assert.equal(shown(shiftUp(2, numbers)), "02 03, 02.1 03.1, 03 04");
  assert.equal(shown(shiftDown(1, numbers.slice(1))), "02 01, 02.1 01.1, 03 02, 05 04");
  assert.equal(shown(reorder(5, 1, numbers)), "02 03, 02.1 03.1, 03 05, 05 02");
});

Deno.test("updateRanges() keeps the phases of a milestone, and adds a new one to that of the phase before it", () => {
  const text =
    "- ✅ **v1.0 A** - Phases 1-2 (shipped)\n- 🚧 **v1.1 B** - Phases 3-4\n- 📋 **v1.2 C** - Phase 5\n";
  const kept = new Map(["1", "2", "3", "4", "5"].map((text) => {
    return [number(text), text === "5" ? number("6") : number(text)] as const;
  }));
  const joined = { number: number("5"), after: number("4") };
  assert.equal(
    updateRanges(text, { kept, gone: [], joined }),
    "- ✅ **v1.0 A** - Phases 1-2 (shipped)\n- 🚧 **v1.1 B** - Phases 3-5\n- 📋 **v1.2 C** - Phase 6\n",
  );
});
