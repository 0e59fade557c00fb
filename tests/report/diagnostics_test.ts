import assert from "node:assert/strict";
import { codeFrame } from "../../lib/report/code_frame.ts";
import { diagnosticsText, summaryText } from "../../lib/report/diagnostics.ts";
import { makeStyle } from "../../lib/report/style.ts";
import { SourceText } from "../../lib/source.ts";

const PLAIN = makeStyle(false);

function frame(text: string, marked: string): string {
  const start = text.indexOf(marked);
  return codeFrame(new SourceText("a.md", text), { start, end: start + marked.length }, PLAIN);
}

Deno.test("codeFrame() marks a span below its line", () => {
  assert.equal(frame("one\ntwo three\n", "three"), "   |\n 2 | two three\n   |     ^^^^^");
});

Deno.test("codeFrame() marks below wide characters, combining marks and tabs", () => {
  assert.equal(frame("認証 x", "x"), "   |\n 1 | 認証 x\n   |      ^");
  assert.equal(frame("e\u0301 x", "x"), "   |\n 1 | e\u0301 x\n   |   ^");
  assert.equal(frame("\tx", "x"), "   |\n 1 |     x\n   |     ^");
});

Deno.test("codeFrame() marks one column for an empty span, also behind the end of a line", () => {
  const source = new SourceText("a.md", "ab\r\ncd");
  assert.equal(codeFrame(source, { start: 2, end: 2 }, PLAIN), "   |\n 1 | ab\n   |   ^");
  assert.equal(codeFrame(source, { start: 6, end: 6 }, PLAIN), "   |\n 2 | cd\n   |   ^");
});

Deno.test("codeFrame() cuts a long line around its span", () => {
  const lines = frame(`${"x".repeat(10_000_000)}here${"y".repeat(5000)}`, "here").split("\n");
  assert.ok(lines.every((line) => line.length < 120));
  assert.equal(lines[1]!.indexOf("here"), lines[2]!.indexOf("^^^^"));
});

Deno.test("codeFrame() marks only the first line of a span over several", () => {
  assert.equal(frame("ab\ncd\n", "b\nc"), "   |\n 1 | ab\n   |  ^");
});

Deno.test("codeFrame() lets no control character through", () => {
  assert.ok(!frame("a\x1b[31mb", "b").includes("\x1b"));
});

Deno.test("diagnosticsText() says what, where and what to do", async (t) => {
  const source = new SourceText(".planning/phases/01-a/01-02-PLAN.md", 'wave: 1\ndepends_on: ["01-09"]\n');
  const other = new SourceText(".planning/phases/01-a/01-01-PLAN.md", "wave: 1\n");
  const found = {
    code: "unknown-dependency",
    severity: "error" as const,
    message: 'Unknown plan "01-09"',
    hint: "Correct the ID",
    span: { path: source.path, start: 22, end: 27 },
    related: [{ message: "the other plan", span: { path: other.path, start: 6, end: 7 } }],
  };
  const sources = new Map([source, other].map((text) => [text.path, text]));
  await t.assertSnapshot(diagnosticsText([found], sources, PLAIN));
  await t.assertSnapshot(diagnosticsText([found], sources, makeStyle(true)));
});

Deno.test("summaryText() counts in the singular and the plural", () => {
  const summary = { files: 3, plans: 1, errors: 1, warnings: 2, hints: 0, fixable: 2 };
  assert.equal(
    summaryText(summary, PLAIN),
    "✗ 1 plan in 3 files checked: 1 error, 2 warnings (2 fixable with --fix)\n",
  );
  assert.equal(
    summaryText({ ...summary, plans: 2, errors: 0, warnings: 0 }, PLAIN),
    "✓ 2 plans checked: no findings\n",
  );
});
