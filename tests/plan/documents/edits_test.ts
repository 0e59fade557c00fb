import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { updateRoadmap } from "../../../lib/plan/documents/roadmap_edit.ts";
import { updateState } from "../../../lib/plan/documents/state_edit.ts";
import type { Progress } from "../../../lib/plan/progress/progress.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const ROADMAP = `# Roadmap: Shop

## Milestones

- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2025-11-01)
- 🚧 **v1.1 Payment** - Phases 1-3

## Phases

<details>
<summary>✅ v1.0 MVP (Phases 1-2)</summary>

- [ ] **Phase 2: Old Cart** - what was
### Phase 2: Old Cart
**Plans**: 9 plans
- [ ] 02-01-PLAN.md — old

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
| 2. Old Cart | 0/9 | Not started | - |

</details>

- [x] **Phase 1: Base** - the beginning (completed 2026-01-01)
- [ ] **Phase 2: Payment** - pay by card
- [ ] **Phase 2.1: Refunds (INSERTED)** - give it back
- [ ] **Phase 20: Later** - some day

## Phase Details

### Phase 1: Base
**Plans**: 1/1 plans complete

Plans:
- [x] 01-01-PLAN.md — first

### Phase 2: Payment
**Goal**: People pay for what they buy
**Depends on**: Phase 1
**Requirements**: [PAY-01]
**Success Criteria** (what must be TRUE):
  1. A card is charged once
  2. 2-3 cards are kept
**Plans**: 2 plans

Plans:
- [ ] 02-01: Charge a card
- [ ] 02-02-PLAN.md — Keep receipts
- [ ] 02-03-PLAN.md — not written yet
- [ ] Ask the bank

#### Notes

- [ ] **02-01** once more

### Phase 2.1: Refunds (INSERTED)
**Plans**: TBD

- [ ] 02.1-01: Give it back

## Progress

| Phase | Milestone | Plans Complete | Status      | Completed  |
|-------|-----------|----------------|-------------|------------|
| 1. Base | v1.1 | 1/1 | Complete | 2026-01-01 |
| 2. Payment | v1.1 | 0/2            | Not started | -          |
| 2.1. Refunds | v1.1 | 0/? | Not started | - |
| 20. Later | v1.1 | 0/? | Not started | - |

