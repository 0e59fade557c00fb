import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { phaseStanding } from "../../../lib/parse/roadmap/phase_state.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function standing(number: string, text: string): string {
  const roadmap = parseRoadmap(new SourceText(".planning/ROADMAP.md", text));
  const found = phaseStanding(parsePhaseNumber(number)!, roadmap);
  return found.kind === "excluded" ? found.reason : found.kind;
}

const STANDINGS: readonly [what: string, number: string, text: string, standing: string][] = [
  ["a heading", "1", "### Phase 1: A", "open"],
  ["a box that is not ticked", "1", "- [ ] **Phase 1: A** - x", "open"],
  ["a ticked box", "1", "- [x] **Phase 1: A** - x\n### Phase 1: A", "done"],
  ["a ticked box without bold type", "1", "- [x] Phase 1: A\n", "done"],
  ["a heading that says so", "1", "### Phase 1: A ✅", "done"],
  ["a phase that is nowhere", "1", "### Phase 2: B", "open"],
  ["what is folded away", "1", "<details>\n### Phase 1: A\n</details>", "shipped"],
  [
    "what is folded away and stands elsewhere",
    "1",
    "### Phase 1: B\n<details>\n### Phase 1: A\n</details>",
    "open",
  ],
  ["what is folded away and not ticked", "1", "<details>\n- [ ] **Phase 1: A** - x\n</details>", "open"],
  [
    "the range of a shipped milestone",
    "2",
    "- ✅ **v1.0 A** - Phases 1-3 (shipped)\n### Phase 2: B",
    "shipped",
  ],
  [
    "a box that is open in a shipped one",
    "2",
    "- ✅ **v1.0 A** - Phases 1-3\n- [ ] **Phase 2: B**: x",
    "open",
  ],
  ["the ranges of two milestones", "2", "- ✅ **v1.0 A** - Phases 1-3\n- 🚧 **v2.0 B** - Phases 1-2", "open"],
  [
    "a number that comes again in a milestone without a range",
    "2",
    "- ✅ **v1.0 A** - Phases 1-3\n- 🚧 **v2.0 B**\n### Phase 2: B",
    "open",
  ],
  [
    "a done phase with the number of an archived one",
    "2",
    "- ✅ **v1.0 A** - Phases 1-3\n- 🚧 **v2.0 B**\n\n<details>\n\n- [x] **Phase 2: A**\n\n</details>\n\n- [x] **Phase 2: B**\n",
    "done",
  ],
  ["a parked number", "999.1", "", "backlog"],
  ["a promoted phase", "999.1", "### Phase 999.1: A (PROMOTED → Phase 7)", "promoted"],
  ["a section of the backlog", "8", "## Backlog\n\n### Phase 8: A\n", "backlog"],
  ["what comes behind the backlog", "8", "## Backlog\n### Phase 7: A\n## Phase 8: B\n", "open"],
  ["a removed phase", "9", "#### Phase 9: A (REMOVED)", "removed"],
  ["a remark on the item", "9", "- [ ] **Phase 9: A** (DEPRECATED)\n", "deprecated"],
  ["a cancelled phase, in small letters", "9", "### Phase 9: A (canceled)", "cancelled"],
  ["a heading that ends with a status", "1", "### Phase 1: A - COMPLETE", "done"],
  ["a heading whose name begins with such a word", "1", "### Phase 1: A - complete redesign", "open"],
  [
    "a complete row of the progress table",
    "1",
    "- [ ] **Phase 1: A** - x\n\n| Phase | Plans | Status |\n|---|---|---|\n| 1. A | 2/2 | Complete |\n",
    "done",
  ],
  [
    "a row of another table",
    "1",
    "### Phase 1: A\n\n| Wave | Status |\n|---|---|\n| 1 | Complete |\n",
    "open",
  ],
  [
    "a row that is not complete",
    "1",
    "### Phase 1: A\n\n| Phase | Status |\n|---|---|\n| 1. A | In Progress |\n",
    "open",
  ],
  ["a superseded phase", "9", "### Phase 9: A — Superseded by v7", "deprecated"],
  ["a name in parentheses", "9", "### Phase 9: A (deprecated API)", "open"],
  ["a later heading of the same number", "9", "### Phase 9: A (REMOVED)\n### Phase 9: B", "open"],
];

for (const [what, number, text, expected] of STANDINGS) {
  Deno.test(`phaseStanding() is ${expected} for ${what}`, () => {
    assert.equal(standing(number, text), expected);
  });
}
