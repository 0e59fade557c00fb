import assert from "node:assert/strict";
import { parsePhaseNumber, printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { summaryPath } from "../../../lib/parse/ids/plan_names.ts";
import { findPhase, hasSummary, parseProject } from "../../../lib/parse/project/project.ts";
import { frontmatter, projectOf } from "../planning_tree.ts";

const PROJECT = projectOf(
  {
    "01-base/01-01-PLAN.md": frontmatter(),
    "01-base/01-02-setup-PLAN.md": frontmatter({ plan: "02" }),
    "02-auth/02-01-PLAN.md": frontmatter({ phase: "02-auth" }),
    "02-auth/02-10-PLAN.md": frontmatter({ phase: "02-auth", plan: "10" }),
    "02-auth/02-auth-03-PLAN.md": frontmatter({ phase: "02-auth", plan: "03" }),
    "02.1-mend/02.1-03-PLAN.md": frontmatter({ phase: "02.1", plan: "03" }),
    "12A-extra/12A-01-PLAN.md": frontmatter({ phase: "12A-extra" }),
    "12A-extra/12A-02-PLAN.md": "# A plan of another tool\n",
    "30-wallet/30-02-wallet-cache-PLAN.md": frontmatter({ phase: "30-wallet", plan: "02" }),
    "383-cache/383-PLAN.md": frontmatter({ phase: "383-cache", plan: "1" }),
  },
  [
    ".planning/milestones/v1.0-phases/01-base/01-07-PLAN.md",
    ".planning/milestones/v1.0-phases/09-old/09-01-PLAN.md",
    ".planning/milestones/v1.0-phases/09-old/09-01-SUMMARY.md",
  ],
);

const RESOLVED: readonly [text: string, from: string, id: string | undefined][] = [
  ["02-01", "12A", "02-01"],
  ["2-1", "12A", "02-01"],
  ["02-01-PLAN.md", "12A", "02-01"],
  ["02-01-auth", "12A", "02-01"],
  ["02-auth-03", "12A", "02-03"],
  ["02-auth-01", "12A", "02-01"],
  ["30-02-wallet-cache", "12A", "30-02"],
  ["01-02-setup", "01", "01-02"],
  [".planning/phases/02-auth/02-01-PLAN.md", "01", "02-01"],
  ["1", "02", "02-01"],
  ["01", "02", "02-01"],
  ["Plan 01", "02", "02-01"],
  ["10", "02", "02-10"],
  ["02.10", "02", "02-10"],
  ["02.1-03", "02", "02.1-03"],
  ["3", "02.1", "02.1-03"],
  ["12A-01", "01", "12A-01"],
  ["12a-01", "01", "12A-01"],
  ["12A-02", "01", "12A-02"],
  ["383-01", "01", "383-01"],
  ["383-1", "01", "383-01"],
  ["01-07", "01", "01-07"],
  ["07", "01", "01-07"],
  ["09-01", "01", "09-01"],
  ["02-99", "01", undefined],
  ["99", "01", undefined],
  ["auth", "02", undefined],
  ["", "02", undefined],
  ["constructor", "02", undefined],
  ["02-01, 02-03", "02", undefined],
  ["02-01 and 02-03", "02", undefined],
  ["02-01 02-03", "02", undefined],
  ["02-01..02-03", "02", undefined],
  ["02-01-PLAN.md; 02-03-PLAN.md", "02", undefined],
];

for (const [text, from, id] of RESOLVED) {
  Deno.test(`PlanIndex.resolve() takes "${text}" in phase ${from} for ${id ?? "nothing"}`, () => {
    assert.equal(PROJECT.plans.resolve(text, parsePhaseNumber(from)!), id);
  });
}

Deno.test("PlanIndex.resolve() prefers a file's name in its own phase", () => {
  const { plans } = projectOf({
    "01-base/setup-PLAN.md": frontmatter(),
    "02-auth/setup-PLAN.md": frontmatter({ phase: "02-auth" }),
  });
  const resolve = (from: string) => plans.resolve("setup", parsePhaseNumber(from)!);
  assert.deepEqual(["01", "02", "03"].map(resolve), ["01-01", "02-01", "01-01"]);
});

Deno.test("parseProject() orders phases by number and plans by ID", () => {
  const { phases } = projectOf({
    "10-z/10-01-PLAN.md": "",
    "02.10-y/02.10-01-PLAN.md": "",
    "02.2-x/02.2-10-PLAN.md": "",
    "02.2-x/02.2-9-PLAN.md": "",
    "02.2-x/02.2-01-PLAN.md": "",
    "2-w/2-01-PLAN.md": "",
    "notes/01-PLAN.md": "",
  });
  assert.deepEqual(phases.map(({ number }) => printPhaseNumber(number)), ["02", "02.2", "02.10", "10"]);
  assert.deepEqual(phases[1]?.plans.map(({ id }) => id), ["02.2-01", "02.2-09", "02.2-10"]);
});

Deno.test("parseProject() names a phase by the roadmap, else by its folder", () => {
  const texts = new Map([
    [".planning/ROADMAP.md", "### Phase 1: The Base\n"],
    [".planning/phases/01-base/01-01-PLAN.md", ""],
    [".planning/phases/02.1-log_in-again/02.1-01-PLAN.md", ""],
    [".planning/phases/03/03-01-PLAN.md", ""],
  ]);
  const { phases } = parseProject({ texts, paths: [...texts.keys()] });
  assert.deepEqual(phases.map(({ name }) => name), ["The Base", "log in again", "03"]);
});

Deno.test("parseProject() takes only files directly in a phase's folder for its plans", () => {
  const { phases } = projectOf({
    "01-base/01-01-PLAN.md": "",
    "01-base/old/01-02-PLAN.md": "",
    "01-base/01-03-PLAN-OUTLINE.md": "",
    "01-base/01-04-PLAN.pre-bounce.md": "",
    "01-base/01-05-CONTEXT.md": "",
    "01-base/06-plan.md": "",
    "01-PLAN.md": "",
  });
  assert.deepEqual(phases.map(({ plans }) => plans.map(({ id }) => id)), [["01-01", "01-06"]]);
});

Deno.test("parseProject() has no phases, milestone or findings where there is nothing", () => {
  const project = parseProject({ texts: new Map(), paths: [] });
  assert.deepEqual(project.phases, []);
  assert.deepEqual(project.config.diagnostics, []);
  assert.equal(project.roadmap ?? project.state ?? project.milestone, undefined);
});

for (
  const [name, plans, summaries, complete] of [
    ["its own name", ["01-01-PLAN.md", "01-02-PLAN.md"], ["01-01-SUMMARY.md"], ["01-01"]],
    ["its numbers", ["01-01-auth-PLAN.md", "01-02-ui-PLAN.md"], ["01-02-SUMMARY.md"], ["01-02"]],
    ["the number that the phase's file has", ["01-PLAN.md"], ["01-01-SUMMARY.md"], ["01-01"]],
    [
      "its own name rather than its numbers",
      ["01-01-a-PLAN.md"],
      ["01-01-SUMMARY.md", "01-01-a-SUMMARY.md"],
      [
        "01-01",
      ],
    ],
    ["no number, if it is the only plan", ["01-PLAN.md"], ["SUMMARY.md"], ["01-01"]],
    ["the phase's number, if it is the only plan", ["01-01-PLAN.md"], ["01-SUMMARY.md"], ["01-01"]],
    ["no number of several plans", ["01-01-PLAN.md", "01-02-PLAN.md"], ["SUMMARY.md", "01-SUMMARY.md"], []],
    ["another plan's number", ["01-02-PLAN.md"], ["01-01-SUMMARY.md"], []],
    ["another phase's number", ["01-01-auth-PLAN.md"], ["02-01-SUMMARY.md"], []],
  ] as const
) {
  Deno.test(`a summary with ${name} ${complete.length === 0 ? "completes nothing" : "completes a plan"}`, () => {
    const { phases: [phase] } = projectOf(
      Object.fromEntries(plans.map((plan) => [`01-base/${plan}`, ""])),
      summaries.map((summary) => `.planning/phases/01-base/${summary}`),
    );
    assert.deepEqual(phase!.plans.filter((plan) => hasSummary(phase!, plan)).map(({ id }) => id), complete);
  });
}

Deno.test("a summary counts for one plan, whatever words and numbers stand in names and fields", () => {
  const complete = (plans: Readonly<Record<string, string>>, summary: string) => {
    const { phases: [phase] } = projectOf(plans, [`.planning/phases/01-base/${summary}`]);
    return [
      ...phase!.plans.filter((plan) => hasSummary(phase!, plan)).map(({ id }) => id),
      ...phase!.misnamed.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
    ];
  };
  const plan = (number: string) => frontmatter({ plan: number });
  const word = { "01-base/01-02-PLAN.md": plan("02"), "01-base/01-GAP-2-PLAN.md": plan("GAP-2") };
  assert.deepEqual(complete(word, "01-base-02-SUMMARY.md"), ["01-02"]);
  const field = { "01-base/01-01-PLAN.md": plan("01"), "01-base/gaps-PLAN.md": plan("02") };
  assert.deepEqual(complete(field, "01-base-01-SUMMARY.md"), ["01-01"]);
  const last = { "01-base/01-02-PLAN.md": plan("02"), "01-base/01-PLAN-02.md": plan("05") };
  assert.deepEqual(complete(last, "01-02-SUMMARY.md"), ["01-02", "01-PLAN-02.md"]);
});

Deno.test("summaryPath() puts SUMMARY in place of PLAN", () => {
  const paths = ["a/01-01-PLAN.md", "a/PLAN.md", "PLAN-A/01-plan.md"].map(summaryPath);
  assert.deepEqual(paths, ["a/01-01-SUMMARY.md", "a/SUMMARY.md", "PLAN-A/01-SUMMARY.md"]);
});

Deno.test("findPhase() compares numbers without their zeros", () => {
  assert.equal(findPhase(PROJECT, parsePhaseNumber("2")!)?.directory, ".planning/phases/02-auth");
  assert.equal(findPhase(PROJECT, parsePhaseNumber("4")!), undefined);
});
