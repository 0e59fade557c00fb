import assert from "node:assert/strict";
import { requirementReferences } from "../../../lib/parse/requirements/requirement_id.ts";

const NAMED: readonly [text: string, ids: readonly string[]][] = [
  ["AUTH-01 and I18N-02", ["AUTH-01", "I18N-02"]],
  ["RF-02.1, REQ-1.1, FR-1.1.1", ["RF-02.1", "REQ-1.1", "FR-1.1.1"]],
  ["REQ-1.1-B-4", ["REQ-1.1-B-4"]],
  ["SHIP-03A, SHIP-03b", ["SHIP-03A", "SHIP-03b"]],
  ["It meets REQ-1. RF-02.1.", ["REQ-1", "RF-02.1"]],
  ["REQ-03..REQ-05", ["REQ-03", "REQ-05"]],
  ["REQ-1.1x2", []],
  ["Auth-01, pre-AUTH-01, AUTH", []],
];

for (const [text, ids] of NAMED) {
  Deno.test(`requirementReferences() finds ${ids.join(", ") || "nothing"} in "${text}"`, () => {
    const references = requirementReferences(`- ${text}`.slice(2), 2);
    assert.deepEqual(references.map(({ id }) => id), ids);
    for (const { id, span } of references) assert.equal(`- ${text}`.slice(span.start, span.end), id);
  });
}
