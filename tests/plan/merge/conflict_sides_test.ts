import assert from "node:assert/strict";
import { conflictSides } from "../../../lib/plan/merge/conflict_sides.ts";
import { fc } from "../../deps/fast_check.ts";

const line = fc.constantFrom(
  "a\n",
  "b\r\n",
  "# Title\n",
  "| 1. Base | 0/2 |\n",
  "======\n",
  "<<<<<<<<\n",
  "\n",
);
const lines = fc.array(line, { maxLength: 4 }).map((each) => each.join(""));
const conflict = fc.record({ ours: lines, base: fc.option(lines), theirs: lines });
const parts = fc.array(fc.oneof(lines, conflict), { maxLength: 6 });

Deno.test("conflictSides() returns the texts that git has put into conflicts", () => {
  fc.assert(fc.property(parts, (parts) => {
    const side = (name: "ours" | "base" | "theirs") =>
      parts.map((part) => typeof part === "string" ? part : part[name] ?? "").join("");
    const text = parts.map((part) => {
      if (typeof part === "string") return part;
      const base = part.base === null ? "" : `||||||| 1a2b3c4\n${part.base}`;
      return `<<<<<<< HEAD\n${part.ours}${base}=======\n${part.theirs}>>>>>>> topic (docs: a)\n`;
    }).join("");
    const found = conflictSides(text);
    assert.deepEqual(found?.versions, { base: side("base"), ours: side("ours"), theirs: side("theirs") });
    const begin = text.split("\n").flatMap((line, index) => line === "<<<<<<< HEAD" ? [index + 1] : []);
    assert.deepEqual(found?.lines, begin);
    if (begin.length > 0) assert.deepEqual(found?.labels, { ours: "HEAD", theirs: "topic (docs: a)" });
  }));
});

for (
  const [name, text] of Object.entries({
    "without an end": "<<<<<<< HEAD\na\n=======\nb\n",
    "without a separator": "<<<<<<< HEAD\na\n>>>>>>> topic\n",
    "within another": "<<<<<<< HEAD\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n",
    "with a heading that looks like a separator":
      "<<<<<<< HEAD\nA title\n=======\n=======\nb\n>>>>>>> topic\n",
  })
) {
  Deno.test(`conflictSides() does not guess the sides of a conflict ${name}`, () => {
    assert.equal(conflictSides(text), undefined);
  });
}
