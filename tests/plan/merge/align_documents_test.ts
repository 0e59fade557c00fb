import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { updateRoadmap } from "../../../lib/plan/documents/roadmap_edit.ts";
import { recordDecisions } from "../../../lib/plan/documents/state_decisions.ts";
import { updateState } from "../../../lib/plan/documents/state_edit.ts";
import { alignDocuments } from "../../../lib/plan/merge/align_documents.ts";
import type { Versions } from "../../../lib/plan/merge/merge_values.ts";
import type { Progress } from "../../../lib/plan/progress/progress.ts";
import { fc } from "../../deps/fast_check.ts";

const ROADMAP = `# Roadmap

- [ ] **Phase 1: Base** - The base
- [ ] **Phase 2: Form** - The form

### Phase 1: Base
**Plans**: 0/2 plans complete

- [ ] 01-01: Write
- [ ] 01-02-PLAN.md — Read

### Phase 2: Form
**Plans**: 1 plan

- [ ] 02-01: Draw
- [ ] Ask the designer

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Base | 0/2 | Not started | - |
| 2. Form | 0/1 | Not started | - |
`;

const STATE = `---
status: executing
last_updated: "2026-11-01T10:00:00.000Z"
progress:
  total_plans: 4
  completed_plans: 1
  percent: 25
---

# State

## Current Position

Phase: 1 of 2 (Base)
Plan: 0 of 2 in current phase
Status: Ready to execute
Last activity: 2026-11-01 — Completed 01-00

Progress: [███░░░░░░░] 25%

### Decisions

None yet.

## Session Continuity

Last session: 2026-11-01
Stopped at: Completed 01-00
`;

/** What wf writes after a plan of a phase, when so many of its plans are complete. */
function progress(phase: number, complete: number, more: Partial<Progress> = {}): Progress {
  const plans = [1, 2].slice(0, 3 - phase).map((plan) => ({
    id: `0${phase}-0${plan}`,
    stem: `0${phase}-0${plan}`,
    complete: plan <= complete,
  }));
  return {
    phase: { number: `0${phase}`, name: phase === 1 ? "Base" : "Form", directory: "" },
    plans,
    phases: 2,
    plannedPhases: 2,
    lastPhase: parsePhaseNumber("2")!,
    completedPhases: 0,
    allPlans: 4,
    completedPlans: 1 + complete,
    time: new Date(`2026-11-0${phase + 1}T10:00:00Z`),
    activity: `Completed 0${phase}-0${complete}`,
    accepted: true,
    verdict: { word: "executed" },
    ...more,
  };
}

/** Returns both sides, which have to be the same. */
function merged(path: string, versions: Versions<string>): string {
  const { ours, theirs } = alignDocuments(path, versions);
  assert.equal(ours, theirs);
  return ours;
}

Deno.test("two sides that complete plans of different phases have the same roadmap", () => {
  const ours = updateRoadmap(ROADMAP, progress(1, 1));
  const theirs = updateRoadmap(ROADMAP, progress(2, 1));
  const { base, ...sides } = alignDocuments(".planning/ROADMAP.md", { base: ROADMAP, ours, theirs });
  const both = updateRoadmap(ours, progress(2, 1));
  assert.equal(sides.ours.replace("**Plans**: 1 plan\n", "**Plans**: 1/1 plans complete\n"), both);
  assert.equal(sides.theirs.replace("**Plans**: 0/2", "**Plans**: 1/2"), both);
  assert.equal(base.replaceAll(/\*\*Plans\*\*.*/g, ""), both.replaceAll(/\*\*Plans\*\*.*/g, ""));
});

Deno.test("two sides that complete plans of one phase have the sum of their plans", () => {
  const complete = (id: string) => {
    const { plans, ...rest } = progress(1, 1);
    return updateRoadmap(ROADMAP, {
      ...rest,
      plans: plans.map((plan) => ({ ...plan, complete: plan.id === id })),
    });
  };
  const text = merged("ROADMAP.md", { base: ROADMAP, ours: complete("01-01"), theirs: complete("01-02") });
  assert.match(text, /^\*\*Plans\*\*: 2\/2 plans complete\n\n- \[x\] 01-01: Write\n- \[x\] 01-02-PLAN/m);
  assert.match(text, /^\| 1\. Base \| 2\/2 +\|/m);
  const uncounted = ROADMAP.replace("0/2 plans complete", "2 plans");
  const { ours } = alignDocuments("ROADMAP.md", {
    base: uncounted,
    ours: complete("01-01"),
    theirs: complete("01-02"),
  });
  assert.match(ours, /^\*\*Plans\*\*: 2\/2 plans complete$/m);
});

