import assert from "node:assert/strict";
import { Positions } from "../../../lib/lsp/place/positions.ts";
import { fc } from "../../deps/fast_check.ts";

const ROWS: readonly (readonly [text: string, offset: number, line: number, character: number])[] = [
  ["", 0, 0, 0],
  ["ab", 2, 0, 2],
  ["a\nb", 2, 1, 0],
  ["a\r\nb", 3, 1, 0],
  ["a\r\nb", 1, 0, 1],
  ["a\rb", 2, 1, 0],
  ["a\n", 2, 1, 0],
  ["😀x", 2, 0, 2],
  ["é😀\nü", 5, 1, 1],
];

for (const [text, offset, line, character] of ROWS) {
  Deno.test(`offset ${offset} of ${JSON.stringify(text)} is line ${line}, character ${character}`, () => {
    const positions = new Positions(text, "counted");
    assert.deepEqual(positions.at(offset), { line, character });
    assert.equal(positions.offset({ line, character }), offset);
  });
}

Deno.test("a byte order mark takes a character where the editor has sent it, and none where it is on disk", () => {
  const text = "\uFEFF---\n";
  assert.deepEqual(new Positions(text, "counted").at(1), { line: 0, character: 1 });
  assert.deepEqual(new Positions(text, "hidden").at(1), { line: 0, character: 0 });
  assert.equal(new Positions(text, "hidden").offset({ line: 0, character: 0 }), 1);
  assert.deepEqual(new Positions(text, "hidden").at(0), { line: 0, character: 0 });
});

Deno.test("a character behind the end of its line is that end, a line behind the last the end of the text", () => {
  const positions = new Positions("ab\r\nc", "counted");
  assert.equal(positions.offset({ line: 0, character: 99 }), 2);
  assert.equal(positions.offset({ line: 9, character: 0 }), 5);
  assert.deepEqual(positions.at(99), { line: 1, character: 1 });
});

Deno.test("a position leads back to its offset, wherever that is not within a line ending", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\r", "\n", "😀", "\uFEFF") });
  fc.assert(fc.property(text, fc.nat(30), (text, at) => {
    const offset = Math.min(at, text.length);
    fc.pre(!(text[offset - 1] === "\r" && text[offset] === "\n"));
    const positions = new Positions(text, "counted");
    assert.equal(positions.offset(positions.at(offset)), offset);
  }));
});