| Phase | Requirements |
|-------|--------------|
| 2. Payment | 3/4 |
`;

/** Progress of phase 2 with as many of its two plans complete; verified once all are. */
function progress(done: number, values: Partial<Progress> = {}): Progress {
  return {
    phase: { number: "02", name: "Payment", directory: ".planning/phases/02-payment" },
    plans: [1, 2].map((number) => ({ id: `02-0${number}`, stem: `02-0${number}`, complete: number <= done })),
    phases: 4,
    plannedPhases: 4,
    lastPhase: parsePhaseNumber("20")!,
    completedPhases: 1,
    allPlans: 8,
    completedPlans: 3,
    time: new Date("2026-11-21T10:00:00Z"),
    activity: "Completed 02-01",
    verdict: { word: "verified" },
    accepted: true,
    ...values,
  };
}

/** Returns the lines that differ, after the change. */
function changes(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  assert.equal(now.length, old.length);
  return now.filter((line, index) => line !== old[index]);
}

function roadmapChanges(before: string, given: Progress): string[] {
  return changes(before, updateRoadmap(before, given));
}

Deno.test("a phase in progress gets its plans ticked and counted, and its row updated", () => {
  assert.deepEqual(roadmapChanges(ROADMAP, progress(1)), [
    "**Plans**: 1/2 plans complete",
    "- [x] 02-01: Charge a card",
    "- [x] **02-01** once more",
    "| 2. Payment | v1.1 | 1/2            | In Progress | -          |",
  ]);
});

Deno.test("a phase that is verified is ticked with its day", () => {
  assert.deepEqual(roadmapChanges(ROADMAP, progress(2)), [
    "- [x] **Phase 2: Payment** - pay by card (completed 2026-11-21)",
    "**Plans**: 2/2 plans complete",
    "- [x] 02-01: Charge a card",
    "- [x] 02-02-PLAN.md — Keep receipts",
    "- [x] **02-01** once more",
    "| 2. Payment | v1.1 | 2/2            | Verified    | 2026-11-21 |",
  ]);
});

const ITEM = "- [x] **Phase 2: Payment** - pay by card";

const EXECUTED: readonly (readonly [string, Partial<Progress>, string, string])[] = [
  [
    "nothing to verify it",
    { verdict: { word: "executed" } },
    `${ITEM} (completed 2026-11-21, not verified)`,
    "Executed, not verified",
  ],
  ["its verification to come", { verdict: { word: "executed" }, accepted: false }, "", "Executed"],
  [
    "must-haves for a person",
    { verdict: { word: "needs a person", count: 2 }, accepted: false },
    "",
    "Needs a person (2)",
  ],
  ["gaps", { verdict: { word: "gaps", count: 1 }, accepted: false }, "", "Gaps (1)"],
];

for (const [what, values, item, status] of EXECUTED) {
  Deno.test(`a phase that is executed with ${what} is ${item === "" ? "not " : ""}ticked`, () => {
    const changed = roadmapChanges(ROADMAP, progress(2, values));
    assert.deepEqual(changed.filter((line) => line.includes("**Phase 2")), item === "" ? [] : [item]);
    assert.match(changed.at(-1)!, new RegExp(`\\| ${status.replace(/[()]/g, "\\$&")} +\\|`));
    assert.equal(/2026-11-21/.test(changed.at(-1)!), item !== "");
  });
}

Deno.test("a phase ticked without a verification keeps its date once it is verified", () => {
  const ticked = updateRoadmap(ROADMAP, progress(2, { verdict: { word: "executed" } }));
  assert.match(ticked, /- \[x\] \*\*Phase 2: Payment\*\*.*\(completed 2026-11-21, not verified\)/);
  assert.match(
    updateRoadmap(ticked, progress(2)),
    /- \[x\] \*\*Phase 2: Payment\*\* - pay by card \(completed 2026-11-21\)$/m,
  );
});

Deno.test("a phase ticked without a verification loses its tick when one needs a person", () => {
  const needs = progress(2, { verdict: { word: "needs a person", count: 1 }, accepted: false });
  const ticked = updateRoadmap(ROADMAP, progress(2, { verdict: { word: "executed" } }));
  const asked = updateRoadmap(ticked, needs);
  assert.match(asked, /^- \[ \] \*\*Phase 2: Payment\*\* - pay by card$/m);
  assert.match(asked, /\| 2\. Payment .*\| Needs a person \(1\) +\| - +\|/);
  assert.equal(updateRoadmap(asked, needs), asked);
  // A tick of a person stays, as does one after a verification.
  const own = ROADMAP.replace("[ ] **Phase 2: Payment", "[x] **Phase 2: Payment");
  assert.match(updateRoadmap(own, needs), /^- \[x\] \*\*Phase 2: Payment\*\* - pay by card$/m);
  assert.match(updateRoadmap(updateRoadmap(ROADMAP, progress(2)), needs), /^- \[x\] \*\*Phase 2: Payment/m);
});

Deno.test("a ticked phase loses its tick and date when gaps are found, and gets them back", () => {
  const ticked = updateRoadmap(ROADMAP, progress(2));
  const gaps = updateRoadmap(ticked, progress(2, { verdict: { word: "gaps", count: 1 }, accepted: false }));
  assert.match(gaps, /^- \[ \] \*\*Phase 2: Payment\*\* - pay by card$/m);
  assert.match(gaps, /\| 2\. Payment .*\| Gaps \(1\) +\| - +\|/);
  assert.equal(updateRoadmap(gaps, progress(2)), ticked);
});

Deno.test("planned work does not change the status of a phase whose plans are all complete", () => {
  const { verdict: _, accepted: __, ...planning } = progress(2);
  const verified = updateRoadmap(ROADMAP, progress(2));
  assert.equal(updateRoadmap(verified, planning), verified);
});

Deno.test("a roadmap in another language is kept up to date alike", () => {
  const roadmap = "- [ ] **2단계: 결제** - 카드\n### 2단계: 결제\n**Plans**: 2 plans\n- [ ] 02-01: 카드\n";
  assert.deepEqual(roadmapChanges(roadmap, progress(2)), [
    "- [x] **2단계: 결제** - 카드 (completed 2026-11-21)",
    "**Plans**: 2/2 plans complete",
    "- [x] 02-01: 카드",
  ]);
});

Deno.test("a folded section belongs to a shipped milestone and stays", () => {
  const end = ROADMAP.indexOf("</details>");
  assert.equal(updateRoadmap(ROADMAP, progress(2)).slice(0, end), ROADMAP.slice(0, end));
});

Deno.test("a milestone folded after the current one stays too", () => {
  const [open, folded] = ["### Phase 2: Payment\n- [ ] 02-01: a\n", "### Phase 2: Old\n- [ ] 02-01: b\n"];
  const text = `${open}\n<details><summary>v1.0</summary>\n${folded}</details>\n`;
  assert.deepEqual(roadmapChanges(text, progress(1)), ["- [x] 02-01: a"]);
});

Deno.test("folded parts in the phase's section and in a later table stay", () => {
  const item = "- [ ] 02-01: a";
  const table = "| Phase | Plans |\n|---|---|\n| 2. Payment | 0/2 |";
  const text =
    `### Phase 2: Payment\n<details>\n${item}\n</details>\n${table}\n<details>\n${table}\n</details>\n`;
  assert.deepEqual(roadmapChanges(text, progress(1)), ["| 2. Payment | 1/2 |"]);
  assert.ok(updateRoadmap(text, progress(1)).indexOf("1/2") < text.lastIndexOf("<details>"));
});

