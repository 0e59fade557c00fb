import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import { parseTree } from "../../../lib/deps/jsonc.ts";
import { applyEdits } from "../../../lib/parse/config/edit.ts";
import { printValue, setListItems } from "../../../lib/parse/json/list_edit.ts";

function set(text: string, ...items: string[]): string {
  return applyEdits(text, setListItems(text, parseTree(text)!, items));
}

const LINES = `[
  // first
  "a", // why a
  "b",
  "c" // why c
]`;

const CASES: readonly (readonly [what: string, text: string, items: readonly string[], expected: string])[] =
  [
    ["fills an empty list", "[ ]", ["a", "b"], '["a", "b"]'],
    ["empties a list", '["a",\n "b"]', [], "[]"],
    ["leaves a list with the same items as it is", '[ "a" ,"b"]', ["a", "b"], '[ "a" ,"b"]'],
    ["replaces an item and keeps the blanks", '[ "a" ,"b"]', ["a", "x"], '[ "a" ,"x"]'],
    ["adds an item at the end of a line", '["a"]', ["a", "b"], '["a", "b"]'],
    ["adds an item at the beginning of a line", '["b"]', ["a", "b"], '["a", "b"]'],
    ["removes an item of a line", '["a", "b", "c"]', ["a", "c"], '["a", "c"]'],
    ["removes several items", '["a", "b", "c", "d"]', ["d"], '["d"]'],
    ["replaces an item that is no text", '["a", 3]', ["a", "3"], '["a", "3"]'],
    [
      "adds a line at the end",
      LINES,
      ["a", "b", "c", "d"],
      LINES.replace('"c" //', '"c", //').replace("\n]", '\n  "d"\n]'),
    ],
    ["adds a line in the middle", LINES, ["a", "x", "b", "c"], LINES.replace('"b"', '"x",\n  "b"')],
    ["adds a line at the beginning", LINES, ["x", "a", "b", "c"], LINES.replace('"a"', '"x",\n  "a"')],
    ["removes a line", LINES, ["a", "c"], LINES.replace('  "b",\n', "")],
    ["removes the last item and leaves the comments", LINES, ["a", "b"], LINES.replace('"b",\n  "c"', '"b"')],
    ["keeps the comments of a list it empties", '[ /* none */ "a"]', [], "[ /* none */ ]"],
    ["keeps the comments of an empty list", "[ // none\n]", ["a"], '["a" // none\n]'],
    ["keeps tabs and CRLF", '[\r\n\t"a"\r\n]', ["a", "b"], '[\r\n\t"a",\r\n\t"b"\r\n]'],
  ];

for (const [what, text, items, expected] of CASES) {
  Deno.test(`setListItems() ${what}`, () => {
    assert.equal(set(text, ...items), expected);
  });
}

const words = fc.array(fc.constantFrom("a", "b", "// c", ",", "]"), { maxLength: 5 });
const layout = fc.constantFrom("", " ", "\n  ", " /* , */ ", "\n// ]\n", ' // "\n\t', "\r\n");

Deno.test("setListItems() makes any list of any other, however that is laid out", () => {
  fc.assert(
    fc.property(words, words, fc.array(layout, { minLength: 12, maxLength: 12 }), (old, items, gaps) => {
      const inside = old.map((item, at) => `${gaps[2 * at]}${JSON.stringify(item)}${gaps[2 * at + 1]}`);
      const text = `[${inside.join(",")}${gaps[11]}]`;
      const errors: never[] = [];
      const made = set(text, ...items);
      const list = parseTree(made, errors);
      assert.deepEqual([errors, list?.children?.map(({ value }) => value)], [[], items], made);
    }),
  );
});

Deno.test("printValue() writes any value as JSON in a line", () => {
  assert.equal(printValue(["npm ci", 'a "b"\n']), '["npm ci", "a \\"b\\"\\n"]');
  assert.equal(printValue("x"), '"x"');
  assert.equal(printValue(1.5), "1.5");
});
