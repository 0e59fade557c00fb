import assert from "node:assert/strict";
import { timeTicks } from "../../../lib/report/view/time_ticks.ts";

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

const TICKS: readonly (readonly [end: number, labels: string])[] = [
  [0, "0"],
  [0.7 * SECOND, "0 0.1 s 0.2 s 0.3 s 0.4 s 0.5 s 0.6 s 0.7 s"],
  [34 * SECOND, "0 5 s 10 s 15 s 20 s 25 s 30 s"],
  [3 * MINUTE, "0 30 s 1 min 1:30 min 2 min 2:30 min 3 min"],
  [50 * MINUTE, "0 10 min 20 min 30 min 40 min 50 min"],
  [5 * HOUR, "0 1:00 h 2:00 h 3:00 h 4:00 h 5:00 h"],
];

for (const [end, labels] of TICKS) {
  Deno.test(`the axis of ${end / SECOND} seconds has round times`, () => {
    assert.equal(timeTicks(end).map(({ label }) => label).join(" "), labels);
  });
}

Deno.test("an axis of any length has at most eight ticks after 0, all within it", () => {
  for (let end = 1; end < 1e12; end *= 3) {
    const ticks = timeTicks(end);
    assert.ok(ticks.length <= 9 && ticks.at(-1)!.at <= end, `${end}: ${ticks.length}`);
  }
});
