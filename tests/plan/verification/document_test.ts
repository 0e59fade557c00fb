import assert from "node:assert/strict";
import { escapeCell } from "../../../lib/text/escape_markdown.ts";
import {
  isOwnVerification,
  personFindings,
  renderVerification,
  rowKey,
  scoreText,
  verificationPath,
  withoutTime,
} from "../../../lib/plan/verification/document.ts";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";
import { entryOf } from "../../../lib/parse/yaml/yaml.ts";
import type { Verification } from "../../../schemas/verification.ts";
import { fc } from "../../deps/fast_check.ts";

const TIME = new Date("2026-03-01T10:00:00.000Z");
const VERIFICATION: Verification = {
  phase: { number: "03", name: "Accounts | more", directory: ".planning/phases/03-accounts" },
  status: "gaps_found",
  score: { verified: 1, total: 3 },
  artifacts: [{
    plan: "03-01",
    path: "src/__init__.py",
    provides: "A | B",
    outcome: "failed",
    checks: [
      { check: "exists", outcome: "verified", found: "src/__init__.py", todo: "" },
      { check: "min_lines", outcome: "failed", found: "1 of at least 3 lines", todo: "Complete it" },
    ],
  }],
  links: [{
    plan: "03-01",
    from: "a.ts",
    to: "b.ts",
    via: "calls",
    outcome: "verified",
    checks: [],
    by: "person",
  }],
  truths: [{ plan: "03-01", truth: "It <b>works</b>\nalways", outcome: "unverified" }],
  checks: [{
    plan: "03-01",
    task: 2,
    command: "npm test",
    outcome: "unverified",
    found: "Broken by 03-02/1\n1 failed",
  }],
  requirements: [{ id: "AUTH-01", text: "Log in", plans: ["03-01", "03-02"], state: "pending" }],
  gaps: [{ plan: "03-01", what: "It is short", todo: "Complete it" }],
  open: [{ what: "It works", todo: "See whether it holds" }],
};

Deno.test("renderVerification() contains status, score, gaps and every must-have", () => {
  assert.equal(
    renderVerification(VERIFICATION, TIME),
    String.raw`---
phase: "03-accounts"
verified: 2026-03-01T10:00:00.000Z
status: gaps_found
score: 1/3 must-haves verified
---

<!-- wf verify-phase writes this file, and asks before it replaces changes. f713d664934e2bbf -->

# Phase 03: Accounts \| more Verification

**Status:** gaps found
**Score:** 1/3 must-haves verified

## Gaps

1. It is short (plan 03-01). Complete it.

## To Check by Hand

1. It works. See whether it holds.

## Artifacts

| Plan | Artifact | Provides | Result | Found |
| --- | --- | --- | --- | --- |
| 03-01 | src/\_\_init\_\_.py | A \| B | ✗ failed | ✗ min_lines: 1 of at least 3 lines; exists: src/\_\_init\_\_.py |

## Key Links

| Plan | From | To | Via | Result | Found |
| --- | --- | --- | --- | --- | --- |
| 03-01 | a.ts | b.ts | calls | ✓ verified by a person |  |

## Truths

| Plan | Truth | Result |
| --- | --- | --- |
| 03-01 | It \<b\>works\</b\> always | ? unverified |

## Checks

| Task | Command | Result | Found |
| --- | --- | --- | --- |
| 03-01/2 | npm test | ? unverified | Broken by 03-02/1 1 failed |

## Requirements

| Requirement | Text | Plans | Status |
| --- | --- | --- | --- |
| AUTH-01 | Log in | 03-01, 03-02 | Pending |
`,
  );
});

Deno.test("verificationPath() and scoreText() follow the phase and the score", () => {
  assert.equal(verificationPath(VERIFICATION), ".planning/phases/03-accounts/03-VERIFICATION.md");
  assert.equal(scoreText(VERIFICATION), "1/3 must-haves verified");
});

Deno.test("isOwnVerification() and withoutTime() know a document again", () => {
  const text = renderVerification(VERIFICATION, TIME);
  assert.ok(isOwnVerification(text));
  assert.ok(isOwnVerification(text.replaceAll("| ", "|   ").replaceAll("\n", "\r\n")), "reformatted");
  assert.ok(!isOwnVerification(text.replace("status: gaps_found", "status: passed")), "changed");
  assert.ok(!isOwnVerification("---\nstatus: passed\n---\n# Mine\n"));
  assert.equal(withoutTime(text), withoutTime(renderVerification(VERIFICATION, new Date(0))));
});

Deno.test("renderVerification() keeps any text in its cell, and its frontmatter YAML", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const rendered = renderVerification({
        ...VERIFICATION,
        phase: {
          ...VERIFICATION.phase,
          name: text,
          directory: `.planning/phases/03-${text.replaceAll("/", "")}`,
        },
        truths: [{ plan: "03-01", truth: text, outcome: "unverified" }],
      }, TIME);
      const plain = renderVerification(VERIFICATION, TIME);
      assert.equal(rendered.split("\n").length, plain.split("\n").length);
      const bars = (line: string) => line.split(/(?<!\\)(?:\\\\)*\|/).length;
      const rows = (whole: string) => whole.split("\n").filter((line) => line.startsWith("|")).map(bars);
      assert.deepEqual(rows(rendered), rows(plain));
      const frontmatter = parseFrontmatter(rendered);
      assert.equal(frontmatter.kind, "parsed");
      if (frontmatter.kind === "parsed") assert.ok(entryOf(frontmatter.root, "score"));
    }),
    { numRuns: 100 },
  );
});

Deno.test("escapeCell() escapes Markdown and HTML", () => {
  assert.equal(
    escapeCell("a|b `c` <d> [e](f) &amp; \\ g\r\nh & snake_case"),
    "a\\|b \\`c\\` \\<d\\> \\[e\\](f) \\&amp; \\\\ g h & snake_case",
  );
});

Deno.test("personFindings() reads what a person confirmed and reported", () => {
  const gaps = [{ what: "A person reports: It <b>blinks</b>. Twice", todo: "Fix it" }];
  const open = [{ what: "A person reports: It hums", todo: "Check whether it is fixed" }];
  const text = renderVerification({ ...VERIFICATION, gaps, open }, TIME).replaceAll(" | ", "   | ");
  const { confirmed, reports } = personFindings(text);
  assert.deepEqual(reports, [
    { note: "It <b>blinks</b>. Twice", asked: false },
    { note: "It hums", asked: true },
  ]);
  assert.deepEqual([...confirmed], [rowKey(["03-01", "a.ts", "b.ts", "calls"])]);
});
