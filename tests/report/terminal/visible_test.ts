import assert from "node:assert/strict";
import { visible } from "../../../lib/report/terminal/visible.ts";

const ROWS: readonly (readonly [text: string, shown: string])[] = [
  ["npm ci && make -j2 'a  b'", "npm ci && make -j2 'a  b'"],
  ["größe 文字 😀", "größe 文字 😀"],
  ["a\nb\tc\rd", "a\\nb\\tc\\rd"],
  ["\x1b[2K\x07", "\\u{1b}[2K\\u{7}"],
  ["\u009b1A", "\\u{9b}1A"],
  ["\u202egnp.exe\u2066", "\\u{202e}gnp.exe\\u{2066}"],
  ["a\u200bb\u00ad\ufeff", "a\\u{200b}b\\u{ad}\\u{feff}"],
  ["a\u00a0b\u3000c\u2028d", "a\\u{a0}b\\u{3000}c\\u{2028}d"],
  ["a\u3164b", "a\\u{3164}b"],
  ["\ud800x", "\\u{d800}x"],
];

for (const [text, shown] of ROWS) {
  Deno.test(`visible() shows ${JSON.stringify(text)} as ${shown}`, () => assert.equal(visible(text), shown));
}

Deno.test("visible() does not shorten text", () => {
  const text = `true ${"x".repeat(100_000)} && rm -rf ~`;
  assert.equal(visible(text), text);
});
