import assert from "node:assert/strict";
import { parsePhaseNumber, printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseRequirements } from "../../../lib/parse/requirements/requirements.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import type { CompletionInput } from "../../../lib/plan/milestone/input.ts";
import { UNVERIFIED } from "../../../lib/plan/run/questions.ts";
import { planCompletion } from "../../../lib/plan/milestone/completion.ts";
import { findMilestone } from "../../../lib/plan/milestone/find_milestone.ts";
import { knownMilestones, milestonePhases } from "../../../lib/plan/progress/milestone_phases.ts";
import { addMilestone } from "../../../lib/plan/documents/milestones_entry.ts";
import { openPhases } from "../../../lib/plan/progress/progress.ts";
import { shipRequirements } from "../../../lib/plan/documents/requirements_archive.ts";
import type { VerificationRecord } from "../../../lib/parse/documents/verification.ts";
import { shipRoadmap } from "../../../lib/plan/documents/roadmap_archive.ts";
import { shipState } from "../../../lib/plan/documents/state_archive.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText } from "../../support/plans.ts";
import { configOf, projectOf, repositoryOf } from "../../support/project.ts";
import { anyText } from "../any_text.ts";

const TIME = new Date("2026-05-06T07:08:09Z");

function ship(text: string, phases: readonly string[] = ["1", "2"], version = "v1.0", name = "MVP"): string {
  return shipRoadmap(text, {
    version,
    name,
    phases: phases.map((phase) => parsePhaseNumber(phase)!),
    time: TIME,
  });
}

const FOLDED = (items: string, range = "Phases 1-2") =>
  `<details>
<summary>✅ v1.0 MVP (${range}) - SHIPPED 2026-05-06</summary>

${items}${items === "" ? "" : "\n"}Archive: [milestones/v1.0-ROADMAP.md](milestones/v1.0-ROADMAP.md)

</details>
`;

const ROADMAPS: readonly [shape: string, before: string, after: string][] = [
  [
    "items, sections and a table, with a later milestone",
    `# Roadmap

## Milestones

- 🚧 **v1.0 MVP** - Phases 1-2 (in progress)
- 📋 **v1.1 More** - Phase 3

## Phases

- [x] **Phase 1: Base** - it begins (completed 2026-01-01)
  - with a note
- [x] **Phase 2: Shop** - it sells
- [ ] **Phase 3: More** - it grows

## Phase Details

### Phase 1: Base
**Goal**: It begins

\`\`\`sh
# no heading
\`\`\`

### Phase 2: Shop
**Goal**: It sells

---

### Phase 3: More
**Goal**: It grows

## Progress

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
| 1. Base | 1/1 | Complete | 2026-01-01 |
| 2. Shop | 1/1 | Complete | - |
| 3. More | 0/1 | Not started | - |

*Last words*`,
    `# Roadmap

## Milestones

- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-05-06)
- 📋 **v1.1 More** - Phase 3

## Phases

${
      FOLDED(`- [x] **Phase 1: Base** - it begins (completed 2026-01-01)
  - with a note
- [x] **Phase 2: Shop** - it sells
`)
    }
- [ ] **Phase 3: More** - it grows

## Phase Details

---

### Phase 3: More
**Goal**: It grows

## Progress

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
| 3. More | 0/1 | Not started | - |

*Last words*`,
  ],
  [
    "no list of milestones, and sections alone",
    "# Roadmap\n\nIn two steps.\n\n## Phases\n\n### Phase 1 - Base\nIt begins.\n\n### Phase 2 - Shop\nIt sells.\n\n---\n*Made by hand*\n",
    `# Roadmap

In two steps.

## Milestones

- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-05-06)

## Phases

${FOLDED("")}
---
*Made by hand*
`,
  ],
  [
    "boxes in place of marks, and a group of phases with a title",
    "## Milestones\n\n- [x] **v0.9 Try** — Phase 0 (shipped 2026-01-01)\n- [ ] **v1.0 MVP** — Phases 1-2\n\n### v1.0 MVP (Phases 1-2)\n\n- [ ] **Phase 1: Base** — a\n- [x] **Phase 2: Shop** — b\n\n---\n",
    `## Milestones

- [x] **v0.9 Try** — Phase 0 (shipped 2026-01-01)
- [x] **v1.0 MVP** — Phases 1-2 (shipped 2026-05-06)

### v1.0 MVP (Phases 1-2)

${FOLDED("- [ ] **Phase 1: Base** — a\n- [x] **Phase 2: Shop** — b\n")}
---
`,
  ],
  [
    "a heading that marks the milestone, and phases of a shipped one that stay folded",
    "# Roadmap\n\n<details>\n\n### Phase 1: Old\nold\n\n</details>\n\n### 🚧 v1.0 MVP (In Progress)\n\n#### Phase 1: Base\nnew\n",
    `# Roadmap

<details>

### Phase 1: Old
old

</details>

### ✅ v1.0 MVP (Phases 1-2, shipped 2026-05-06)

${FOLDED("")}`,
  ],
  [
    "a list that does not name it",
    "# R\n\n- ✅ **v0.9 Try** - Phase 0 (shipped 2026-01-01)\n\nProse about Phase 1: nothing.\n",
    "# R\n\n- ✅ **v0.9 Try** - Phase 0 (shipped 2026-01-01)\n- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-05-06)\n\nProse about Phase 1: nothing.\n",
  ],
];