Deno.test("an unclosed element folds nothing", () => {
  assert.deepEqual(roadmapChanges("Use `<details>`.\n\n### Phase 2: P\n- [ ] 02-01: a\n", progress(1)), [
    "- [x] 02-01: a",
  ]);
});

Deno.test("the last occurrence of a repeated phase number counts, because earlier milestones come first", () => {
  const milestone = (name: string) =>
    `- [ ] **Phase 2: ${name}** - x
### Phase 2: ${name}
**Plans**: 2 plans
- [ ] 02-01: ${name}

| Phase | Plans |
|---|---|
| 2. ${name} | 0/2 |

`;
  assert.deepEqual(roadmapChanges(milestone("Old") + milestone("New"), progress(2)), [
    "- [x] **Phase 2: New** - x (completed 2026-11-21)",
    "**Plans**: 2/2 plans complete",
    "- [x] 02-01: New",
    "| 2. New | 2/2 |",
  ]);
});

Deno.test("an inserted phase changes its own lines and none of the phase before it", () => {
  const given = progress(0, {
    phase: { number: "02.1", name: "Refunds", directory: ".planning/phases/02.1-refunds" },
    plans: [{ id: "02.1-01", stem: "02.1-01", complete: true }],
  });
  assert.deepEqual(roadmapChanges(ROADMAP, given), [
    "- [x] **Phase 2.1: Refunds (INSERTED)** - give it back (completed 2026-11-21)",
    "**Plans**: 1/1 plans complete",
    "- [x] 02.1-01: Give it back",
    "| 2.1. Refunds | v1.1 | 1/1 | Verified    | 2026-11-21 |",
  ]);
});

/** A line of phase 2's section. */
function inSection(line: string, done = 1): string {
  const before = `### Phase 2: Payment\n${line}\n`;
  return updateRoadmap(before, progress(done)).split("\n")[1]!;
}

