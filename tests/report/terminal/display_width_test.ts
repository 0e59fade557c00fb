import assert from "node:assert/strict";
import { columns, cutColumns, oneLine } from "../../../lib/report/terminal/display_width.ts";
import { fittedTable } from "../../../lib/report/terminal/table.ts";

for (
  const [text, width] of [
    ["abc", 3],
    ["認証", 4],
    ["e\u0301", 1],
    ["한국", 4],
    ["\u1112\u1161\u11ab", 2],
    ["🎉", 2],
    ["🇩🇪", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["❤️", 2],
    ["שלום", 4],
    ["a\u200db", 2],
    ["\t", 4],
  ] as const
) {
  Deno.test(`columns() of ${JSON.stringify(text)} is ${width}`, () => {
    assert.equal(columns(text), width);
  });
}

Deno.test("cutColumns() cuts to the width without splitting a grapheme", () => {
  assert.equal(cutColumns("abcdef", 6), "abcdef");
  assert.equal(cutColumns("abcdefg", 6), "abcde…");
  assert.equal(cutColumns("認証認証", 6), "認証…");
  assert.equal(cutColumns("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3), "👩‍👩‍👧‍👦…");
});

Deno.test("oneLine() removes control characters and bidirectional controls", () => {
  assert.equal(oneLine(" a\n\tb\x1b[31mc\u202ed\u2066 "), "a b[31mcd");
});

Deno.test("fittedTable() aligns columns and cuts the one that fills", () => {
  const rows = [["a", "認証", "1"], ["bcd", "x".repeat(20), "10"]].map((row) =>
    row.map((text) => ({ text }))
  );
  const lines = fittedTable(rows, { align: ["left", "fill", "right"], width: 20 });
  assert.deepEqual(lines, ["a    認証          1", `bcd  ${"x".repeat(10)}…  10`].map((line) => line));
});
