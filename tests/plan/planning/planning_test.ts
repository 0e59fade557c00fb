import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseGaps } from "../../../lib/parse/documents/verification.ts";
import { hasSummary } from "../../../lib/parse/project/project.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { phasePlace } from "../../../lib/plan/naming/phase_place.ts";
import { phasePlans } from "../../../lib/plan/planning/phase_plans.ts";
import { coverageProblems, planCoverage, renderCoverage } from "../../../lib/plan/verification/coverage.ts";
import { updatePlannedState } from "../../../lib/plan/documents/state_edit.ts";
import { planningCommands } from "../../../lib/plan/planning/next_commands.ts";
import { type PlanningFacts, planningFacts, planWritable } from "../../../lib/plan/planning/facts.ts";
import { type PlanningChoices, planningRoles } from "../../../lib/plan/planning/roles.ts";
import { rehearsedPlans } from "../../../lib/plan/planning/mock_answers.ts";
import { measureProgress, type Progress } from "../../../lib/plan/progress/progress.ts";
import { listPlans } from "../../../lib/plan/documents/roadmap_plans.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf, phaseOf, projectOf } from "../../support/project.ts";

const TIME = new Date("2026-01-02T03:04:05Z");

function text(plan: string, requirements = ""): string {
  const made = planText({ plan, files: ["a.txt"], tasks: [writes("a.txt")] });
  return made.replace("must_haves:", `requirements: [${requirements}]\nmust_haves:`);
}

function factsOf(project: Project, number = "1"): PlanningFacts {
  return planningFacts({
    project,
    phase: phasePlace(project, parsePhaseNumber(number)!)!,
    isFixed: (plan) => project.phases.some((phase) => hasSummary(phase, plan)),
    documents: [],
  });
}

const THREE = projectOf({
  "ROADMAP.md": "### Phase 1: Base\n**Requirements**: [A-01, B-01]\n",
  "REQUIREMENTS.md":
    "- [ ] **A-01**: First | thing\n\n| Requirement | Phase | Status |\n|--|--|--|\n| C-01 | Phase 1 | Pending |\n",
  "phases/01-base/01-01-PLAN.md": text("01", "A-01"),
  "phases/01-base/01-01-SUMMARY.md": "# Done\n",
  "phases/01-base/01-02-PLAN.md": text("02", "B-01"),
  "phases/01-base/01-03-notes-PLAN.md": "# no plan of ours\n",
});

Deno.test("requirements of a phase come from the roadmap and the traceability table", () => {
  assert.deepEqual(factsOf(THREE).requirements.map(({ id }) => id), ["A-01", "B-01", "C-01"]);
});

Deno.test("a planner writes only plans that are not started, and new ones", () => {
  const facts = factsOf(THREE);
  const folder = ".planning/phases/01-base";
  const allowed = (gaps: boolean) =>
    [
      `${folder}/01-01-PLAN.md`,
      `${folder}/01-02-PLAN.md`,
      `${folder}/01-03-PLAN.md`,
      `${folder}/01-03-notes-PLAN.md`,
      `${folder}/01-04-PLAN.md`,
      `${folder}/02-04-PLAN.md`,
      `${folder}/01-CONTEXT.md`,
      `.planning/phases/02-more/01-05-PLAN.md`,
      `${folder}/../01-base/01-04-PLAN.md`,
    ].filter((path) => planWritable(facts, gaps).allows(path)).map((path) => path.slice(folder.length + 1));
  assert.deepEqual(allowed(false), ["01-02-PLAN.md", "01-04-PLAN.md"]);
  assert.deepEqual(allowed(true), ["01-04-PLAN.md"]);
});

Deno.test("plans of gap closure that are not started may be rewritten when gaps are planned again", () => {
  const path = ".planning/phases/01-base/01-05-PLAN.md";
  const gap = text("05").replace("must_haves:", "gap_closure: true\nmust_haves:");
  const files = { "phases/01-base/01-02-PLAN.md": text("02"), "phases/01-base/01-05-PLAN.md": gap };
  const { allows } = planWritable(factsOf(projectOf(files)), true);
  assert.deepEqual(["02", "05", "06"].map((number) => allows(path.replace("05", number))), [
    false,
    true,
    true,
  ]);
});

Deno.test("rehearsed plans replace existing ones, and follow them for gaps", () => {
  const facts = factsOf(THREE);
  assert.deepEqual(Object.keys(rehearsedPlans(facts, false)), [".planning/phases/01-base/01-02-PLAN.md"]);
  assert.deepEqual(Object.keys(rehearsedPlans(facts, true)), [".planning/phases/01-base/01-04-PLAN.md"]);
});

