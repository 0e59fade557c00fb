import assert from "node:assert/strict";
import { parseConfig } from "../../lib/parse/config/config.ts";
import { scanBody } from "../../lib/parse/plan_file/scan_body.ts";
import { parseFrontmatter } from "../../lib/parse/plan_file/frontmatter.ts";
import { currentMilestone } from "../../lib/parse/roadmap/milestone.ts";
import { parsePlanFile } from "../../lib/parse/plan_file/plan_file.ts";
import { parseRequirements } from "../../lib/parse/requirements/requirements.ts";
import { parseRoadmap } from "../../lib/parse/roadmap/roadmap.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { fc } from "../deps/fast_check.ts";
import { anyText, PLANS } from "./samples.ts";
import { assertBodySpans, assertWithin, assertYamlSpans } from "./spans.ts";

const PATH = ".planning/phases/03-accounts/03-02-PLAN.md";
const ROADMAP = `# Roadmap

- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-01-01)
- 🚧 **v1.1 Accounts** - Phases 3-4

- [x] **Phase 1: Base** - first
- [ ] **Phase 2.1: Mend (INSERTED)** - between

### Phase 3: Accounts
**Goal**: People have accounts
`;
const REQUIREMENTS = `# Requirements

- [ ] **AUTH-01**: Log in
- [x] **I18N-02:** Speak
- **AA-AA-9**: Later

| Requirement | Phase | Status |
|---|---|---|
| AUTH-01 | Phase 1 | Pending |
| I18N-02, B-1 | 2.1 | Complete |
`;
const CONFIG = `{
  // of this project
  "mode": "yolo", "depth": "quick", "parallelization": true, "commit_docs": true,
  "git": { "branching_strategy": "phase", "base": "main" },
  "planning": { "search_gitignored": false }
}
`;

function checkFrontmatter(text: string): void {
  const frontmatter = parseFrontmatter(text);
  const whole = { start: 0, end: text.length };
  assertWithin({ start: frontmatter.bodyStart, end: text.length }, whole, "body");
  if (frontmatter.kind !== "missing") assertWithin(frontmatter.span, whole, "frontmatter");
  if (frontmatter.kind === "parsed") assertYamlSpans(frontmatter.root, text, frontmatter.span);
  if (frontmatter.kind === "unparsable") {
    const { offset } = frontmatter.problem;
    assertWithin({ start: offset, end: offset }, frontmatter.span, "problem");
  }
}

function checkPlanFile(text: string): void {
  const plan = parsePlanFile(new SourceText(PATH, text));
  const whole = { start: 0, end: text.length };
  for (const { span, fix } of plan.notes) {
    assertWithin(span, whole, "note");
    for (const edit of fix?.edits ?? []) assertWithin(edit, whole, "edit");
  }
  for (const { element } of plan.tasks) assertWithin(element.span, whole, "task");
}

Deno.test("parseFrontmatter() throws on no text, and its spans lie where they say", () => {
  fc.assert(fc.property(anyText(), checkFrontmatter), { numRuns: 1000 });
});

Deno.test("scanBody() throws on no text, and its spans lie where they say", () => {
  fc.assert(fc.property(anyText(), (text) => assertBodySpans(scanBody(text, 0), text, 0)), { numRuns: 1000 });
});

Deno.test("parsePlanFile() throws on no text, and its spans lie where they say", () => {
  fc.assert(fc.property(anyText(), checkPlanFile), { numRuns: 700 });
});

Deno.test("parseRoadmap() and currentMilestone() throw on no text, and phases slice to their lines", () => {
  fc.assert(
    fc.property(anyText([ROADMAP]), (text) => {
      const source = new SourceText("ROADMAP.md", text);
      for (const { span } of parseRoadmap(source).phases) {
        assertWithin(span, { start: 0, end: text.length }, "phase");
        if (!/Phase\s/.test(text.slice(span.start, span.end))) throw new Error("not a phase");
      }
      currentMilestone(source, source);
    }),
    { numRuns: 700 },
  );
});

Deno.test("parseRequirements() throws on no text, and its spans slice to what they stand for", () => {
  fc.assert(
    fc.property(anyText([REQUIREMENTS]), (text) => {
      for (const { id, span, box, row } of parseRequirements(new SourceText("R.md", text)).all) {
        assert.equal(text.slice(span.start, span.end), id);
        if (box) assert.equal(text.slice(box.span.start, box.span.end), box.mark);
        if (row?.statusSpan) assert.equal(text.slice(row.statusSpan.start, row.statusSpan.end), row.status);
      }
    }),
    { numRuns: 700 },
  );
});

Deno.test("parseConfig() throws on no text, and its findings lie in it", () => {
  fc.assert(
    fc.property(anyText([CONFIG, "{}", "[]"]), (text) => {
      const whole = { start: 0, end: text.length };
      for (const { span, fix } of parseConfig(new SourceText("config.json", text)).diagnostics) {
        assertWithin(span, whole, "finding");
        for (const edit of fix?.edits ?? []) assertWithin(edit, whole, "edit");
      }
    }),
    { numRuns: 700 },
  );
});

for (const [name, text] of PLANS) {
  Deno.test(`the spans of ${name} lie where they say`, () => {
    checkFrontmatter(text);
    checkPlanFile(text);
    const { bodyStart } = parseFrontmatter(text);
    assertBodySpans(scanBody(text, bodyStart), text, bodyStart);
  });
}
