import assert from "node:assert/strict";
import { assertLinear } from "../ratio.ts";
import { terminalText, visibleJson, visibleOutput, visibleText } from "../../lib/text/terminal_text.ts";

const HOSTILE = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\r\nc\bd\u2066\u200f\u200be\tf";
const ESCAPED = String.raw`a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb` + "\n" +
  String.raw`c\x08d\u2066\u200f\u200be` + "\tf";

Deno.test("visibleText() escapes control characters, and keeps tabs, line breaks and letters", () => {
  assert.equal(visibleText(HOSTILE), ESCAPED);
  assert.equal(visibleText(ESCAPED), ESCAPED);
  assert.equal(visibleText("\x1b[31mred"), String.raw`\x1b[31mred`);
  const letters = "ä e\u0301 👩‍💻 نمی‌خواهم 日本 ️";
  assert.equal(visibleText(letters), letters);
});

Deno.test("visibleOutput() removes colors and the overwritten versions of a line", () => {
  assert.equal(visibleOutput("\x1b[1;31mFAIL\x1b[0m\r\n10%\r50%\rdone\n\x1b[2K"), "FAIL\ndone\n\\x1b[2K");
  assert.equal(visibleOutput("whole\r"), "whole");
  assert.equal(visibleOutput("a\r\r\nb\r\n\r\nc\r\r"), "\nb\n\n");
});

for (const piece of ["x", "x\r", "\x1b[1", "\r\n"]) {
  Deno.test(`visibleOutput() takes time linear in a text of ${JSON.stringify(piece)}`, () => {
    assertLinear((size) => piece.repeat(size), visibleOutput, 3000);
  });
}

Deno.test("terminalText() keeps only the program's own styles, and escapes them too without styles", () => {
  const styled = "\x1b[31m✗\x1b[39m \x1b[1mx\x1b[22m\r\n\x1b[2mold\r\x1b[22m\n";
  assert.equal(terminalText(styled, true), styled);
  assert.equal(terminalText("\x1b[31m✗\x1b[39m\r\n", false), "\\x1b[31m✗\\x1b[39m\r\n");
  assert.equal(terminalText(HOSTILE, true), ESCAPED.replace("\n", "\r\n"));
  assert.equal(terminalText("\x1b[8mhidden\x1b[41m\x1b[30m", true), "\\x1b[8mhidden\\x1b[41m\\x1b[30m");
  assert.equal(terminalText("50%\r60%", true), "50%\\x0d60%");
});

Deno.test("visibleJson() escapes hidden characters without changing the value", () => {
  const text = visibleJson({ a: HOSTILE, b: ["\u202e"] });
  assert.match(text, /^[\x20-\x7e]*$/);
  assert.deepEqual(JSON.parse(text), { a: HOSTILE, b: ["\u202e"] });
  assert.equal(visibleJson([1], 2), "[\n  1\n]");
});
