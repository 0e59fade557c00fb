import assert from "node:assert/strict";
import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import { checkProject } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { milestoneProblems } from "../../../lib/plan/milestone/draft_problems.ts";
import {
  chooseMilestone,
  newMilestoneChanges,
  nextPhaseNumber,
  rehearsedMilestone,
} from "../../../lib/plan/milestone/new_milestone.ts";
import { planText, writes } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const TIME = new Date("2026-01-02T03:04:05Z");
const SHIPPED = `# Roadmap: shop

## Milestones

- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-01-01)

## Phases

<details>
<summary>✅ v1.0 MVP (Phases 1-2) - SHIPPED 2026-01-01</summary>

- [x] **Phase 1: Base** - a base

</details>

## Phase Details

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
`;
const REQUIREMENTS = `# Requirements: shop

## Requirements

None yet. Those of v1.0: [milestones/v1.0-REQUIREMENTS.md](milestones/v1.0-REQUIREMENTS.md)

## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
`;
const DRAFT: MilestoneDraft = {
  requirements: [{ id: "AUTH-01", text: "A user logs in" }, { id: "AUTH-02", text: "A user logs out" }],
  phases: [
    {
      name: "Log in",
      summary: "users log in",
      goal: "A user logs in",
      depends_on: [1],
      requirements: ["AUTH-01"],
      success_criteria: ["A user logs in"],
    },
    {
      name: "Log out",
      summary: "users log out",
      goal: "A user logs out",
      depends_on: [3],
      requirements: ["AUTH-02"],
      success_criteria: ["A user logs out"],
    },
  ],
};

function chosen(roadmap: string, version?: string, name = "") {
  return chooseMilestone(projectOf({ "ROADMAP.md": roadmap }), { version, name });
}

Deno.test("the next milestone has the next minor version", () => {
  const cases: readonly (readonly [roadmap: string, version: string])[] = [
    ["# Roadmap\n", "v1.0"],
    [SHIPPED, "v1.1"],
    ["- ✅ **v1.9 A** (shipped 2026-01-01)\n- ✅ **v1.10 B** (shipped 2026-01-02)\n", "v1.11"],
    ["- ✅ **v3 C** (shipped 2026-01-01)\n", "v3.1"],
  ];
  for (const [roadmap, version] of cases) {
    assert.deepEqual(chosen(roadmap, undefined, " Login "), {
      kind: "milestone",
      milestone: { version, name: "Login" },
    });
  }
});

Deno.test("a milestone that the roadmap plans is the next one, with its name", () => {
  const roadmap = `${SHIPPED}\n- 📋 **v2.0 Accounts** (planned)\n`;
  assert.deepEqual(chosen(roadmap), { kind: "milestone", milestone: { version: "v2.0", name: "Accounts" } });
  assert.deepEqual(chosen(roadmap, "2.0", "Users"), {
    kind: "milestone",
    milestone: { version: "v2.0", name: "Users" },
  });
});

Deno.test("a milestone is refused while another is in progress, when it is complete, and without a version", () => {
  const hint = (result: ReturnType<typeof chosen>) =>
    result.kind === "refused" ? `${result.message}. ${result.hint}` : "";
  assert.match(
    hint(chosen("- 🚧 **v1.0 MVP**\n\n### Phase 1: Base\n")),
    /^Milestone v1\.0 MVP is in progress\. .*wf complete-milestone v1\.0$/,
  );
  assert.match(
    hint(chosen("- 🚧 **v1.0 MVP**\n")),
    /^Milestone v1\.0 MVP is in progress\. .*wf phase add "<name>"$/,
  );
  assert.match(hint(chosen(SHIPPED, "v1.0")), /^Milestone v1\.0 is complete\. .*--milestone v1\.1$/);
  assert.match(hint(chosen(SHIPPED, "next")), /"next" is not a version/);
});

Deno.test("a milestone that only the state document names begins", () => {
  const project = projectOf({
    "ROADMAP.md": SHIPPED,
    "STATE.md": "---\nmilestone: v2.0\nmilestone_name: TBD\n---\n# State\n",
  });
  const chosenOf = (version?: string) => chooseMilestone(project, { version, name: "" });
  assert.deepEqual(chosenOf(), { kind: "milestone", milestone: { version: "v2.0", name: "" } });
  assert.deepEqual(chosenOf("v1.1"), { kind: "milestone", milestone: { version: "v1.1", name: "" } });
});

Deno.test("new phases are numbered after all that there were, also archived ones", () => {
  assert.equal(nextPhaseNumber(projectOf({ "ROADMAP.md": SHIPPED })), 3);
  assert.equal(nextPhaseNumber(projectOf({})), 1);
  const plan = planText({ phase: "07.1-x", plan: "01", tasks: [writes("a")] });
  assert.equal(nextPhaseNumber(projectOf({ "phases/07.1-x/07.1-01-PLAN.md": plan })), 8);
});

Deno.test("a milestone without a draft changes only its entry and the state", () => {
  const project = projectOf({
    "ROADMAP.md": SHIPPED,
    "STATE.md": "---\nmilestone: v1.0\nstatus: completed\n---\n# State\n",
  });
  const milestone = { version: "v1.1", name: "Login" };
  const changes = newMilestoneChanges({ project, milestone, draft: undefined, time: TIME });
  const entry = "- ✅ **v1.0 MVP** - Phases 1-2 (shipped 2026-01-01)\n";
  assert.deepEqual(changes.map(({ path }) => path), [".planning/ROADMAP.md", ".planning/STATE.md"]);
  assert.equal(changes[0]!.after, SHIPPED.replace(entry, `${entry}- 🚧 **v1.1 Login** (in progress)\n`));
  assert.equal(changes[1]!.after, "---\nmilestone: v1.1\nstatus: planning\n---\n# State\n");
  const texts = new Map(changes.map(({ path, after }) => [path, after]));
  assert.deepEqual(parseProject({ texts, paths: [] }).milestone, milestone);
});

