import assert from "node:assert/strict";
import { githubText } from "../../lib/report/findings/github.ts";
import { sarifLog } from "../../lib/report/findings/sarif.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { rulePages } from "../../generated/rule_pages.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { problemsIn } from "../deps/ajv.ts";
import { sarifSchema } from "../deps/sarif.ts";

const FIRST = new SourceText(".planning/phases/01-a b/01-01-PLAN.md", "wave: 1\nnote: 100%\nend\n");
const SECOND = new SourceText(".planning/phases/01-a b/01-02-PLAN.md", 'wave: 2\ndepends_on: ["01-09"]\n');
const sources = new Map([FIRST, SECOND].map((source) => [source.path, source]));

const FOUND: readonly Diagnostic[] = [
  {
    code: "wave-mismatch",
    severity: "warning",
    message: "The waves count from 2, not: 1",
    hint: "Lower every wave",
    span: { path: FIRST.path, start: 6, end: 7 },
    fix: {
      title: "Count from 1",
      edits: [{ start: 6, end: 7, text: "1" }, { start: 6, end: 7, text: "1", path: SECOND.path }],
    },
  },
  {
    code: "task-parts",
    severity: "hint",
    message: "100% of\nthis, is twice",
    span: { path: FIRST.path, start: 8, end: 22 },
  },
  {
    code: "unknown-dependency",
    severity: "error",
    message: 'Unknown plan "01-09"',
    hint: "Correct the ID",
    span: { path: SECOND.path, start: 22, end: 27 },
    related: [{ message: "the other plan", span: { path: FIRST.path, start: 0, end: 4 } }],
  },
  {
    code: "config-value",
    severity: "error",
    message: "Not read",
    span: { path: ".planning/config.json", start: 3, end: 9 },
  },
];

const DESCRIBED = rulePages.filter(({ code }) => FOUND.some((found) => found.code === code)).slice(0, 3);

const OPTIONS = { sources, prefix: "apps/web", rules: DESCRIBED, version: "1.2.3" };

Deno.test("githubText() writes one workflow command for each finding, with GitHub's escapes", async (t) => {
  const text = githubText(FOUND, OPTIONS);
  await t.assertSnapshot(text);
  assert.equal(text.trimEnd().split("\n").length, FOUND.length);
  assert.equal(githubText([], OPTIONS), "");
});

Deno.test("sarifLog() fits the official schema, with and without findings", async (t) => {
  const log = sarifLog(FOUND, OPTIONS);
  assert.equal(problemsIn(sarifSchema(), log), "");
  assert.equal(problemsIn(sarifSchema(), sarifLog([], { ...OPTIONS, rules: rulePages, prefix: "" })), "");
  await t.assertSnapshot(log);
});

Deno.test("the schema rejects an invalid log", () => {
  const log = { ...sarifLog(FOUND, OPTIONS), version: "3" };
  assert.notEqual(problemsIn(sarifSchema(), log), "");
});

interface Log {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleIndex: number;
      readonly ruleId: string;
      readonly partialFingerprints: { readonly "wfFinding/v1": string };
    }[];
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  }[];
}

function runOf(found: readonly Diagnostic[], texts = sources): Log["runs"][number] {
  return (sarifLog(found, { ...OPTIONS, sources: texts }) as Log).runs[0]!;
}

Deno.test("sarifLog() describes the rule of every result", () => {
  const { results, tool } = runOf(FOUND);
  for (const { ruleId, ruleIndex } of results) {
    const isDescribed = DESCRIBED.some(({ code }) => code === ruleId);
    assert.equal(tool.driver.rules[ruleIndex]?.id, isDescribed ? ruleId : undefined);
  }
});

Deno.test("sarifLog() identifies a finding after lines are added before it, and distinguishes equal ones", () => {
  const prints = (run: Log["runs"][number]) =>
    run.results.map((result) => result.partialFingerprints["wfFinding/v1"]);
  const moved = new Map([[FIRST.path, new SourceText(FIRST.path, `\n\n${FIRST.text}`)]]);
  const later = FOUND.slice(0, 2).map((found) => ({
    ...found,
    span: { ...found.span, start: found.span.start + 2, end: found.span.end + 2 },
  }));
  assert.deepEqual(prints(runOf(later, moved)), prints(runOf(FOUND.slice(0, 2))));
  assert.equal(new Set(prints(runOf([FOUND[1]!, FOUND[1]!]))).size, 2);
});
