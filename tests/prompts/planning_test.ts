import assert from "node:assert/strict";
import { checkProject } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { parsePhaseNumber } from "../../lib/parse/ids/phase_number.ts";
import { hasSummary } from "../../lib/parse/project/project.ts";
import type { Project } from "../../lib/parse/project/model.ts";
import { phasePlace } from "../../lib/plan/naming/phase_place.ts";
import { type PlanningFacts, planningFacts } from "../../lib/plan/planning/facts.ts";
import {
  checkPlansPrompt,
  planPhasePrompt,
  researchPrompt,
  revisePlansPrompt,
} from "../../lib/prompts/planning.ts";
import { planText, writes } from "../support/plans.ts";
import { projectOf } from "../support/project.ts";

const PLAN = "phases/03-accounts/03-01-PLAN.md";
const FILES: Readonly<Record<string, string>> = {
  "ROADMAP.md": `# Roadmap

### Phase 3: Accounts
**Goal**: People have accounts
**Requirements**: [AUTH-01]
**Success Criteria**:
1. A user logs in
**Plans**: TBD
`,
  "REQUIREMENTS.md": "# Requirements\n\n- [ ] **AUTH-01**: People log in\n",
  "phases/03-accounts/03-CONTEXT.md": "- **D-01:** In a file\n",
};

function factsOf(project: Project): PlanningFacts {
  return planningFacts({
    project,
    phase: phasePlace(project, parsePhaseNumber("3")!)!,
    isFixed: (plan) => hasSummary(project.phases[0]!, plan),
    documents: [".planning/PROJECT.md"],
  });
}

const PLANNED = {
  ...FILES,
  [PLAN]: planText({ phase: "03-accounts", plan: "01", tasks: [writes("a.txt")] }),
};
const INPUT = { facts: factsOf(projectOf(FILES)), coverage: true, searchIgnored: true };

Deno.test("the prompt of the researcher names the phase, what to find out and where to write it", async (t) => {
  await t.assertSnapshot(researchPrompt(INPUT));
});

Deno.test("the prompt of the planner names the phase, how to plan and the form of a plan", async (t) => {
  await t.assertSnapshot(planPhasePrompt(INPUT));
  const prompt = planPhasePrompt(INPUT);
  for (
    const part of [
      "phase 03 of a project, Accounts",
      "**Goal**: People have accounts",
      "- AUTH-01: People log in",
      "- `.planning/phases/03-accounts/03-CONTEXT.md`",
      "Write `.planning/phases/03-accounts/03-01-PLAN.md` and so on",
      "--no-ignore",
    ]
  ) {
    assert.ok(prompt.includes(part), part);
  }
  assert.doesNotMatch(prompt, /\{\w+\}|gap_closure|not started/);
});

Deno.test("the example of a plan in the prompt of the planner is valid", () => {
  for (const gaps of [undefined, ["Nobody can log out"]]) {
    const [, skeleton = ""] = /^`{3,}text\n([^]*?)^`{3,}$/m.exec(
      planPhasePrompt({ ...INPUT, ...(gaps === undefined ? {} : { gaps }) }),
    ) ?? [];
    const project = projectOf({ ...FILES, [PLAN]: skeleton });
    const found = checkProject(project, rules).filter(({ span }) => span.path.endsWith("03-01-PLAN.md"));
    assert.deepEqual(found.map(({ code, message }) => `${code}: ${message}`), []);
    assert.equal(project.plans.byId.get("03-01")?.file?.frontmatter.gap_closure, gaps && true);
  }
});

Deno.test("the prompt of the checker names what to check and how to answer", async (t) => {
  await t.assertSnapshot(checkPlansPrompt({ ...INPUT, facts: factsOf(projectOf(PLANNED)) }));
});

Deno.test("problems are sent back with their position, their code and what to do", async (t) => {
  const place = { path: ".planning/phases/03-accounts/03-01-PLAN.md", line: 4, plan: "03-01" };
  await t.assertSnapshot(revisePlansPrompt(INPUT.facts, [
    {
      source: "validate",
      severity: "error",
      ...place,
      code: "field-value",
      what: "Unknown type",
      todo: "Use tdd",
    },
    { source: "checker", severity: "blocker", plan: "03-01", what: "Nobody logs out", todo: "" },
  ]));
});

Deno.test("the planner learns which existing plans it may change, and which not", () => {
  const open = planPhasePrompt({ ...INPUT, facts: factsOf(projectOf(PLANNED)) });
  assert.match(open, /not started: `\S+03-01-PLAN\.md`/);
  const done = { ...PLANNED, "phases/03-accounts/03-01-SUMMARY.md": "" };
  const gaps = planPhasePrompt({ ...INPUT, facts: factsOf(projectOf(done)), gaps: ["Nobody can log out"] });
  assert.match(
    gaps,
    /not to be changed: `\S+03-01-PLAN\.md`[^]*Write `\S+03-02-PLAN\.md`[^]*gap_closure: true/,
  );
  assert.match(gaps, /nothing else:\n- Nobody can log out/);
});

Deno.test("the prompts of planning work without a roadmap", () => {
  const facts = factsOf(projectOf({ "ROADMAP.md": "- [ ] **Phase 3: Accounts** - x\n" }));
  const prompt = planPhasePrompt({
    facts: { ...facts, documents: [] },
    coverage: false,
    searchIgnored: false,
  });
  assert.match(prompt, /^You plan phase 03 of a project, Accounts: [^#]*# How to plan/);
  assert.doesNotMatch(prompt, /\n{3}/);
});
