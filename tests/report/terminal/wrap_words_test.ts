import assert from "node:assert/strict";
import { makeStyle } from "../../../lib/report/terminal/style.ts";
import { wrapLines } from "../../../lib/report/terminal/wrap_words.ts";

const PLAIN = ["    01-01 ✓ npm test", "  ✗ plan 01-02: the check failed; its work is kept in /srv/ada/shop"];

Deno.test("lines that fit stay as they are, and all of them where the output is not a terminal", () => {
  assert.deepEqual(wrapLines(PLAIN, makeStyle(true)), PLAIN);
  assert.deepEqual(wrapLines(PLAIN, makeStyle(true, 80)), PLAIN);
});

Deno.test("a line that is too wide breaks between words, and its other rows are indented", () => {
  assert.deepEqual(wrapLines(PLAIN, makeStyle(false, 40)), [
    "    01-01 ✓ npm test",
    "  ✗ plan 01-02: the check failed; its",
    "    work is kept in /srv/ada/shop",
  ]);
});

Deno.test("styles take no columns", () => {
  const { red, dim } = makeStyle(true);
  assert.deepEqual(wrapLines([red("  one two"), dim("three four")], makeStyle(true, 9)), [
    red("  one two"),
    "\x1b[2mthree",
    "  four\x1b[22m",
  ]);
});

Deno.test("the rows of quoted output continue the quote", () => {
  assert.deepEqual(wrapLines(["    │   expected one two"], makeStyle(false, 18)), [
    "    │   expected",
    "    │   one two",
  ]);
});

Deno.test("a command to copy stays whole, with a row of its own at the end of a sentence", () => {
  const lines = [
    "  wf execute-phase 1 --answer merge=squash",
    "  → Give the next phases a branch of their own: wf config set git.branching_strategy phase",
    "Nothing was pushed to the server: git refused, or a hook",
  ];
  assert.deepEqual(wrapLines(lines, makeStyle(true, 36)), [
    "  wf execute-phase 1 --answer merge=squash",
    "  → Give the next phases a branch of",
    "    their own:",
    "    wf config set git.branching_strategy phase",
    "Nothing was pushed to the server:",
    "  git refused, or a hook",
  ]);
});