Deno.test("a planned milestone is marked where it stands, and one in progress stays", () => {
  const begin = (text: string) =>
    newMilestoneChanges({
      project: projectOf({ "ROADMAP.md": text }),
      milestone: { version: "v2.0", name: "Next" },
      draft: undefined,
      time: TIME,
    })[0]?.after;
  assert.equal(
    begin("- 📋 **v2.0 Next** - Phases 3-4 (planned)\r\n"),
    "- 🚧 **v2.0 Next** - Phases 3-4 (in progress)\r\n",
  );
  assert.equal(begin("- [ ] **v2.0 Next**\n"), "- [ ] 🚧 **v2.0 Next**\n");
  assert.equal(begin("- 🚧 **v2.0 Next**\n"), undefined);
  assert.equal(
    begin("# Roadmap\n\nText.\n\n## Phases\n"),
    "# Roadmap\n\nText.\n\n## Milestones\n\n- 🚧 **v2.0 Next** (in progress)\n\n## Phases\n",
  );
});

for (const end of ["\n", "\r\n"]) {
  Deno.test(`a draft is read back from the documents, which have no findings${end === "\n" ? "" : ", with CRLF"}`, () => {
    const texts = {
      "ROADMAP.md": SHIPPED.replaceAll("\n", end),
      "REQUIREMENTS.md": REQUIREMENTS.replaceAll("\n", end),
    };
    const project = projectOf(texts);
    const milestone = { version: "v1.1", name: "Login" };
    const changes = newMilestoneChanges({ project, milestone, draft: DRAFT, time: TIME });
    const after = parseProject({
      texts: new Map(changes.map(({ path, after }) => [path, after])),
      paths: [],
    });
    assert.deepEqual(after.roadmap?.phases.map(({ name }) => name).slice(-2), ["Log in", "Log out"]);
    assert.deepEqual(after.requirements?.all.map(({ id, listed, done }) => [id, listed, done]), [[
      "AUTH-01",
      true,
      false,
    ], ["AUTH-02", true, false]]);
    assert.deepEqual(checkProject(after, rules).filter(({ severity }) => severity !== "hint"), []);
    const [roadmap, requirements] = changes.map(({ after }) => after);
    for (const text of [roadmap!, requirements!]) {
      assert.equal(text.replaceAll(end, "").includes("\n"), false);
    }
    assert.match(roadmap!, /^- 🚧 \*\*v1\.1 Login\*\* - Phases 3-4 \(in progress\)\r?$/m);
    assert.match(roadmap!, /^\| 3\. Log in \| 0\/\? \| Not started \| - \|\r?\n\| 4\. Log out \|/m);
    assert.match(
      requirements!,
      /^Those of v1\.0:[^]*^## v1\.1 Requirements[^]*^\| AUTH-02 \| Phase 4 \| Pending \|\r?$/m,
    );
    assert.deepEqual(milestoneProblems(DRAFT, { project, milestone, time: TIME }), []);
  });
}

Deno.test("a milestone names its phases, unless there are others that belong to it", () => {
  const entry = (roadmap: string) => {
    const project = projectOf({ "ROADMAP.md": roadmap });
    const milestone = { version: "v1.1", name: "" };
    return newMilestoneChanges({ project, milestone, draft: DRAFT, time: TIME })[0]!.after.match(/^- 🚧.*/m)
      ?.[0];
  };
  assert.equal(entry(SHIPPED), "- 🚧 **v1.1** - Phases 3-4 (in progress)");
  assert.equal(entry("# Roadmap\n\n- [ ] **Phase 1: Base** - a base\n"), "- 🚧 **v1.1** (in progress)");
  assert.equal(
    entry("# Roadmap\n\n- [x] **Phase 1: Base** - a base\n"),
    "- 🚧 **v1.1** - Phases 2-3 (in progress)",
  );
});

Deno.test("a draft is added to documents without sections, and without any documents", () => {
  for (const texts of [{}, { "ROADMAP.md": "# Roadmap\n", "REQUIREMENTS.md": "# Requirements\n" }]) {
    const project = projectOf(texts);
    const draft = rehearsedMilestone(project);
    assert.deepEqual(
      milestoneProblems(draft, { project, milestone: { version: "v1.0", name: "" }, time: TIME }),
      [],
    );
  }
});

Deno.test("a draft with taken IDs, open requirements or later dependencies is sent back", () => {
  const project = projectOf({
    "ROADMAP.md": SHIPPED,
    "REQUIREMENTS.md": "# Requirements\n\n- [x] **AUTH-01**: There\n",
  });
  const [first, second] = DRAFT.phases;
  const problems = milestoneProblems(
    { ...DRAFT, phases: [{ ...first!, depends_on: [4] }, { ...second!, requirements: [] }] },
    { project, milestone: { version: "v1.1", name: "" }, time: TIME },
  );
  assert.deepEqual(problems, [
    "The ID AUTH-01 is taken: use another number",
    "Requirement AUTH-02 is in no phase",
    "Phase 3 depends on phase 4, which is not an earlier one",
  ]);
  const none = milestoneProblems({ requirements: [], phases: [] }, {
    project,
    milestone: { version: "v1.1", name: "" },
    time: TIME,
  });
  assert.deepEqual(none, ["There are no phases"]);
});
