import assert from "node:assert/strict";
import { SourceText } from "../../lib/text/source_text.ts";
import { fc } from "../deps/fast_check.ts";

const POSITIONS: readonly [what: string, text: string, offset: number, line: number, column: number][] = [
  ["the first character", "ab\ncd", 0, 1, 1],
  ["a later character", "ab\ncd", 4, 2, 2],
  ["a newline", "ab\ncd", 2, 1, 3],
  ["the end", "ab\ncd", 5, 2, 3],
  ["the end after a final newline", "ab\n", 3, 2, 1],
  ["an offset after the end", "ab", 9, 1, 3],
  ["an offset before the start", "ab", -1, 1, 1],
  ["a line after CRLF", "ab\r\ncd", 4, 2, 1],
  ["the first character after a byte order mark", "\uFEFFab", 1, 1, 1],
  ["a byte order mark", "\uFEFFab", 0, 1, 1],
  ["the second line after a byte order mark", "\uFEFFa\nb", 3, 2, 1],
  ["an empty text", "", 0, 1, 1],
];

for (const [what, text, offset, line, column] of POSITIONS) {
  Deno.test(`position() returns line and column of ${what}`, () => {
    assert.deepEqual(new SourceText("a.md", text).position(offset), { line, column });
  });
}

Deno.test("line() returns a line without its ending and without the byte order mark", () => {
  const source = new SourceText("a.md", "\uFEFFone\r\ntwo\nthree");
  assert.deepEqual([0, 1, 2, 3, 4].map((line) => source.line(line)), ["", "one", "two", "three", ""]);
});

Deno.test("lineCount does not count a line after the final newline", () => {
  const counts = ["", "a", "a\n", "a\nb", "\n", "\n\n"].map((text) => new SourceText("a.md", text).lineCount);
  assert.deepEqual(counts, [1, 1, 1, 2, 1, 2]);
});

Deno.test("position() and line() agree on the character at every offset", () => {
  const unit = fc.constantFrom("a", "é", "😀", "\n", "\r\n", " ", "\uFEFF");
  fc.assert(fc.property(fc.string({ unit }), (text) => {
    const source = new SourceText("a.md", text);
    for (const [offset, character] of [...text.split("").entries()]) {
      if (offset === 0 && character === "\uFEFF") continue;
      const { line, column } = source.position(offset);
      const lineText = source.line(line);
      if (!/[\r\n\uFEFF]/.test(character)) assert.equal(lineText[column - 1], character);
    }
  }));
});