const TICKS:
  readonly (readonly [what: string, base: string, ours: string, theirs: string, merged: string])[] = [
    ["one side ticks", "[ ] T", "[x] T (completed 2026-11-02)", "[ ] T", "[x] T (completed 2026-11-02)"],
    ["one side takes a tick away", "[x] T", "[ ] T", "[x] T", "[ ] T"],
    [
      "one side verifies what the other reopens",
      "[x] T (completed 2026-11-01, not verified)",
      "[x] T (completed 2026-11-01)",
      "[ ] T",
      "[ ] T",
    ],
    [
      "only one side has verified",
      "[ ] T",
      "[x] T (completed 2026-11-01, not verified)",
      "[x] T (completed 2026-11-02)",
      "[x] T (completed 2026-11-02)",
    ],
    [
      "both tick",
      "[ ] T",
      "[x] T (completed 2026-11-03)",
      "[x] T (completed 2026-11-02)",
      "[x] T (completed 2026-11-02)",
    ],
  ];

for (const [what, ...texts] of TICKS) {
  Deno.test(`the tick of a phase when ${what}`, () => {
    const [base, ours, theirs, expected] = texts.map((text) => `- ${text.replace("T", "**Phase 1: A**")}\n`);
    const [one, other] = [{ ours: ours!, theirs: theirs! }, { ours: theirs!, theirs: ours! }];
    for (const sides of [one, other]) assert.equal(merged("ROADMAP.md", { base: base!, ...sides }), expected);
  });
}

Deno.test("a status comes from the side that is further", () => {
  const row = (plans: string, status: string) =>
    `| Phase | Plans | Status |\n|---|---|---|\n| 1. Base | ${plans} | ${status} |\n`;
  const base = row("0/2", "Not started");
  const [one, two] = [row("1/2", "In Progress"), row("2/2", "Verified")];
  assert.equal(merged("ROADMAP.md", { base, ours: one, theirs: two }), row("2/2", "Verified"));
  assert.equal(merged("ROADMAP.md", { base, ours: two, theirs: one }), row("2/2", "Verified"));
});

Deno.test("the state adds up the plans, and describes the last activity of both sides", () => {
  const [ours, theirs] = [updateState(STATE, progress(1, 2)), updateState(STATE, progress(2, 1))];
  const text = merged("STATE.md", { base: STATE, ours, theirs });
  assert.match(text, /^ {2}completed_plans: 4\n {2}percent: 100$/m);
  assert.match(text, /^Phase: 2 of 2 \(Form\)\nPlan: 1 of 1 in current phase\nStatus: Executed$/m);
  assert.match(text, /^Progress: \[██████████\] 100%$/m);
  assert.match(text, /^Last session: 2026-11-03\nStopped at: Completed 02-01$/m);
  assert.equal(merged("STATE.md", { base: STATE, ours: theirs, theirs: ours }), text);
});

Deno.test("a phase that both sides complete only together is executed", () => {
  const state = STATE.replace("  total_plans", "  total_phases: 2\n  completed_phases: 0\n  total_plans");
  const at = (completedPlans: number) => updateState(state, progress(1, 1, { completedPlans }));
  const text = merged("STATE.md", { base: state, ours: at(2), theirs: at(2) });
  assert.match(text, /^status: verifying\n[^]*^ {2}completed_phases: 1\n[^]*^ {2}completed_plans: 3$/m);
  assert.match(text, /^Phase: 1 of 2 \(Base\)\nPlan: 2 of 2 in current phase\nStatus: Executed$/m);
  const of3 = (text: string) => text.replace(" of 2 in", " of 3 in");
  const open = merged("STATE.md", { base: of3(state), ours: of3(at(2)), theirs: of3(at(2)) });
  assert.match(open, /^ {2}completed_phases: 0$[^]*^Plan: 2 of 3 in current phase\nStatus: In progress$/m);
});

/** A state with another position. */
function at(phase: number, plan: string, text = STATE): string {
  const name = phase === 1 ? "Base" : "Form";
  return text.replace(/^Phase: .*$/m, `Phase: ${phase} of 2 (${name})`)
    .replace(/^Plan: .*$/m, `Plan: ${plan} in current phase`);
}

const PLANS: readonly (readonly [what: string, base: string, ours: string, theirs: string, plan: string])[] =
  [
    ["of the phase that they began with", at(1, "0 of 3"), at(1, "1 of 3"), at(1, "1 of 3"), "2 of 3"],
    ["of the next phase", at(1, "2 of 2"), at(2, "1 of 3"), at(2, "1 of 3"), "2 of 3"],
    ["of a phase to which one side adds one", at(1, "0 of 2"), at(1, "1 of 3"), at(1, "1 of 2"), "2 of 3"],
    ["of different phases", at(1, "0 of 3"), at(1, "1 of 3"), at(2, "1 of 3"), "1 of 3"],
  ];

