import assert from "node:assert/strict";
import { yamlPlace } from "../../../lib/lsp/place/yaml.ts";
import { cursorIn } from "../cursor.ts";

type Row = readonly [
  marked: string,
  path: string,
  word: string,
  rest?: { readonly key?: true; readonly flow?: true; readonly siblings?: string },
];

const ROWS: readonly Row[] = [
  ["‸", "", ""],
  ["pha‸se: x", "", "phase", { key: true }],
  ["a: 1\n‸\nb: 2", "", "", { siblings: "a,b" }],
  ["type: ex‸", "type", "ex"],
  ["type: ‸", "type", ""],
  ["type: 'ex‸'", "type", "ex"],
  ["type: ex # remark‸", "type", ""],
  ["depends_on: [01-01, 01‸]", "depends_on/[]", "01", { flow: true }],
  ["depends_on: [01-01, ‸", "depends_on/[]", "", { flow: true }],
  ['depends_on: ["01-‸"]', "depends_on/[]", "01-", { flow: true }],
  ["depends_on: [\n  01-01,\n  0‸\n]", "depends_on/[]", "0", { flow: true }],
  ["depends_on: [01-01]‸", "depends_on", "[01-01]"],
  ["depends_on:\n  ‸", "depends_on", ""],
  ["depends_on:\n- ‸", "depends_on/[]", ""],
  ["depends_on:\n  - 01-01\n  - 0‸", "depends_on/[]", "0"],
  ["must_haves:\n  tr‸", "must_haves", "tr"],
  ["must_haves:\n  truths: []\n  ar‸:", "must_haves", "ar", { key: true, siblings: "truths" }],
  ["m:\n  artifacts:\n  - path: x\n    pro‸", "m/artifacts/[]", "pro", { siblings: "path" }],
  ["m:\n  artifacts:\n    - path: x\n    - ‸", "m/artifacts/[]", ""],
  ["m:\n  artifacts:\n    - path: x‸\n      provides: y", "m/artifacts/[]/path", "x"],
  ["m:\n  artifacts:\n    - path: x\nwa‸", "", "wa", { siblings: "m" }],
  ["k: [{from: a, t‸o: b}]", "k/[]", "to", { key: true, flow: true }],
  ["k:\n  - {from: ‸", "k/[]/from", "", { flow: true }],
  ["a: 1\r\nb: x‸\r\nc: 2", "b", "x"],
];

for (const [marked, path, word, { key = false, flow = false, siblings = "" } = {}] of ROWS) {
  Deno.test(`the place in ${JSON.stringify(marked)} is ${path === "" ? "the root" : path}`, () => {
    const { text, offset } = cursorIn(marked);
    const place = yamlPlace(text, offset, { start: 0, end: text.length });
    assert.equal(place.path.join("/"), path);
    assert.equal(text.slice(place.span.start, place.span.end), word);
    assert.deepEqual([place.isKey, place.inFlow], [key, flow]);
    assert.equal([...place.siblings].join(), siblings);
  });
}
