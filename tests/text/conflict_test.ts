import assert from "node:assert/strict";
import { conflictIn } from "../../lib/text/conflict.ts";

const CASES: readonly [text: string, line: string | undefined][] = [
  ["a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> form\n", "<<<<<<< HEAD"],
  ["a\r\n<<<<<<< HEAD\r\nb\r\n=======\r\nc\r\n>>>>>>> form\r\n", "<<<<<<< HEAD"],
  ["\uFEFF<<<<<<< HEAD\nb\n", "\uFEFF<<<<<<< HEAD"],
  ["a\n<<<<<<< HEAD\nb\n", "<<<<<<< HEAD"],
  ["a\n>>>>>>> form\n", ">>>>>>> form"],
  ["<<<<<<<\nb\n=======\nc\n>>>>>>>\n", "<<<<<<<"],
  ["<<<<<<<\nb\n", undefined],
  ["a\n>>>>>>> 1a2b3c4 (feat: a form)\n", ">>>>>>> 1a2b3c4 (feat: a form)"],
  ["a\n<<<<<<< Updated upstream\n", "<<<<<<< Updated upstream"],
  ["<<<<<<< is followed by a line\n", undefined],
  ["Title\n=======\n", undefined],
  ["Search for `<<<<<<< HEAD`\n", undefined],
  ["  <<<<<<< HEAD\n", undefined],
];

for (const [text, line] of CASES) {
  Deno.test(`conflictIn() of ${JSON.stringify(text)} is ${line === undefined ? "nothing" : "its line"}`, () => {
    const span = conflictIn(text);
    assert.equal(span && text.slice(span.start, span.end), line);
  });
}