const COUNTS: readonly (readonly [line: string, partly: string, complete: string])[] = [
  ["**Plans**: 3 plans", "**Plans**: 1/2 plans complete", "**Plans**: 2/2 plans complete"],
  ["**Plans:** 1 plan", "**Plans:** 1/2 plans complete", "**Plans:** 2/2 plans complete"],
  ["**Plans:** 1/3 plans executed", "**Plans:** 1/2 plans executed", "**Plans:** 2/2 plans complete"],
  ["**Plans:** 2/2 plans complete", "**Plans:** 1/2 plans complete", "**Plans:** 2/2 plans complete"],
  ["**Plans:** 0/2 plans", "**Plans:** 1/2 plans complete", "**Plans:** 2/2 plans complete"],
  ["**Plans**: TBD", "**Plans**: 1/2 plans complete", "**Plans**: 2/2 plans complete"],
  [
    "**Plans**: 2 plans in 2 waves  ",
    "**Plans**: 1/2 plans complete in 2 waves  ",
    "**Plans**: 2/2 plans complete in 2 waves  ",
  ],
  [
    "**Plans**: 2 plans (1 of them tdd)",
    "**Plans**: 1/2 plans complete (1 of them tdd)",
    "**Plans**: 2/2 plans complete (1 of them tdd)",
  ],
];

for (const [line, partly, complete] of COUNTS) {
  Deno.test(`"${line}" becomes "${partly}", then "${complete}"`, () => {
    assert.equal(inSection(line, 1), partly);
    assert.equal(inSection(line, 2), complete);
  });
}

const ITEMS = [
  "- [ ] 02-01: Charge",
  "- [ ] 02-01-PLAN.md — Charge",
  "* [ ] 02-payment-01-PLAN.md — Charge",
  "  - [ ] **02-01**: Charge",
  "- [ ] `02-01-PLAN.md` Charge",
  "- [ ] [02-01-PLAN.md](phases/02-payment/02-01-PLAN.md)",
  "- [ ] 2-01: Charge",
];

for (const line of ITEMS) {
  Deno.test(`the item "${line}" is ticked once its plan is complete`, () => {
    assert.equal(inSection(line), line.replace("[ ]", "[x]"));
    assert.equal(inSection(line, 0), line);
  });
}

Deno.test("a tick of a plan that is not complete goes", () => {
  assert.equal(inSection("- [x] 02-02: Keep"), "- [ ] 02-02: Keep");
});

Deno.test("a plan is known by the stem of its file", () => {
  const given = progress(0, { plans: [{ id: "02-01", stem: "cart", complete: true }] });
  const text = "### Phase 2: Payment\n- [ ] cart-PLAN.md — x\n";
  assert.deepEqual(roadmapChanges(text, given), ["- [x] cart-PLAN.md — x"]);
});

Deno.test("an item that names a plan with a word ticks no plan with a number", () => {
  const plans = ["02-02", "02-GAP-2", "02-close-2"].map((id, index) => {
    return { id, stem: id === "02-close-2" ? "close" : id, complete: index === 0 };
  });
  const items = ["- [ ] 02-gap-2: x", "- [ ] 02-close-2: y", "- [ ] 02-02: z"];
  const text = `### Phase 2: Payment\n${items.join("\n")}\n`;
  assert.deepEqual(roadmapChanges(text, progress(0, { plans })), ["- [x] 02-02: z"]);
});

const UNTOUCHED = [
  "**Plans**:",
  "**Plans**: two",
  "Plans: 2 plans",
  "**Plans needed**: 2 plans",
  "- [ ] 2 cards are kept",
  "- [ ] 01-01: another phase's",
  "- 02-01: no box",
  "1. [ ] 02-01: numbered",
  "See 02-01-PLAN.md",
  "**Status**: Planned",
];

for (const line of UNTOUCHED) {
  Deno.test(`"${line}" is not understood and stays`, () => assert.equal(inSection(line, 2), line));
}