for (const [shape, before, after] of ROADMAPS) {
  Deno.test(`shipRoadmap() folds a milestone away: ${shape}`, () => {
    assert.equal(ship(before), after);
    assert.equal(ship(after), after);
    assert.equal(ship(before.replaceAll("\n", "\r\n")), after.replaceAll("\n", "\r\n"));
  });
}

Deno.test("shipRoadmap() folds a milestone with phases in any language", () => {
  const open = "- [ ] **Fase 3: C** - c\n";
  const shipped = ship(
    `# R\n\n- 🚧 **v1.0 MVP** - Phases 1-2\n\n- [x] **Fase 1: A** - a\n${open}\n### Fase 1: A\na\n`,
  );
  assert.match(
    shipped,
    /<details>[^]*\n- \[x\] \*\*Fase 1: A\*\* - a\n[^]*<\/details>\n\n- \[ \] \*\*Fase 3/,
  );
  assert.doesNotMatch(shipped, /### Fase 1/);
});

/** Roadmaps of lines that matter, in any order. */
const anyRoadmap = fc.array(
  fc.constantFrom(
    "# Roadmap",
    "## Milestones",
    "- 🚧 **v1.0 MVP** - Phases 1-2",
    "- [ ] **v1.1 More** — Phase 3 (planned)",
    "### 🚧 v1.0 MVP",
    "- [x] **Phase 1: Base** - a",
    "  - below it",
    "- [ ] **Phase 2: Shop**",
    "- [ ] **Phase 3: More**",
    "### Phase 1: Base",
    "#### Notes",
    "### Phase 3: More",
    "| Phase | Plans |",
    "|---|---|",
    "| 1. Base | 1/1 |",
    "| 3. More | 0/1 |",
    "<details>",
    "</details>",
    "```",
    "<!--",
    "-->",
    "---",
    "text",
    "",
  ),
  { maxLength: 25 },
).map((lines) => lines.join("\n"));

Deno.test("shipRoadmap() is idempotent for any roadmap", () => {
  fc.assert(
    fc.property(fc.oneof(anyRoadmap, anyText), (text) => {
      const once = ship(text);
      assert.equal(ship(once), once);
    }),
    { numRuns: 400 },
  );
});

Deno.test("shipRoadmap() keeps every phase of other milestones, and leaves none of its own unfolded", () => {
  const open = (text: string) =>
    openPhases(parseRoadmap(new SourceText("ROADMAP.md", text))).map(({ number, name }) =>
      `${printPhaseNumber(number)} ${name}`
    );
  fc.assert(
    fc.property(anyRoadmap.filter((text) => !/details|```|<!--/.test(text)), (text) => {
      assert.deepEqual(open(ship(text)), open(text).filter((phase) => phase.startsWith("03")));
    }),
    { numRuns: 400 },
  );
});

function requirementsOf(text: string, complete: readonly string[] = ["1"], roadmap?: string): string {
  return shipRequirements(parseRequirements(new SourceText("REQUIREMENTS.md", text)), {
    version: "v1.0",
    complete: complete.map((phase) => parsePhaseNumber(phase)!),
    roadmap: roadmap === undefined ? undefined : parseRoadmap(new SourceText("ROADMAP.md", roadmap)),
  });
}

Deno.test("shipRequirements() restarts with the head if all belong to the milestone", () => {
  const text =
    "# Requirements: Shop\n\n**Defined:** today\n\n## v1\n\n- [x] **A-01**: a\n- [ ] **B-01**: b\n";
  const after = requirementsOf(text, ["1"], "### Phase 1: Base\n**Requirements**: [B-01]\n");
  assert.match(after, /^# Requirements: Shop\n\n\*\*Defined:\*\* today\n\n## Requirements\n\nNone yet\./);
  assert.equal(parseRequirements(new SourceText("", after)).all.length, 0);
  assert.equal(requirementsOf(after), after);
});

Deno.test("shipRequirements() keeps open requirements with their rows, and every other line", () => {
  const text = `# R

- [x] **A-01**: done
  with more about it
- [ ] **B-01**: of phase 1
- [ ] **C-01**: of phase 2
- **D-01**: some day

| Requirement | Phase | Status |
|---|---|---|
| A-01, C-01 | Phase 2 | Pending |
| B-01 | Phase 1 | Pending |
`;
  const after = `# R

- [ ] **C-01**: of phase 2
- **D-01**: some day

| Requirement | Phase | Status |
|---|---|---|
| A-01, C-01 | Phase 2 | Pending |
`;
  assert.equal(requirementsOf(text), after);
  assert.equal(requirementsOf("# R\n\nNothing yet.\n"), "# R\n\nNothing yet.\n");
});

Deno.test("shipState() records that the milestone is complete, and changes no other line", () => {
  const text =
    "---\nstatus: executing\nmilestone: v1.0\nprogress:\n  percent: 100\n---\n\n## Current Position\n\nPhase: 2 of 2 (Shop)\nStatus: Phase complete\nProgress: [██████████] 100%\n\n## Notes\n\nStatus: mine\n";
  const state = {
    milestone: { version: "v1.0", name: "MVP" },
    phases: { done: 0, total: 1 },
    plans: { done: 1, total: 4 },
  };
  const after = shipState(text, { ...state, time: TIME });
  assert.equal(
    after,
    "---\nstatus: completed\nmilestone: v1.0\nprogress:\n  percent: 25\n---\n\n## Current Position\n\nPhase: none (milestone v1.0 MVP is complete)\nStatus: Milestone v1.0 MVP complete\nProgress: [██░░░░░░░░] 25%\n\n## Notes\n\nStatus: mine\n",
  );
  assert.equal(shipState(after, { ...state, time: TIME }), after);
});

Deno.test("addMilestone() puts the newest first, once, and makes the document", () => {
  const phase = { number: "02.1", name: "Mend", state: "complete", plans: { done: 2, total: 2 } } as const;
  const entry = {
    milestone: { version: "v1.1", name: "More" },
    phases: [{ ...phase, tasks: { done: 3, total: 3 }, accepted: true, problems: [] }],
    time: TIME,
  };
  const made = addMilestone(undefined, entry);
  const block =
    "## v1.1 More (Shipped: 2026-05-06)\n\n**Phases completed:** 1 phase, 2 plans, 3 tasks\n\n- **Phase 2.1: Mend** - 2 plans, 3 tasks\n\n---\n";
  assert.equal(made, `# Milestones\n\n${block}`);
  assert.equal(addMilestone(made, entry), made);
  const before = "# Milestones: Shop\n\nWords.\n\n## v1.1.2 Old\n\n- x\n";
  assert.equal(
    addMilestone(before, entry),
    `# Milestones: Shop\n\nWords.\n\n${block}\n## v1.1.2 Old\n\n- x\n`,
  );
});

const FILES = {
  "ROADMAP.md":
    "- ✅ **v0.9 Try** - Phase 0\n- 🚧 **v1.0 MVP** - Phases 1-2\n- 📋 **v1.1 More**\n\n### Phase 1: Base\n### Phase 2: Shop\n### Phase 3: More\n",
  "phases/00-try/00-01-PLAN.md": planText({ plan: "01", phase: "00-try", tasks: ["<task></task>"] }),
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: ["<task></task>"] }),
  "phases/02.1-mend/02.1-01-PLAN.md": planText({ plan: "01", phase: "02.1-mend", tasks: ["<task></task>"] }),
};

Deno.test("milestonePhases() uses the range of the list, otherwise the phases of no other milestone", () => {
  const phases = (version: string, files: Record<string, string> = FILES) => {
    const { folders, listed } = milestonePhases(projectOf(files), version);
    return [...folders, ...listed].map(({ number }) => printPhaseNumber(number));
  };
  assert.deepEqual(phases("v1.0"), ["01", "02.1", "02"]);
  assert.deepEqual(phases("v1.1"), ["03"]);
  const folded = "<details>\n\n### Phase 1: Base\n\n</details>\n\n### Phase 2: Shop\n";
  assert.deepEqual(phases("v7", { ...FILES, "ROADMAP.md": folded }), ["00", "02.1", "02"]);
});

Deno.test("milestonePhases() includes phases with the numbers of archived ones, open and done", () => {
  const roadmap = (box: string) =>
    "- ✅ **v1.0 MVP** - Phases 1-2\n- 🚧 **v1.1 More**\n\n" +
    "<details>\n\n- [x] **Phase 1: Base**\n- [x] **Phase 2: Shop**\n\n</details>\n\n" +
    `- [${box}] **Phase 1: Anew** - x\n\n### Phase 1: Anew\n`;
  for (const box of [" ", "x"]) {
    const plan = planText({ plan: "01", phase: "01-anew", tasks: ["<task></task>"] });
    const project = projectOf({ "ROADMAP.md": roadmap(box), "phases/01-anew/01-01-PLAN.md": plan });
    const { folders } = milestonePhases(project, "v1.1");
    assert.deepEqual(folders.map(({ number }) => printPhaseNumber(number)), ["01"]);
  }
});

Deno.test("milestonePhases() leaves out phases that are set aside, or ticked without a folder", () => {
  const roadmap =
    "- 🚧 **v1.0 MVP** - Phases 1-4\n\n### Phase 1: Base (REMOVED)\n- [x] **Phase 3: Done** - x\n" +
    "### Phase 4: Open\n### Phase 999.1: Idea\n";
  const { folders, listed } = milestonePhases(projectOf({ ...FILES, "ROADMAP.md": roadmap }), "v1.0");
  assert.deepEqual(folders.map(({ number }) => printPhaseNumber(number)), ["02.1"]);
  assert.deepEqual(listed.map(({ number }) => printPhaseNumber(number)), ["04"]);
});

Deno.test("findMilestone() finds the current milestone, or the named one with or without its v", () => {
  const find = (version?: string, files: Record<string, string> = FILES) => {
    const found = findMilestone(projectOf(files), version);
    return found.kind === "found" ? `${found.milestone.version} ${found.milestone.name}` : found.message;
  };
  assert.deepEqual([find(), find("1.1"), find("V0.9")], ["v1.0 MVP", "v1.1 More", "v0.9 Try"]);
  assert.match(find("v1.2"), /Unknown milestone "v1\.2"/);
  assert.equal(find("v3", {}), "v3 ");
  assert.match(find(undefined, {}), /Neither the roadmap nor the state document/);
  assert.match(find("--x", {}), /cannot name a milestone/);
  assert.deepEqual(
    knownMilestones(projectOf({ ...FILES, "STATE.md": "---\nmilestone: v2.0\n---\n" })).map((
      { version, shipped },
    ) => `${version} ${shipped}`),
    ["v0.9 true", "v1.0 false", "v1.1 false", "v2.0 false"],
  );
});

const SUMMARIES = new Set(
  ["01-base/01-01", "02.1-mend/02.1-01"].map((path) => `.planning/phases/${path}-SUMMARY.md`),
);

/** The same verification of both phases. */
function verified(record: VerificationRecord): ReadonlyMap<string, VerificationRecord> {
  return new Map(["01-base", "02.1-mend"].map((folder) => [`.planning/phases/${folder}`, record]));
}

const GAPS: ReadonlyMap<string, VerificationRecord> = new Map([
  [".planning/phases/01-base", { status: "gaps_found", count: 1 }],
]);

function inputOf(
  facts: Partial<CompletionInput["facts"]> = {},
  more: Partial<CompletionInput> = {},
): CompletionInput {
  const files: Record<string, string> = {
    ...FILES,
    "ROADMAP.md": FILES["ROADMAP.md"].replace("### Phase 2: Shop\n", ""),
  };
  return {
    project: projectOf(files),
    config: configOf(),
    repository: { shared: repositoryOf({ committed: SUMMARIES }), own: new Map() },
    verifications: verified({ status: "passed", count: 0 }),
    milestone: { version: "v1.0", name: "MVP" },
    facts: {
      branch: "main",
      bases: new Map(),
      prefix: "",
      own: undefined,
      archived: undefined,
      tagged: undefined,
      taggable: undefined,
      unmerged: new Map(),
      ...facts,
    },
    allowIncomplete: false,
    archive: new Set(),
    milestones: undefined,
    time: TIME,
    ...more,
  };
}

/** The steps in a word each, or why there are none. */
function planned(input: CompletionInput): string {
  const result = planCompletion(input);
  if (result.kind === "refused") return result.message;
  return result.kind === "incomplete" ? "incomplete" : result.plan.steps.map(({ id }) => id).join(" ");
}

const OWN = { branch: "wf/v1.0-mvp", merged: false, mode: undefined };
const BASES = new Map([["wf/v1.0-mvp", "main"]]);
const MILESTONE = { config: configOf({ "git.branching_strategy": "milestone" }) };
const ARCHIVED = { archived: { phases: ["01"] } };

const PLANNED: readonly [what: string, input: CompletionInput, steps: string | RegExp][] = [
  ["strategy none", inputOf(), "confirm_transition archive tag"],
  [
    "the milestone's branch",
    inputOf({ own: OWN, bases: BASES, branch: OWN.branch }, MILESTONE),
    "confirm_transition archive merge/ask merge tag",
  ],
  [
    "a branch that is merged, from its base",
    inputOf({ own: { ...OWN, merged: true }, bases: BASES }, MILESTONE),
    "confirm_transition archive tag",
  ],
  [
    "a branch that is not checked out",
    inputOf({ own: OWN, bases: BASES }, MILESTONE),
    /completed on branch "wf\/v1\.0-mvp"/,
  ],
  ["a stranger's branch", inputOf({ own: OWN }, MILESTONE), /was not created by wf/],
  ["what is archived", inputOf({ ...ARCHIVED, own: OWN, bases: BASES }, MILESTONE), "merge/ask merge tag"],
  [
    "a merge whose mode is known",
    inputOf({ ...ARCHIVED, own: { ...OWN, mode: "history" }, bases: BASES }, MILESTONE),
    "merge tag",
  ],
  ["what lacks the tag alone", inputOf({ ...ARCHIVED, taggable: "c1" }), "tag"],
  ["what is tagged", inputOf({ ...ARCHIVED, taggable: "c1", tagged: "c1" }), ""],
  ["a tag that is elsewhere", inputOf({ tagged: "c0" }), /Tag "v1\.0" exists already/],
  ["a detached HEAD", inputOf({ branch: undefined }), /HEAD is detached/],
  [
    "a summary that is missing",
    inputOf({}, { repository: { shared: repositoryOf(), own: new Map() } }),
    "incomplete",
  ],
  [
    "gaps of a verification",
    inputOf({}, { verifications: GAPS }),
    "incomplete",
  ],
  [
    "gaps that are allowed",
    inputOf({}, { verifications: GAPS, allowIncomplete: true }),
    "unverified confirm_transition archive tag",
  ],
  [
    "an archive that is taken",
    inputOf({}, { archive: new Set([".planning/milestones/v1.0-ROADMAP.md"]) }),
    /v1\.0-ROADMAP\.md exists already/,
  ],
  [
    "phases that need a person",
    inputOf({}, { verifications: verified({ status: "human_needed", count: 1 }) }),
    "unverified confirm_transition archive tag",
  ],
  [
    "phases that nothing verified",
    inputOf({}, { verifications: new Map() }),
    "unverified confirm_transition archive tag",
  ],
  [
    "phases that nothing is to verify",
    inputOf({}, { verifications: new Map(), config: configOf({ "workflow.verifier": false }) }),
    "unverified confirm_transition archive tag",
  ],
  ["no gate", inputOf({}, { config: configOf({ mode: "yolo" }) }), "archive tag"],
];

for (const [what, input, steps] of PLANNED) {
  Deno.test(`planCompletion() of ${what}`, () => {
    if (typeof steps === "string") assert.equal(planned(input), steps);
    else assert.match(planned(input), steps);
  });
}

Deno.test("planCompletion() refuses the branch and the tag of another project's milestone, with a way on", () => {
  const foreign = { branch: "wf/v1.0-mvp", owner: "api" };
  const refused = planCompletion(inputOf({ foreign, prefix: "web" }, MILESTONE));
  assert.ok(refused.kind === "refused");
  assert.equal(refused.message, 'Branch "wf/v1.0-mvp" belongs to the project in "api"');
  assert.match(refused.hint, /wf config set git\.milestone_branch_template 'wf\/web-\{milestone\}-\{slug\}'/);
  const tagged = planCompletion(inputOf({ tagged: "0123abc", taggedFor: "", prefix: "web" }));
  assert.ok(tagged.kind === "refused");
  assert.equal(
    tagged.message,
    'Tag "v1.0" belongs to a milestone of the project in "."',
  );
  assert.match(tagged.hint, /such as v1\.0-web/);
});

Deno.test("planCompletion() lists unverified phases, and asks with stopping as the first choice", () => {
  const verifications = verified({ status: "human_needed", count: 3 });
  const result = planCompletion(inputOf({}, { verifications }));
  assert.ok(result.kind === "planned");
  const { steps, warnings, phases } = result.plan;
  assert.deepEqual(warnings, [
    "Not verified: phase 01 (needs a person (3)), phase 02.1 (needs a person (3))",
  ]);
  assert.deepEqual(phases.map(({ accepted }) => accepted), [false, false]);
  const [ask] = steps;
  assert.ok(ask?.kind === "ask");
  const { id, kind, choices, title, automatic } = ask.question;
  assert.deepEqual([id, kind, automatic], ["unverified", "acceptance", undefined]);
  assert.deepEqual(choices.map(({ value }) => value), ["stop", "accept"]);
  assert.equal(title, "2 phases of milestone v1.0 MVP are not verified. Complete it anyway?");
});

Deno.test("planCompletion() in mode yolo accepts phases that need a person, but never gaps", () => {
  const config = configOf({ mode: "yolo" });
  const result = planCompletion(
    inputOf({}, { config, verifications: verified({ status: "human_needed", count: 3 }) }),
  );
  assert.ok(result.kind === "planned" && result.plan.steps[0]?.kind === "ask");
  assert.equal(result.plan.steps[0].question.automatic, "accept");
  assert.equal(result.plan.warnings.length, 1);
  assert.equal(planned(inputOf({}, { config, verifications: GAPS })), "incomplete");
});

Deno.test("planCompletion() names each phase that is not complete, and asks about gaps in every mode", () => {
  const project = projectOf(FILES);
  const verifications = new Map([...verified({ status: "passed", count: 0 }), ...GAPS]);
  for (const mode of ["yolo", "interactive"] as const) {
    const config = configOf({ mode });
    const result = planCompletion(inputOf({}, { project, config, verifications, allowIncomplete: true }));
    assert.ok(result.kind === "planned" && result.plan.steps[0]?.kind === "ask");
    assert.deepEqual(result.plan.warnings, [
      "Not complete: phase 01 (its verification found gaps: .planning/phases/01-base/01-VERIFICATION.md)",
      "Not complete: phase 02 (it has no plans)",
    ]);
    const { id, details, automatic } = result.plan.steps[0].question;
    assert.deepEqual([id, automatic], [UNVERIFIED, undefined]);
    assert.match(
      details,
      /^Phase 01 \(.*\): its verification found gaps: \.planning\/phases\/01-base\/01-VERIFICATION\.md$/,
    );
  }
});

Deno.test("planCompletion() asks a question that the configuration answers if nothing verifies", () => {
  const config = configOf({ "workflow.verifier": false });
  const result = planCompletion(inputOf({}, { verifications: new Map(), config }));
  assert.ok(result.kind === "planned" && result.plan.steps[0]?.kind === "ask");
  assert.equal(result.plan.steps[0].question.automatic, "accept");
});
