import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { addPhase } from "../../../lib/plan/documents/roadmap_structure.ts";

const ARCHIVED = `<details>
<summary>✅ v1.0 MVP (Phases 1-2) - SHIPPED 2026-05-06</summary>

- [x] **Phase 1: Base** - it begins

</details>
`;

function added(text: string, name = "Reports", goal: string | undefined = "Users see reports"): string {
  return addPhase(text, { number: parsePhaseNumber("3")!, name, goal, after: undefined, inserted: false });
}

Deno.test("addPhase() adds the first phase after an archived milestone to the list, the details and the table", () => {
  const roadmap = (item: string, section: string, row: string) =>
    `# Roadmap\n\n## Phases\n\n${ARCHIVED}${item}\n## Phase Details\n${section}\n## Progress\n\n` +
    `| Phase | Milestone | Plans Complete | Status | Completed |\n|---|---|---|---|---|\n${row}`;
  assert.equal(
    added(roadmap("", "", ""), "Reports | more"),
    roadmap(
      "\n- [ ] **Phase 3: Reports | more** - Users see reports\n",
      "\n### Phase 3: Reports | more\n**Goal**: Users see reports\n**Depends on**: Nothing\n**Plans**: TBD\n",
      "| 3. Reports \\| more | - | 0/? | Not started | - |\n",
    ),
  );
});

Deno.test("addPhase() writes the section of the first phase below the list if there are no details, in CRLF too", () => {
  const roadmap = (phase: string) =>
    `# Roadmap\n\n## Phases\n\n${ARCHIVED}${phase}\n## Progress\n\nAll is well.\n`;
  const before = roadmap("");
  const after = roadmap(
    "\n- [ ] **Phase 3: Reports**\n\n### Phase 3: Reports\n**Goal**: TBD\n**Depends on**: Nothing\n**Plans**: TBD\n",
  );
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const add = (text: string) =>
    addPhase(text, {
      number: parsePhaseNumber("3")!,
      name: "Reports",
      goal: undefined,
      after: undefined,
      inserted: false,
    });
  assert.equal(add(before), after);
  assert.equal(add(crlf(before)), crlf(after));
});

Deno.test("addPhase() appends a section to a roadmap without a list of phases", () => {
  assert.equal(
    added("# Roadmap\n\nText.\n"),
    "# Roadmap\n\nText.\n\n### Phase 3: Reports\n**Goal**: Users see reports\n**Depends on**: Nothing\n**Plans**: TBD\n",
  );
});