Deno.test("headings of levels two to four, with a mark or a dash, begin a phase's section", () => {
  for (
    const heading of [
      "## Phase 2: A",
      "#### Phase 02: A",
      "### 🚧 Phase 2: A",
      "### Phase 2 - A",
      "### Phase 2 — A",
    ]
  ) {
    assert.deepEqual(
      roadmapChanges(`${heading}\n- [ ] 02-01: x\n`, progress(1)),
      ["- [x] 02-01: x"],
      heading,
    );
  }
});

Deno.test("plans named in another section stay", () => {
  for (const heading of ["## Notes", "### Phase 3: B", "### Phase 2.1: C", "# Phase 2: D"]) {
    assert.deepEqual(
      roadmapChanges(`${heading}\n- [ ] 02-01: x\n**Plans**: 2 plans\n`, progress(1)),
      [],
      heading,
    );
  }
});

/** The row of phase 2 in a table with a header. */
function row(header: string, line: string, done = 1): string {
  const rule = header.replace(/[^|]/g, "-");
  return updateRoadmap(`${header}\n${rule}\n${line}\n`, progress(done)).split("\n")[2]!;
}

const ROWS: readonly (readonly [string, string, string])[] = [
  [
    "| Phase | Plans Complete | Status |",
    "| 2. Payment | 0/2 | Planned |",
    "| 2. Payment | 2/2 | Verified |",
  ],
  ["| Phase | Plans |", "| Phase 2: Payment | 0/TBD |", "| Phase 2: Payment | 2/2   |"],
  ["| Phase | Plans | Status |", "| **2. Payment** | - | - |", "| **2. Payment** | 2/2 | Verified |"],
  ["| # | Phase | Plans | Status |", "| 2 | Payment | 0/2 | Planned |", "| 2 | Payment | 2/2 | Verified |"],
  ["| Phase | Status | Plans |", "| 02 - Payment | Planned | 0/2 |", "| 02 - Payment | Verified | 2/2 |"],
  ["|Phase|Plans|Status|", "|2. Payment|0/2|Planned|", "|2. Payment|2/2|Verified|"],
  ["| Phase | Plans | Status |", "| 2. A \\| B | 0/2 | Planned |", "| 2. A \\| B | 2/2 | Verified |"],
  [
    "| Phase | Plans | Owner | Completed |",
    "| 2. A | 0/2 | 1/1 me | |",
    "| 2. A | 2/2 | 1/1 me | 2026-11-21 |",
  ],
  ["| Phase | Plans | Completed |", "| 2. A | 0/2 | 2026-01-02 |", "| 2. A | 2/2 | 2026-01-02 |"],
  ["| Phase | Plans | Completed |", "| 2. A | 0/2 | brownfield |", "| 2. A | 2/2 | brownfield |"],
];

for (const [header, line, updated] of ROWS) {
  Deno.test(`under "${header}" the row "${line}" becomes "${updated}"`, () => {
    assert.equal(row(header, line, 2), updated);
  });
}

const OTHER_TABLES: readonly (readonly [string, string])[] = [
  ["| Phase | Requirements |", "| 2. Payment | 3/4 |"],
  ["| Phase | Status | Notes |", "| 2. Payment | Planned | 1/2 |"],
  ["| Phase | Plans |", "| 2. Payment | many |"],
  ["| Phase | Plans |", "| 20. Later | 0/2 |"],
  ["| Phase | Plans |", "| 2.1. Refunds | 0/2 |"],
  ["| Phase | Plans |", "| Two | 0/2 |"],
  ["| Phase | Plans |", "| 2"],
];

for (const [header, line] of OTHER_TABLES) {
  Deno.test(`under "${header}" the row "${line}" is not understood and stays`, () => {
    assert.equal(row(header, line, 2), line);
  });
}

