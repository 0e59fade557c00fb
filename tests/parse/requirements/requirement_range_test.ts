import assert from "node:assert/strict";
import { leadingRequirements, namedRequirements } from "../../../lib/parse/requirements/requirement_range.ts";
import {
  deliveredRequirements,
  namesAll,
  namesNone,
} from "../../../lib/parse/plan_file/plan_requirements.ts";

const RANGES: readonly [text: string, ids: readonly string[]][] = [
  ["REQ-03..REQ-05", ["REQ-03", "REQ-04", "REQ-05"]],
  ["WAVE-01 through WAVE-03, AUTH-02", ["WAVE-01", "WAVE-02", "WAVE-03", "AUTH-02"]],
  ["REQ-08 to REQ-10", ["REQ-08", "REQ-09", "REQ-10"]],
  ["A-1 – A-3; B-1—B-2", ["A-1", "A-2", "A-3", "B-1", "B-2"]],
  ["A-1-A-3", ["A-1", "A-2", "A-3"]],
  ["CORE-03~05", ["CORE-03", "CORE-04", "CORE-05"]],
  ["REQ-040–042, REQ-1..3", ["REQ-040", "REQ-041", "REQ-042", "REQ-1", "REQ-2", "REQ-3"]],
  ["REQ-01 to 03", ["REQ-01", "REQ-02", "REQ-03"]],
  ["RF-02.1..RF-02.3", ["RF-02.1", "RF-02.2", "RF-02.3"]],
  ["SEC-01/02/05", ["SEC-01", "SEC-02", "SEC-05"]],
  ["SEC-01/SEC-03", ["SEC-01", "SEC-03"]],
  ["A-1..B-3", ["A-1", "B-3"]],
  ["A-3..A-1", ["A-3", "A-1"]],
  ["A-1..A-2026", ["A-1", "A-2026"]],
  ["SHIP-08A..SHIP-08C", ["SHIP-08A", "SHIP-08C"]],
  ["AUTH-01 — 12 factors", ["AUTH-01"]],
  ["AUTH-01 to 12 people", ["AUTH-01"]],
];

for (const [text, ids] of RANGES) {
  Deno.test(`namedRequirements() finds ${ids.join(", ")} in "${text}"`, () => {
    const named = namedRequirements(text, 0);
    assert.deepEqual(named.map(({ id }) => id), ids);
    for (const { id, span, between } of named) {
      const written = text.slice(span.start, span.end);
      assert.ok(between ? written.length > id.length : id.endsWith(written), `${id}: ${written}`);
    }
  });
}

Deno.test("leadingRequirements() stops where a text goes on about what it named", () => {
  const idsIn = (text: string) => leadingRequirements(text, 0).map(({ id }) => id);
  assert.deepEqual(idsIn("REQ-02: unlike REQ-03"), ["REQ-02"]);
  assert.deepEqual(idsIn("REQ-01 (partial, see REQ-09), **REQ-02**, REQ-04..REQ-06 — not REQ-05"), [
    "REQ-01",
    "REQ-02",
    "REQ-04",
    "REQ-05",
    "REQ-06",
  ]);
  assert.deepEqual(idsIn("SEC-01/02 and SEC-04"), ["SEC-01", "SEC-02", "SEC-04"]);
});

Deno.test("deliveredRequirements() takes an item without an ID as it is written, and leaves out what names none", () => {
  assert.deepEqual(
    deliveredRequirements([
      "SEC-01, SEC-02",
      "SEC-02 (partial)",
      " login ",
      "4.1",
      "TBD",
      "[TBD]",
      "N/A",
      "All v1.0",
    ]),
    ["SEC-01", "SEC-02", "login", "4.1"],
  );
  assert.ok(namesNone("none") && namesNone("[N/A]") && !namesNone("NONE-01"));
  assert.ok(namesAll("[all]") && namesAll("All 42 v1 requirements") && !namesAll("ALL-01"));
});