Deno.test("requirements are mapped to the checks of the plans that name them", () => {
  const facts = factsOf(THREE);
  const coverage = planCoverage(facts, [...facts.fixed, ...facts.open]);
  assert.deepEqual(coverage.map(({ id, plans, commands }) => [id, plans, commands]), [
    ["A-01", ["01-01"], ["test -f a.txt"]],
    ["B-01", ["01-02"], ["test -f a.txt"]],
    ["C-01", [], []],
  ]);
  assert.deepEqual(coverageProblems(coverage).map(({ what }) => what), ["No plan delivers C-01"]);
  const odd = { id: "A-01", text: "a|b", plans: ["01-01"], commands: ["echo `x` | cat"] };
  const document = renderCoverage(facts, [odd, ...coverage.slice(2)], TIME);
  assert.match(document, /^nyquist_compliant: false\ncreated: 2026-01-02$/m);
  assert.ok(document.includes("| A-01 | a\\|b | 01-01 | `` echo `x` \\| cat `` |"), document);
  assert.match(document, /## Without a Test Command\n\n- No plan delivers C-01/);
});

const NONE: PlanningChoices = {
  skipResearch: false,
  forceResearch: false,
  skipVerify: false,
  gaps: false,
  keeps: false,
  researched: undefined,
};

Deno.test("flags take precedence over the configuration and existing research", () => {
  const off = { "workflow.research": false, "workflow.plan_check": false };
  const runs = (choices: Partial<PlanningChoices>, config = {}) =>
    planningRoles(configOf(config), { ...NONE, ...choices }).map((role) => role.runs);
  assert.deepEqual(runs({}), [true, true, true]);
  assert.deepEqual(runs({}, off), [false, true, false]);
  assert.deepEqual(runs({ forceResearch: true }, off), [true, true, false]);
  assert.deepEqual(runs({ researched: "01-RESEARCH.md" }), [false, true, true]);
  assert.deepEqual(runs({ researched: "01-RESEARCH.md", forceResearch: true }), [true, true, true]);
  assert.deepEqual(runs({ skipResearch: true, skipVerify: true }), [false, true, false]);
  assert.deepEqual(runs({ keeps: true }), [false, false, true]);
  assert.deepEqual(runs({ gaps: true }), [false, true, true]);
});

const ROADMAP = `# Roadmap

- [ ] **Phase 1: Base** - x

### Phase 1: Base
**Goal**: G
**Plans**: TBD

### Phase 2: More
**Plans**: TBD

| Phase | Plans | Status | Completed |
|-------|-------|--------|-----------|
| 1. Base | 0/TBD | Not started | - |
`;

function progressOf(project: Project): Progress {
  return {
    ...measureProgress(project, {
      phase: phaseOf(project, "1"),
      completed: "",
      isComplete: () => false,
      time: TIME,
    }),
    activity: "Planned phase 01: 2 plans",
  };
}

const TWO = projectOf({
  "ROADMAP.md": ROADMAP,
  "phases/01-base/01-01-PLAN.md": text("01"),
  "phases/01-base/01-02-PLAN.md": text("02"),
});
const PLANS = phasePlans(factsOf(TWO).open);

Deno.test("listPlans() lists and counts the plans of a phase, and is idempotent", () => {
  const listed = listPlans(ROADMAP, PLANS, progressOf(TWO));
  const section =
    "**Plans**: 0/2 plans complete\n\n- [ ] 01-01-PLAN.md — Build part 01.\n- [ ] 01-02-PLAN.md — Build part 02.\n\n###";
  assert.ok(listed.includes(section), listed);
  assert.match(listed, /^\| 1\. Base \| 0\/2 +\| Planned +\| - \|$/m);
  assert.match(listed, /### Phase 2: More\n\*\*Plans\*\*: TBD\n/);
  assert.equal(listPlans(listed, PLANS, progressOf(TWO)), listed);
  const crlf = ROADMAP.replaceAll("\n", "\r\n");
  assert.equal(listPlans(crlf, PLANS, progressOf(TWO)), listed.replaceAll("\n", "\r\n"));
});

Deno.test("listPlans() keeps the text of items, and drops items of deleted plans", () => {
  const before = ROADMAP.replace(
    "**Plans**: TBD\n",
    "**Plans**: 3 plans\n\nPlans:\n- [x] 01-00-PLAN.md — done long ago\n- [ ] 01-02: the second\n- [ ] 01-03: gone\n- [ ] 02-01: other\n",
  );
  const listed = listPlans(before, PLANS, progressOf(TWO));
  assert.match(
    listed,
    /- \[x\] 01-00-PLAN\.md — done long ago\n- \[ \] 01-02: the second\n- \[ \] 01-01-PLAN\.md — Build part 01\.\n- \[ \] 02-01: other\n/,
  );
});

Deno.test("listPlans() adds missing lines to a section, and works without one", () => {
  const listed = listPlans("### Phase 1: Base\n**Goal**: G\n", PLANS, progressOf(TWO));
  assert.match(listed, /G\n\n\*\*Plans\*\*: 0\/2 plans complete\n\n- \[ \] 01-01/);
  assert.equal(listPlans("- [ ] **Phase 1: Base**\n", PLANS, progressOf(TWO)), "- [ ] **Phase 1: Base**\n");
});

Deno.test("the state document reports that a phase is ready", () => {
  const state =
    "---\nstatus: planning\n---\n\n## Current Position\n\nPhase: 9\nStatus: x\nLast activity: y\n";
  assert.equal(
    updatePlannedState(state, progressOf(TWO)),
    "---\nstatus: planned\n---\n\n## Current Position\n\nPhase: 1 of 2 (Base)\nStatus: Ready to execute\n" +
      "Last activity: 2026-01-02 — Planned phase 01: 2 plans\n",
  );
});

Deno.test("gaps are read from the frontmatter, else from the list, without the lists in its items", () => {
  assert.deepEqual(parseGaps("---\ngaps:\n  - truth: One\n---\n\n### Gaps Summary\n\n- a\n- b\n"), ["One"]);
  assert.deepEqual(parseGaps("## Gaps\n\n- One\n  - Why\n  - How\n- Two\n"), ["One", "Two"]);
  assert.deepEqual(parseGaps("---\nstatus: x\n---\n\n## Gaps\n\n1. One\n2. Two\n\n## More\n\n- no\n"), [
    "One",
    "Two",
  ]);
  assert.deepEqual(parseGaps('---\ngaps:\n  - truth: "Log out"\n    status: failed\n  - plain\n---\n'), [
    "Log out",
    "plain",
  ]);
  assert.deepEqual(parseGaps("# Nothing\n"), []);
});

Deno.test("after planning the next command keeps existing plans instead of paying for them again", () => {
  const call = {
    phase: "01",
    flags: ["--agent", "mock"],
    choices: ["--gaps"],
    answers: ["a=b c"],
    plans: true,
  };
  const question = (id: string) => {
    return {
      id,
      kind: "gate",
      title: "",
      details: "",
      choices: [{ value: "yes", label: "" }],
      open: false,
    } as const;
  };
  const taken = "wf plan-phase 1 --agent mock --skip-verify --answer replan=keep";
  const waiting = (id: string) => planningCommands({ kind: "waiting", question: question(id) }, call)[0];
  assert.equal(waiting("findings"), taken);
  assert.equal(waiting("confirm_breakdown"), `${taken} --answer confirm_breakdown=yes`);
  assert.equal(waiting("replan"), "wf plan-phase 1 --agent mock --gaps --answer 'a=b c' --answer replan=yes");
  const asked = (id: string, plans: boolean, ...choices: string[]) => {
    const asking = { ...question(id), kind: "agent", open: true } as const;
    const answers = ["a=b", "replan=replan"];
    return planningCommands({ kind: "waiting", question: asking }, { ...call, choices, answers, plans });
  };
  const again = "wf plan-phase 1 --agent mock";
  assert.deepEqual(asked("planning/person", true, "--research", "--gaps"), [
    `${again} --gaps --answer a=b --answer replan=replan --answer planning/person=yes`,
    `${again} --gaps --answer a=b --answer replan=replan --answer planning/person='your answer'`,
  ]);
  assert.equal(
    asked("research/blocked", false, "--yes")[0],
    `${again} --research --yes --answer a=b --answer research/blocked=yes`,
  );
  assert.deepEqual(planningCommands({ kind: "planned" }, call), ["wf execute-phase 1 --agent mock"]);
  assert.deepEqual(planningCommands({ kind: "interrupted" }, { ...call, answers: [] }), [
    "wf plan-phase 1 --agent mock --gaps",
  ]);
  assert.equal(planningCommands({ kind: "refused", output: "" }, call)[0], taken);
  const confirmed = { ...call, choices: ["--yes"] };
  assert.equal(
    planningCommands({ kind: "waiting", question: question("findings") }, confirmed)[0],
    "wf plan-phase 1 --agent mock --skip-verify --yes --answer replan=keep",
  );
  assert.deepEqual(
    planningCommands({ kind: "declined", question: question("confirm_breakdown") }, confirmed),
    [
      "wf plan-phase 1 --agent mock --answer replan=replan",
    ],
  );
});
