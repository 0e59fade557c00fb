import assert from "node:assert/strict";
import { parseRequirements } from "../../../lib/parse/requirements/requirements.ts";
import { markRequirements } from "../../../lib/plan/documents/requirements_edit.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { mutated } from "../../parse/samples.ts";

const BEFORE = `# Requirements

- [ ] **AUTH-01**: Log in  
- [~] **AUTH-02**: Log out, half
- [ ] **AUTH-03**: Stay
- **AUTH-04**: Later

| Requirement | Phase | Status |
|-------------|-------|--------|
| AUTH-01 | Phase 1 | Pending |
| AUTH-02 | Phase 1 | Deferred to v2 |
| AUTH-03 | Phase 2 | Pending |
| AUTH-01, AUTH-03 | Phase 1 | Pending |
| AUTH-04 | Phase 1 |  |
`;

const AFTER = BEFORE.replace("[ ] **AUTH-01", "[x] **AUTH-01").replace("| Pending", "| Complete")
  .replace("| Phase 1 |  |", "| Phase 1 | Complete  |");

const IDS = new Set(["AUTH-01", "AUTH-02", "AUTH-04", "AUTH-09"]);

Deno.test("markRequirements() only ticks boxes and completes statuses", () => {
  assert.equal(markRequirements(BEFORE, IDS), AFTER);
});

Deno.test("markRequirements() keeps CRLF, a byte order mark and a missing final newline", () => {
  const dressed = (text: string) => `\uFEFF${text.trimEnd().replaceAll("\n", "\r\n")}`;
  assert.equal(markRequirements(dressed(BEFORE), IDS), dressed(AFTER));
});

Deno.test("markRequirements() completes a shared row with the last of its requirements", () => {
  const row = (status: string) =>
    `- [x] **A-1**: a\n\n| Requirement | Status |\n|---|---|\n| A-1, A-2 | ${status} |\n`;
  assert.equal(markRequirements(row("In Progress"), new Set(["A-2"])), row("Complete"));
  assert.equal(markRequirements(row("Pending"), new Set(["A-3"])), row("Pending"));
});

Deno.test("markRequirements() changes only boxes and statuses of any text, and is idempotent", () => {
  fc.assert(
    fc.property(mutated([BEFORE]), (text) => {
      const marked = markRequirements(text, IDS);
      assert.equal(markRequirements(marked, IDS), marked);
      const rest = (whole: string) => whole.replace(/\[[ x]\]|Complete|Pending/g, "").replace(/[\s-]/g, "");
      assert.equal(rest(marked), rest(text));
      const { byId } = parseRequirements(new SourceText("R.md", marked));
      for (const id of IDS) assert.notEqual(byId.get(id)?.box?.mark, " ");
    }),
    { numRuns: 300 },
  );
});

Deno.test("markRequirements() without IDs returns the text unchanged", () => {
  assert.equal(markRequirements(BEFORE, new Set()), BEFORE);
});