Deno.test("a row that loses its completion loses its day", () => {
  assert.equal(
    row("| Phase | Plans | Status | Completed |", "| 2. A | 1/1 | Complete | 2026-01-01 |"),
    "| 2. A | 1/2 | In Progress | -          |",
  );
});

Deno.test("a row outside of a table stays", () => {
  assert.deepEqual(roadmapChanges("| 2. Payment | 0/2 | Planned | - |\n", progress(1)), []);
});

Deno.test("a rule below a table's last row does not make that row a header", () => {
  const text = "| Phase | Plans |\n|---|---|\n| 2. A | 0/2 |\n---\n";
  assert.deepEqual(roadmapChanges(text, progress(1)), ["| 2. A | 1/2 |"]);
});

const STATE = `---
gsd_state_version: 1.0
milestone: v1.1
status: planning # by hand
stopped_at: Phase 2 planned
last_updated: "2026-01-01T00:00:00.000Z"
last_activity: 2026-01-01 — Phase 2 planned
progress:
  total_phases: 3
  completed_phases: 0
  total_plans: 7
  completed_plans: 2
  percent: 28
blockers:
  status: open
  percent: 1
---

# Project State

Status: this line is in no section

## Current Position

Phase: 1 of 3 (Base)
Plan: 1 of 1 in current phase
Status: Ready to plan
Last activity: 2026-01-01 — Phase 2 planned

Progress: [▓▓▓░░░░░░░] ~28% (2/7 plans)
Status: a second one

### Plan notes

Plan: talk to the bank

## Accumulated Context

Status: free text
Phase: of the moon

## Session Continuity

Last session: 2026-01-01
Stopped at: Phase 2 planned
Resume file: None
`;

function stateChanges(before: string, given = progress(1)): string[] {
  return changes(before, updateState(before, given));
}

Deno.test("the state document gets its status, counts, position and last activity", () => {
  assert.deepEqual(stateChanges(STATE), [
    "status: executing # by hand",
    "stopped_at: Completed 02-01",
    'last_updated: "2026-11-21T10:00:00.000Z"',
    "last_activity: 2026-11-21 — Completed 02-01",
    "  total_phases: 4",
    "  completed_phases: 1",
    "  total_plans: 8",
    "  completed_plans: 3",
    "  percent: 38",
    "Phase: 2 of 20 (Payment)",
    "Plan: 1 of 2 in current phase",
    "Status: In progress",
    "Last activity: 2026-11-21 — Completed 02-01",
    "Progress: [███░░░░░░░] 38%",
    "Last session: 2026-11-21",
    "Stopped at: Completed 02-01",
  ]);
});

Deno.test("a phase that is executed waits for its verification", () => {
  const changed = stateChanges(STATE, progress(2));
  assert.ok(changed.includes("status: verifying # by hand"));
  assert.ok(changed.includes("Status: Executed"));
});

Deno.test("the bar is full only when everything is complete", () => {
  const bar = (completedPlans: number) =>
    updateState("## Current Position\nProgress: 0%\n", progress(1, { completedPlans, allPlans: 100 }));
  assert.match(bar(99), /\[█{9}░\] 99%/);
  assert.match(bar(100), /\[█{10}\] 100%/);
});

Deno.test("the position names an inserted phase by its number", () => {
  const phase = { number: "02.1", name: "Refunds", directory: "" };
  assert.ok(stateChanges(STATE, progress(1, { phase })).includes("Phase: 2.1 of 20 (Refunds)"));
});

Deno.test("fields in bold, in lists and with a hard line break keep their form", () => {
  const text =
    "## Current Position\n\n**Phase:** 1  \n**Plan**: Not started\n- Status: x\n- **Last activity:** y\n";
  assert.deepEqual(stateChanges(text), [
    "**Phase:** 2 of 20 (Payment)  ",
    "**Plan**: 1 of 2 in current phase",
    "- Status: In progress",
    "- **Last activity:** 2026-11-21 — Completed 02-01",
  ]);
});

