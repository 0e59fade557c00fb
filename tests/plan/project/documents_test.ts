import assert from "node:assert/strict";
import { granularities, phaseRange } from "../../../lib/parse/config/granularity.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { projectProblems, roadmapProblems } from "../../../lib/plan/project/draft_problems.ts";
import { milestonePhases } from "../../../lib/plan/progress/milestone_phases.ts";
import type { BranchingStrategy } from "../../../schemas/config.ts";
import { projectDocuments, type ProjectDocumentsInput } from "../../../lib/plan/project/documents.ts";
import { projectTemplate } from "../../../lib/plan/project/template.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const TIME = new Date("2026-11-21T10:00:00Z");

/** A project of three phases, with some of it replaced. */
function draft(
  change: {
    readonly project?: Partial<ProjectDocumentsInput["project"]>;
    readonly phases?: (
      phases: ProjectDocumentsInput["roadmap"]["phases"],
    ) => ProjectDocumentsInput["roadmap"]["phases"];
  } = {},
): ProjectDocumentsInput {
  const { project, roadmap } = projectTemplate("coarse", "A tally.");
  const phases = change.phases?.(roadmap.phases) ?? roadmap.phases;
  return { name: "Tally", time: TIME, project: { ...project, ...change.project }, roadmap: { phases } };
}

Deno.test("a project template has the fewest phases of its granularity, and no problems", () => {
  for (const granularity of granularities) {
    for (const file of [undefined, "README.md"]) {
      const input = { name: "Tally", time: TIME, ...projectTemplate(granularity, "", file) };
      assert.equal(input.roadmap.phases.length, phaseRange(granularity).least);
      assert.deepEqual(projectProblems(input.project), []);
      assert.deepEqual(roadmapProblems(input, granularity), []);
    }
  }
});

Deno.test("projectDocuments() assigns each requirement its phase and keeps those of later versions", () => {
  const input = draft({ project: { later: [{ id: "SYNC-01", text: "It syncs" }] } });
  const read = parseProject({ texts: projectDocuments(input), paths: [] });
  assert.deepEqual(
    read.requirements!.all.map(({ id, phase, box }) => [id, phase?.parts[0], box !== undefined]),
    [["CORE-01", 1, true], ["CORE-02", 2, true], ["CORE-03", 3, true], ["SYNC-01", undefined, false]],
  );
  assert.deepEqual(read.roadmap!.phases.map(({ name }) => name), ["Foundation", "Step 2", "Step 3"]);
});

Deno.test("projectDocuments() names a milestone if branches are named after it, to which all phases belong", () => {
  const read = (strategy: BranchingStrategy) =>
    parseProject({ texts: projectDocuments({ ...draft(), strategy }), paths: [] });
  assert.deepEqual(read("milestone").milestone, { version: "v1.0", name: "MVP" });
  assert.equal(milestonePhases(read("milestone"), "v1.0").listed.length, 3);
  assert.equal(read("phase").milestone, undefined);
});

Deno.test("projectProblems() wants requirements with IDs, each once", () => {
  const { project } = draft();
  assert.deepEqual(projectProblems({ ...project, requirements: [] }), [
    "There is no requirement of the first version",
  ]);
  const requirements = [
    { id: "AUTH-01", text: "a" },
    { id: "AUTH-01", text: "b" },
    { id: "login", text: "c" },
  ];
  assert.deepEqual(projectProblems({ ...project, requirements }), [
    '"login" is not an ID: use one such as AUTH-01',
    "The ID AUTH-01 is given to more than one requirement",
  ]);
});

const WRONG: readonly [what: string, input: ProjectDocumentsInput, problem: RegExp][] = [
  [
    "too few phases",
    draft({ phases: (all) => all.slice(0, 2) }),
    /^There are 2 phases, and the granularity "coarse" asks for 3 to 5 phases/,
  ],
  ["too many phases", draft({ phases: (all) => [...all, ...all] }), /^There are 6 phases/],
  [
    "a requirement in no phase",
    draft({
      phases: (all) =>
        all.map((phase) => ({ ...phase, requirements: ["CORE-01"].slice(phase.name === "Step 2" ? 0 : 1) })),
    }),
    /^Requirement CORE-01 is in|^Requirement CORE-02 is in no phase/m,
  ],
  [
    "a requirement in two phases",
    draft({
      phases: (all) => all.map((phase) => ({ ...phase, requirements: ["CORE-01", "CORE-02", "CORE-03"] })),
    }),
    /^Requirement CORE-01 is in more than one phase/,
  ],
  [
    "an unknown requirement",
    draft({
      phases: (all) =>
        all.map((phase) => ({ ...phase, requirements: [...phase.requirements, `X-0${all.indexOf(phase)}`] })),
    }),
    /^Requirement X-00 is not in the list of requirements/,
  ],
  [
    "a phase without success criteria",
    draft({ phases: (all) => all.map((phase) => ({ ...phase, success_criteria: [" "] })) }),
    /^Phase 1 has no success criteria/,
  ],
  [
    "a dependency on a later phase",
    draft({ phases: (all) => all.map((phase) => ({ ...phase, depends_on: [2] })) }),
    /^Phase 1 depends on phase 2, which is not an earlier one/,
  ],
  [
    "a phase whose name is a mark",
    draft({ phases: (all) => [{ ...all[0]!, name: "**" }, ...all.slice(1)] }),
    /^The name of phase 1 cannot be read back/,
  ],
];

Deno.test("roadmapProblems() lists the problems", async (t) => {
  for (const [what, input, problem] of WRONG) {
    await t.step(what, () => assert.match(roadmapProblems(input, "coarse").join("\n"), problem));
  }
});

Deno.test("every accepted roadmap of an agent is read back with the same number of phases", () => {
  fc.assert(
    fc.property(anyText, anyText, (name, text) => {
      const input = draft({
        phases: ([first, ...rest]) => [
          { ...first!, name, summary: text, goal: text, success_criteria: [text] },
          ...rest,
        ],
      });
      if (roadmapProblems(input, "coarse").length > 0) return;
      const read = parseProject({ texts: projectDocuments(input), paths: [] });
      assert.equal(read.roadmap!.phases.length, 3);
      assert.equal(read.requirements!.byId.get("CORE-01")!.phase!.parts[0], 1);
    }),
    { numRuns: 40 },
  );
});
