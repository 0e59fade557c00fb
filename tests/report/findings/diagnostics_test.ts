import assert from "node:assert/strict";
import type { Severity } from "../../../schemas/diagnostic.ts";
import { codeFrame } from "../../../lib/report/terminal/code_frame.ts";
import { columns } from "../../../lib/report/terminal/display_width.ts";
import { diagnosticsText, summaryText } from "../../../lib/report/findings/diagnostics.ts";
import { githubText } from "../../../lib/report/findings/github.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

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

Deno.test("codeFrame() marks one column for an empty span, also after the end of a line", () => {
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

Deno.test("codeFrame() escapes control characters", () => {
  assert.ok(!frame("a\x1b[31mb", "b").includes("\x1b"));
});

for (const width of [30, 50, 80]) {
  Deno.test(`codeFrame() fits a terminal of ${width} columns, whatever its letters are`, () => {
    for (const letters of ["abc ", "認証の", "👩‍👩‍👧‍👦🎉", "e\u0301"]) {
      const text = `${letters.repeat(40)}HERE${letters.repeat(40)}`;
      const start = text.indexOf("HERE");
      const source = new SourceText("a.md", text);
      const lines = codeFrame(source, { start, end: start + 4 }, makeStyle(false, width)).split("\n");
      assert.ok(lines.every((line) => columns(line) <= width && line.isWellFormed()), lines.join("\n"));
      assert.equal(columns(lines[1]!.split("HERE")[0]!), lines[2]!.indexOf("^^^^"));
    }
  });
}

Deno.test("diagnosticsText() puts the findings of a file below its name", () => {
  const sources = new Map([["a.md", new SourceText("a.md", "one\ntwo\n")]]);
  const found = (path: string, severity: Severity, start: number) => ({
    code: "some-code",
    severity,
    message: "Not so",
    span: { path, start, end: start + 3 },
  });
  const all = [found("a.md", "error", 0), found("a.md", "hint", 4), found("b/\x1b[31mc.md", "warning", 0)];
  const lines = diagnosticsText(all, sources, PLAIN).split("\n").filter((line) => /^[^ ]/.test(line));
  assert.deepEqual(lines, [
    "a.md: 1 error, 1 hint",
    "error[some-code] Not so",
    "hint[some-code] Not so",
    String.raw`b/\x1b[31mc.md: 1 warning`,
    "warning[some-code] Not so",
  ]);
});

Deno.test("diagnosticsText() is short from the fourth finding of a kind in a file, except for errors", () => {
  const sources = new Map([["a.md", new SourceText("a.md", "one two\n")]]);
  const found = (severity: Severity, count: number) =>
    Array.from({ length: count }, (_, start) => ({
      code: "x-y",
      severity,
      message: `No ${start}`,
      hint: "Mend",
      span: { path: "a.md", start, end: start + 1 },
    }));
  const advice = diagnosticsText(found("warning", 6), sources, PLAIN);
  assert.equal(advice.match(/→ Mend/g)?.length, 3);
  assert.match(
    advice,
    /\n\nwarning\[x-y\] No 3\n {2}a\.md:1:4\nwarning\[x-y\] No 4\n {2}a\.md:1:5\nwarning\[x-y\] No 5\n/,
  );
  assert.equal(diagnosticsText(found("error", 6), sources, PLAIN).match(/→ Mend/g)?.length, 6);
});

Deno.test("diagnosticsText() wraps sentences to the width of a terminal, but not positions", () => {
  const path = ".planning/phases/01-a-phase-with-a-long-name/01-02-PLAN.md";
  const found = {
    code: "unknown-dependency",
    severity: "error" as const,
    message: "Plan 01-02 depends on what is not there, and could never be executed",
    hint: "Correct the ID, or remove it from depends_on where it is not needed",
    span: { path, start: 0, end: 3 },
  };
  const lines = diagnosticsText([found], new Map(), makeStyle(false, 40)).split("\n");
  assert.ok(lines.every((line) => line.length <= 40 || line.includes(path)), lines.join("\n"));
  assert.ok(lines.includes(`  ${path}:1:1`));
});

Deno.test("diagnosticsText() shows the message, position and hint of a finding", async (t) => {
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
  const summary = { files: 3, plans: 1, errors: 1, warnings: 2, hints: 0, fixable: 2, history: 0 };
  assert.equal(
    summaryText(summary, PLAIN),
    "✗ 1 plan in 3 files checked: 1 error, 2 warnings (2 fixable with --fix)\n",
  );
  assert.equal(
    summaryText({ ...summary, plans: 2, errors: 0, warnings: 0 }, PLAIN),
    "✓ 2 plans checked: no findings\n",
  );
});

Deno.test("summaryText() counts the findings in finished plans on a line of their own", () => {
  const summary = { files: 2, plans: 2, errors: 0, warnings: 0, hints: 0, fixable: 0, history: 2 };
  assert.equal(
    summaryText(summary, PLAIN),
    "✓ 2 plans checked: no findings\n2 findings in finished plans not shown: --history\n",
  );
});

Deno.test("summaryText() claims nothing about files that were not checked", () => {
  const summary = { files: 0, plans: 0, errors: 0, warnings: 0, hints: 0, fixable: 0, history: 0 };
  assert.equal(summaryText(summary, PLAIN), "Nothing to check: no plans and no documents that are read\n");
});

Deno.test("diagnosticsText() and githubText() escape names and messages", () => {
  const path = "a\nerror[x] b\x1b[31m\u202ec.md";
  const finding = {
    code: "some-code",
    severity: "error" as const,
    span: { path, start: 0, end: 3 },
    message: "No\nsuch\x1b]0;x\x07 plan",
    hint: "Correct\n::error::it",
  };
  const text = diagnosticsText([finding], new Map(), PLAIN);
  assert.equal(text.trimEnd().split("\n").length, 4);
  const annotation = githubText([finding], { sources: new Map(), prefix: "" });
  assert.equal(annotation.trimEnd().split("\n").length, 1);
  // deno-lint-ignore no-control-regex -- control characters must not reach the terminal
  assert.doesNotMatch(text + annotation, /[\x00-\x09\x0b-\x1f\u202e]/);
});