Deno.test("empty fields are filled in", () => {
  assert.deepEqual(stateChanges("## Current Position\nPhase:\nProgress:\n"), [
    "Phase: 2 of 20 (Payment)",
    "Progress: [███░░░░░░░] 38%",
  ]);
});

const OTHER_STATES: readonly (readonly [why: string, text: string])[] = [
  ["a progress that is drawn in another way", "## Current Position\nProgress: `[ ] Phase 1  [ ] Phase 2`\n"],
  [
    "a last session that tells more than its day",
    "## Session Continuity\nLast session: Plan 3, with a lot to say\n",
  ],
  ["fields with other names", "## Current Position\nCurrent Phase: 1\nMilestone: v1\nNext: x\n"],
  ["sections with other names", "## Position\nPhase: 1 of 3 (Base)\n"],
  ["a value that goes on below", "---\nstopped_at: |\n  here\nlast_activity: a\n  and b\n---\n"],
  ["a value that is no plain text", "---\nstatus: [a]\nstopped_at: {b: c}\nlast_activity: &x y\n---\n"],
  [
    "counts that are not those of the progress",
    "---\nother:\n  percent: 1\nprogress:\n  phase_1:\n    percent: 5\n---\n",
  ],
  ["frontmatter that is never closed", "---\nstatus: planning\n"],
  ["a second frontmatter", "---\na: b\n---\n\n---\nstatus: planning\n---\n"],
  ["an empty document", ""],
];

for (const [why, text] of OTHER_STATES) {
  Deno.test(`the state document keeps ${why}`, () => assert.equal(updateState(text, progress(1)), text));
}

Deno.test("edits keep CRLF, a byte order mark and a missing final newline", () => {
  const crlf = (text: string) => `\uFEFF${text.trimEnd().replaceAll("\n", "\r\n")}`;
  assert.equal(updateRoadmap(crlf(ROADMAP), progress(2)), crlf(updateRoadmap(ROADMAP, progress(2))));
  assert.equal(updateState(crlf(STATE), progress(2)), crlf(updateState(STATE, progress(2))));
});

/** Texts of lines that edits may understand, in any order. */
const anyDocument = fc.array(
  fc.oneof(
    fc.constantFrom(...ROADMAP.split("\n"), ...STATE.split("\n")),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  ),
  { maxLength: 40 },
).chain((lines) => fc.constantFrom("\n", "\r\n").map((ending) => lines.join(ending)));
const anyProgress = fc.tuple(fc.nat(2), fc.nat(9), fc.nat(9), fc.constantFrom("02", "02.1", "12A")).map(
  ([done, completedPlans, more, number]) =>
    progress(done, {
      completedPlans,
      allPlans: completedPlans + more,
      phase: { number, name: "Payment", directory: "" },
    }),
);

for (const [name, update] of Object.entries({ updateRoadmap, updateState })) {
  Deno.test(`${name}() done twice changes no more than once`, () => {
    fc.assert(fc.property(anyDocument, anyProgress, (text, given) => {
      const once = update(text, given);
      assert.equal(update(once, given), once);
    }));
  });

  Deno.test(`${name}() keeps the number of lines and their endings`, () => {
    fc.assert(fc.property(anyDocument, anyProgress, (text, given) => {
      const endings = (of: string) => of.split("\n").map((line) => line.endsWith("\r"));
      assert.deepEqual(endings(update(text, given)), endings(text));
    }));
  });

  Deno.test(`${name}() never throws`, () => {
    fc.assert(fc.property(anyText, anyProgress, (text, given) => {
      update(text, given);
    }));
  });
}

Deno.test("phases without plans count in the progress of the state", () => {
  const done = progress(2, { allPlans: 2, completedPlans: 2, phases: 3, plannedPhases: 1 });
  const text = "## Current Position\n\nProgress: [░░░░░░░░░░] 0%\n";
  assert.deepEqual(changes(text, updateState(text, done)), ["Progress: [███░░░░░░░] 33%"]);
});
