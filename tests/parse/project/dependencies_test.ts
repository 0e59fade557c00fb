import assert from "node:assert/strict";
import { computedWaves, dependenciesOf, phaseDependencies } from "../../../lib/parse/project/dependencies.ts";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { frontmatter, projectOf } from "../planning_tree.ts";

/** A phase of plans with these dependencies and files; a plan given as a text is that text. */
function phaseOf(plans: Readonly<Record<string, string | { depends_on?: string; files_modified?: string }>>) {
  const project = projectOf({
    "00-x/00-01-PLAN.md": frontmatter({ phase: "00-x" }),
    ...Object.fromEntries(
      Object.entries(plans).map(([plan, lines]) => [
        `01-base/01-${plan}-PLAN.md`,
        typeof lines === "string" ? lines : frontmatter({ plan, ...lines }),
      ]),
    ),
  });
  return { project, phase: project.phases[1]! };
}

Deno.test("dependenciesOf() gives text, place and ID of each item, and whether it counts for the waves", () => {
  const project = projectOf({
    "01-base/01-01-PLAN.md": frontmatter(),
    "02-auth/02-01-PLAN.md": frontmatter({ phase: "02-auth", depends_on: '[01-01, "2", 02-01, 9]' }),
    "02-auth/02-02-PLAN.md": frontmatter({ phase: "02-auth", plan: "02" }),
  });
  const plan = project.phases[1]!.plans[0]!;
  const found = dependenciesOf(plan, project).map(({ text, span, id, within }) => {
    assert.equal(plan.source.text.slice(span.start, span.end), text);
    return [text, id, within];
  });
  assert.deepEqual(found, [
    ["01-01", "01-01", false],
    ["2", "02-02", true],
    ["02-01", "02-01", false],
    ["9", undefined, false],
  ]);
});

Deno.test("dependenciesOf() gives each plan of a phase that an item names, none of which counts for the waves", () => {
  const project = projectOf({
    "01-base/01-01-PLAN.md": frontmatter(),
    "01-base/01-02-PLAN.md": frontmatter({ plan: "02" }),
    "02.1-fix/02.1-01-PLAN.md": frontmatter({ phase: "02.1-fix" }),
    "12A-more/12A-01-PLAN.md": frontmatter({ phase: "12A-more" }),
    "13-x/13-01-PLAN.md": frontmatter({
      phase: "13-x",
      depends_on:
        "[Phase 1, PHASE 2.1 (all plans), 12A-*, phase-12a, Phase 9, Phase 99, Phase 13, Phase 14, Phase x]",
    }),
  }, [".planning/milestones/v1.0-phases/09-old/09-01-PLAN.md", ".planning/phases/14-y/14-CONTEXT.md"]);
  const plan = project.phases.at(-2)!.plans[0]!;
  const found = dependenciesOf(plan, project).map(({ text, span, id, within, phase }) => {
    assert.equal(plan.source.text.slice(span.start, span.end), text);
    assert.equal(within, false);
    return [text, id, phase && printPhaseNumber(phase)];
  });
  assert.deepEqual(found, [
    ["Phase 1", "01-01", "01"],
    ["Phase 1", "01-02", "01"],
    ["PHASE 2.1 (all plans)", "02.1-01", "02.1"],
    ["12A-*", "12A-01", "12A"],
    ["phase-12a", "12A-01", "12A"],
    ["Phase 9", "09-01", "09"],
    ["Phase 99", undefined, undefined],
    ["Phase 13", "13-01", "13"],
    ["Phase 14", undefined, "14"],
    ["Phase x", undefined, undefined],
  ]);
});

Deno.test("phaseDependencies() leaves out other phases, and counts the first of plans with one ID", () => {
  const project = projectOf({
    "00-x/00-01-PLAN.md": frontmatter(),
    "01-base/01-01-PLAN.md": frontmatter(),
    "01-base/01-02-PLAN.md": frontmatter({ plan: "02", depends_on: "[01-01, 00-01]" }),
    "01-base/01-02-again-PLAN.md": frontmatter({ plan: "02" }),
  });
  assert.deepEqual([...phaseDependencies(project.phases[1]!, project)], [["01-01", []], ["01-02", [
    "01-01",
  ]]]);
});

const WAVES: readonly [
  what: string,
  plans: Parameters<typeof phaseOf>[0],
  waves: Readonly<Record<string, number>>,
][] = [
  ["1 for a plan without dependencies", { "01": {} }, { "01-01": 1 }],
  [
    "one more than the greatest of the dependencies",
    { "01": {}, "02": { depends_on: "[1]" }, "03": { depends_on: "[1]" }, "04": { depends_on: "[1, 3]" } },
    { "01-01": 1, "01-02": 2, "01-03": 2, "01-04": 3 },
  ],
  ["1 for a plan that depends on a whole phase before", {
    "01": { depends_on: "[Phase 0]" },
    "02": { depends_on: "[1]" },
    "03": { depends_on: "[Phase 7]" },
  }, { "01-01": 1, "01-02": 2 }],
  ["none to plans in or behind a cycle", {
    "01": { depends_on: "[2]" },
    "02": { depends_on: "[1]" },
    "03": { depends_on: "[2]" },
    "04": {},
  }, { "01-04": 1 }],
  ["none to a plan that cannot be read, or behind one", {
    "01": "---\na: [\n---\n",
    "02": { depends_on: "[1]" },
    "03": {},
  }, { "01-03": 1 }],
  ["none behind a plan without frontmatter", { "01": "# Plan\n", "02": { depends_on: "[1]" } }, {}],
];

for (const [what, plans, waves] of WAVES) {
  Deno.test(`computedWaves() gives ${what}`, () => {
    const { phase, project } = phaseOf(plans);
    assert.deepEqual(Object.fromEntries(computedWaves(phase, project)), waves);
  });
}