for (const [what, base, ours, theirs, plan] of PLANS) {
  Deno.test(`the position when both sides complete plans ${what}`, () => {
    for (const sides of [{ ours, theirs }, { ours: theirs, theirs: ours }]) {
      assert.match(merged("STATE.md", { base, ...sides }), new RegExp(`^Plan: ${plan} in current`, "m"));
    }
  });
}

Deno.test("a phase that one side completes is counted once", () => {
  const state = STATE.replace("  total_plans", "  total_phases: 2\n  completed_phases: 0\n  total_plans");
  const base = updateState(state, progress(1, 1));
  const ours = updateState(base, progress(1, 2, { completedPhases: 1 }));
  const theirs = base.replace("10:00:00", "11:00:00");
  assert.match(merged("STATE.md", { base, ours, theirs }), /^ {2}completed_phases: 1$/m);
});

Deno.test("the plans of a phase that only one side has worked on are not added up", () => {
  const begun = updateState(STATE, progress(1, 1));
  const ours = updateState(begun, progress(1, 2));
  const theirs = updateState(begun, progress(2, 1));
  for (const sides of [{ ours, theirs: begun }, { ours: begun, theirs: ours }]) {
    assert.match(merged("STATE.md", { base: begun, ...sides }), /^Plan: 2 of 2 in current phase$/m);
  }
  assert.match(merged("STATE.md", { base: begun, ours, theirs }), /^Plan: 1 of 1 in current phase$/m);
});

Deno.test("a phase that one side adds or removes counts in the position and the percentage of the other", () => {
  const state = STATE.replace("  total_plans", "  total_phases: 2\n  total_plans");
  const ours = updateState(state, progress(1, 1));
  const theirs = state.replace("of 2 (Base)", "of 1 (Base)").replace("total_phases: 2", "total_phases: 1")
    .replace("total_plans: 4", "total_plans: 3");
  const text = merged("STATE.md", { base: state, ours, theirs });
  assert.match(text, /^ {2}total_plans: 3\n {2}completed_plans: 2\n {2}percent: 67$/m);
  assert.match(text, /^Phase: 1 of 1 \(Base\)$/m);
  assert.equal(merged("STATE.md", { base: state, ours: theirs, theirs: ours }), text);
});

Deno.test("text of the user in a field of the state is no value to merge", () => {
  const ours = updateState(STATE, progress(1, 1)).replace(/^Stopped at: .*/m, "Stopped at: Waiting for Ann");
  const theirs = updateState(STATE, progress(2, 1));
  const aligned = alignDocuments("STATE.md", { base: STATE, ours, theirs });
  assert.match(aligned.ours, /^Stopped at: Waiting for Ann$/m);
  assert.match(aligned.theirs, /^Stopped at: Completed 02-01$/m);
  assert.equal(aligned.ours.replace("Waiting for Ann", "Completed 02-01"), aligned.theirs);
});

