import assert from "node:assert/strict";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { checkProject } from "../../lib/check/rule.ts";
import {
  codeAction,
  completionItems,
  editorDiagnostic,
  type EditorFiles,
  wantsAction,
} from "../../lib/lsp/messages.ts";
import { fixesAt, fixFile, replacement } from "../../lib/lsp/fixes.ts";
import { outlineOf } from "../../lib/lsp/outline.ts";
import { Positions } from "../../lib/lsp/place/positions.ts";
import { uriOfPath } from "../../lib/lsp/place/uri.ts";
import { parsePlanFile } from "../../lib/parse/plan_file/plan_file.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { fc } from "../deps/fast_check.ts";
import { planText, writes } from "../support/plans.ts";

/** The scheme of addresses of files. */
const FILE = "file://";
const PATH = ".planning/phases/01-base/01-01-PLAN.md";
const TEXTS = new Map([[PATH, "---\nwave: 1\n---\n"], ["b.md", "\uFEFFb"]]);
const FILES: EditorFiles = {
  uri: (path) => uriOfPath(`/p/${path}`),
  positions: (path) => new Positions(TEXTS.get(path) ?? "", "hidden"),
};
const FINDING: Diagnostic = {
  code: "wave-mismatch",
  severity: "warning",
  message: "Wrong",
  hint: "Right it",
  span: { path: PATH, start: 10, end: 11 },
  related: [{ message: "because of this", span: { path: "b.md", start: 1, end: 2 } }],
};

Deno.test("a finding keeps its code and text, and tells where else to look", () => {
  const { codeDescription, ...rest } = editorDiagnostic(FINDING, FILES);
  assert.match(codeDescription!.href, /rules\.md#wave-mismatch$/);
  assert.deepEqual(rest, {
    range: { start: { line: 1, character: 6 }, end: { line: 1, character: 7 } },
    severity: 2,
    code: "wave-mismatch",
    source: "wf",
    message: "Wrong\n→ Right it",
    relatedInformation: [{
      location: {
        uri: `${FILE}/p/b.md`,
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
      },
      message: "because of this",
    }],
  });
});

Deno.test("what has no effect is marked as unnecessary, and advice is information", () => {
  const { tags, severity } = editorDiagnostic(
    { ...FINDING, code: "duplicate-item", severity: "hint" },
    FILES,
  );
  assert.deepEqual([tags, severity], [[1], 3]);
});

Deno.test("every rule that gives a tag is one of the rules", () => {
  const codes = rules.flatMap((rule) => [rule.code, ...(rule.codes ?? []).map(({ code }) => code)]);
  const tagged = [
    "config-duplicate-key",
    "config-legacy",
    "config-unknown-key",
    "duplicate-item",
    "stray-tag",
  ];
  assert.deepEqual(tagged.filter((code) => !codes.includes(code)), []);
});

const WANTED: readonly (readonly [only: readonly string[] | undefined, kind: string, wanted: boolean])[] = [
  [undefined, "quickfix", true],
  [["quickfix"], "quickfix", true],
  [["quickfix"], "source.fixAll.wf", false],
  [["source"], "source.fixAll.wf", true],
  [["source.fixAll"], "source.fixAll.wf", true],
  [["source.fixAllOthers"], "source.fixAll.wf", false],
  [[], "quickfix", false],
];

for (const [only, kind, wanted] of WANTED) {
  Deno.test(`an editor that asks for ${only?.join() ?? "anything"} ${wanted ? "wants" : "does not want"} ${kind}`, () =>
    assert.equal(wantsAction(only, kind), wanted));
}

const SLIPPED = planText({ plan: "01", tasks: [writes("src/a.txt")] }).replace("wave: 1", "wave: '1'");
const SOURCES = { texts: new Map([[PATH, SLIPPED]]), paths: [PATH] };

Deno.test("a fix is offered where its finding is, with the edits of --fix", () => {
  const findings = checkProject(parseProject(SOURCES), rules);
  const at = SLIPPED.indexOf("wave: '1'") + 6;
  const [fix, ...others] = fixesAt(PATH, { start: at + 1, end: at + 1 }, findings);
  assert.deepEqual([fix!.title, others], ["Remove the quotes", []]);
  assert.deepEqual([...fix!.edits], [[PATH, [{ start: at, end: at + 3, text: "1" }]]]);
  assert.deepEqual(fixesAt(PATH, { start: 0, end: 0 }, findings), []);
  const files = { ...FILES, positions: () => new Positions(SLIPPED, "counted") };
  const action = codeAction(fix!, files);
  assert.deepEqual([action.kind, action.isPreferred], ["quickfix", true]);
  assert.deepEqual(Object.keys(action.edit!.changes!), [`${FILE}/p/${PATH}`]);
});

Deno.test("all fixes of a file are one edit, and there is none if there is nothing to fix", () => {
  const fix = fixFile(PATH, SOURCES, rules);
  const [edit] = fix!.edits.get(PATH)!;
  const mended = SLIPPED.slice(0, edit!.start) + edit!.text + SLIPPED.slice(edit!.end);
  assert.equal(
    mended,
    planText({ plan: "01", files: ["src/a.txt"], tasks: [writes("src/a.txt")] })
      .replace('["src/a.txt"]', "[src/a.txt]"),
  );
  assert.equal(fixFile(PATH, { ...SOURCES, texts: new Map([[PATH, mended]]) }, rules), undefined);
});

Deno.test("a replacement makes one text of the other, and cuts no character in two", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\r\n", "\n", "😀", "😁"), maxLength: 8 });
  fc.assert(fc.property(text, text, (before, after) => {
    const { start, end, text } = replacement(before, after);
    assert.equal(before.slice(0, start) + text + before.slice(end), after);
    for (const at of [start, end]) {
      assert.doesNotMatch(
        before.slice(Math.max(0, at - 1), at + 1),
        /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/,
      );
    }
  }));
});

Deno.test("an editor that knows no snippets gets plain text", () => {
  const span = { start: 0, end: 0 };
  const item = { label: "x", kind: "key", text: '"a\\$": "${1:auto}"$0', isSnippet: true, span } as const;
  const text = (snippets: boolean) => {
    const [{ textEdit, insertTextFormat } = assert.fail()] = completionItems(
      [item],
      FILES.positions(PATH),
      snippets,
    );
    return [textEdit!.newText, insertTextFormat];
  };
  assert.deepEqual(text(true), [item.text, 2]);
  assert.deepEqual(text(false), ['"a$": "auto"', undefined]);
});

Deno.test("the outline of a plan holds its frontmatter, its sections, and its tasks by name", () => {
  const text = planText({ plan: "01", tasks: [writes("a.txt"), writes("b.txt")] });
  const outline = outlineOf(parsePlanFile(new SourceText(PATH, text)));
  assert.deepEqual(outline.map(({ name, children }) => [name, ...children.map((child) => child.name)]), [
    ["frontmatter"],
    ["objective"],
    ["tasks", "1. Add a.txt", "2. Add b.txt"],
    ["verification"],
    ["success_criteria"],
    ["output"],
  ]);
});