Deno.test("decisions that both sides have added are in both, unless they contradict each other", () => {
  const decide = (plan: string, answer: string, text = STATE) =>
    recordDecisions(text, [{ plan, task: 1, name: "store", answers: [answer] }]);
  const one = decide("01-01", "pg");
  const text = merged("STATE.md", { base: STATE, ours: one, theirs: decide("02-01", "red") });
  assert.match(text, /^### Decisions\n\n- \[01-01\]: store: pg\n- \[02-01\]: store: red\n\n## Session/m);
  const versions = { base: STATE, ours: one, theirs: decide("01-01", "sqlite") };
  assert.deepEqual(alignDocuments("STATE.md", versions), versions);
});

Deno.test("decisions that text of the user follows, or that it repeats elsewhere, stay in their places", () => {
  const decide = (plan: string, text = STATE) =>
    recordDecisions(text, [{ plan, task: 1, name: "store", answers: ["pg"] }]);
  const line = "- [01-01]: store: pg\n";
  const followed = decide("01-01").replace(line, `${line}  because Ann knows it\n`);
  const versions = { base: STATE, ours: followed, theirs: decide("02-01") };
  assert.deepEqual(alignDocuments("STATE.md", versions), versions);
  const repeated = `${decide("01-01")}\n## Notes\n\n${line}`;
  const { ours } = alignDocuments("STATE.md", { base: STATE, ours: repeated, theirs: decide("02-01") });
  assert.equal(ours, decide("02-01", repeated));
});

Deno.test("a text of the user in the status of a phase is no value to merge", () => {
  const row = (status: string) =>
    `| Phase | Plans | Status |\n|---|---|---|\n| 1. Base | 0/2 | ${status} |\n`;
  const versions = { base: row("Planned"), ours: row("Complete for Ann"), theirs: row("In Progress") };
  assert.deepEqual(alignDocuments("ROADMAP.md", versions), versions);
});

Deno.test("phases without plans count in the merged percentage", () => {
  const state = STATE.replace("  total_plans", "  total_phases: 2\n  total_plans");
  const at = (completedPlans: number) =>
    updateState(state, progress(1, 1, { plannedPhases: 1, completedPlans }));
  const text = merged("STATE.md", { base: at(1), ours: at(2), theirs: at(2) });
  assert.match(text, /^ {2}completed_plans: 3\n {2}percent: 38$/m);
});

Deno.test("a phase that one side has planned counts in the merged percentage, whichever side is merged", () => {
  const state = STATE.replace("  total_plans", "  total_phases: 5\n  total_plans");
  const at = (text: string, plannedPhases: number, allPlans: number, completedPlans: number) =>
    updateState(text, progress(1, 1, { phases: 5, plannedPhases, allPlans, completedPlans }));
  for (const done of [0, 1]) {
    const base = at(state, 2, 2, done);
    const [ours, theirs] = [at(base, 2, 2, done + 1), at(base, 3, 3, done + 1)];
    const expected = new RegExp(`^ {2}completed_plans: ${done + 2}\n {2}percent: ${20 * (done + 2)}$`, "m");
    assert.match(merged("STATE.md", { base, ours, theirs }), expected);
    assert.match(merged("STATE.md", { base, ours: theirs, theirs: ours }), expected);
  }
});

Deno.test("other documents stay as they are", () => {
  const versions = { base: ROADMAP, ours: ROADMAP.replaceAll("[ ]", "[x]"), theirs: STATE };
  assert.equal(alignDocuments(".planning/milestones/v1-ROADMAP.md", versions), versions);
});

/** Edits of a document, as wf and users make them. */
const anyEdit = fc.oneof(
  fc.record({ phase: fc.constantFrom(1, 2), complete: fc.integer({ min: 0, max: 2 }) })
    .map(({ phase, complete }) => (text: string) =>
      text.startsWith("---")
        ? updateState(text, progress(phase, complete))
        : updateRoadmap(text, progress(phase, complete))
    ),
  fc.record({
    at: fc.nat(40),
    line: fc.constantFrom(
      "- [ ] Ask Bob",
      "| 9. Z | 1/1 | ok |",
      "Status: blocked",
      "note",
      "- [x] 01-01",
      "```",
    ),
  }).map(({ at, line }) => (text: string) => text.split("\n").toSpliced(at, 0, line).join("\n")),
  fc.nat(40).map((at) => (text: string) => text.split("\n").toSpliced(at, 1).join("\n")),
  fc.nat(40).map((at) => (text: string) => {
    return text.split("\n").map((line, index) => index === at ? `${line} (changed)` : line).join("\n");
  }),
);
const anyEdits = fc.array(anyEdit, { maxLength: 4 });

/** Removes what wf writes: ticks, counts, dates and the values of fields. */
function withoutValues(text: string): string {
  return text.replaceAll(/\[[ x]\]/g, "[]").replaceAll(/ ?\(completed [^)]*\)|\[[█░]+\]/g, "")
    .replaceAll(/^( *(?:status|last_\w+|stopped_at|Status|Last \w+|Stopped at|Phase|Plan):) .*/gm, "$1")
    .replaceAll(/^(\|[^|]*\|)[^|]*\|[^|]*\|[^|]*\|/gm, "$1").replaceAll(/\d+/g, "0");
}

Deno.test("every line of every version stays, except for the values that wf writes", () => {
  const documents = fc.constantFrom(["ROADMAP.md", ROADMAP] as const, ["STATE.md", STATE] as const);
  fc.assert(fc.property(documents, anyEdits, anyEdits, anyEdits, ([path, text], ...edits) => {
    const [base, ours, theirs] = edits.map((side, index) => {
      return [...index === 0 ? [] : edits[0]!, ...side].reduce<string>((before, edit) => edit(before), text);
    });
    const before = { base: base!, ours: ours!, theirs: theirs! };
    const after = alignDocuments(path, before);
    for (const side of ["base", "ours", "theirs"] as const) {
      assert.equal(withoutValues(after[side]), withoutValues(before[side]));
    }
    assert.deepEqual(alignDocuments(path, after), after, "aligned once more");
  }));
});
