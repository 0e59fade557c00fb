import assert from "node:assert/strict";
import type { WavesExplanation } from "../../../schemas/results/waves.ts";
import { explainWaves } from "../../../lib/plan/status/explain.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf, journalOf, phaseOf, projectOf, repositoryOf } from "../../support/project.ts";
import { anyPlans, projectOfPlans } from "../any_project.ts";

interface Plan {
  readonly dependsOn?: readonly string[];
  readonly files?: readonly string[];
  /** How many tasks it has; 1 when it is left out. */
  readonly tasks?: number;
}

/** A project of plans by ID. */
function projectWith(plans: Readonly<Record<string, Plan>>): Project {
  return projectOf(Object.fromEntries(
    Object.entries(plans).map(([id, { tasks = 1, ...plan }]) => {
      const phase = `${id.slice(0, 2)}-base`;
      const own = Array.from({ length: tasks }, (_, index) => writes(`${id}/${index}.txt`));
      return [`phases/${phase}/${id}-PLAN.md`, planText({ phase, plan: id.slice(3), ...plan, tasks: own })];
    }),
  ));
}

interface Facts {
  readonly phase?: string;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly repository?: Partial<RepoSnapshot>;
}

function explained(project: Project, { phase = "1", config, repository }: Facts = {}): WavesExplanation {
  return explainWaves(phaseOf(project, phase), {
    project,
    config: configOf(config),
    repository: { shared: repositoryOf(repository), own: new Map() },
  });
}

/** Three waves: 4 waits for 1 through 3, and 2 and 3 have dependencies of their own. */
const DIAMOND = {
  "01-01": { tasks: 2 },
  "01-02": { tasks: 1 },
  "01-03": { tasks: 3, dependsOn: ["01-01"] },
  "01-04": { tasks: 1, dependsOn: ["01-02", "01-03"] },
};

Deno.test("a plan is placed by the chain of dependencies that is longest", () => {
  const { plans } = explained(projectWith(DIAMOND));
  assert.deepEqual(plans.map(({ plan, wave, because }) => [plan, wave, because]), [
    ["01-01", 1, []],
    ["01-02", 1, []],
    ["01-03", 2, ["01-01"]],
    ["01-04", 3, ["01-03", "01-01"]],
  ]);
});

Deno.test("a dependency on another phase does not place a plan, and is shown with its completion", () => {
  const project = projectWith({
    "01-01": {},
    "01-02": {},
    "02-01": { dependsOn: ["01-01", "01-02"] },
  });
  const committed = new Set([".planning/phases/01-base/01-02-SUMMARY.md"]);
  const { plans } = explained(project, { phase: "2", repository: { committed } });
  assert.deepEqual(plans.map(({ wave, because, elsewhere }) => ({ wave, because, elsewhere })), [{
    wave: 1,
    because: [],
    elsewhere: [{ plan: "01-01", complete: false }, { plan: "01-02", complete: true }],
  }]);
});

Deno.test("the critical path counts open tasks", () => {
  const whole = explained(projectWith(DIAMOND));
  assert.deepEqual(whole.criticalPath, { plans: ["01-01", "01-03", "01-04"], tasks: 6 });
  const begun = explained(projectWith(DIAMOND), {
    repository: {
      journal: journalOf({ "01-03": [1] }),
      committed: new Set([".planning/phases/01-base/01-01-SUMMARY.md"]),
    },
  });
  assert.deepEqual(begun.criticalPath, { plans: ["01-03", "01-04"], tasks: 3 });
});

/** Two plans of wave 1 share a file, and a third waits for the later of them. */
const SHARING = {
  "01-01": { tasks: 2, files: ["src/"] },
  "01-02": { tasks: 3, files: ["src/a.ts"] },
  "01-03": { tasks: 1, dependsOn: ["01-02"] },
};

Deno.test("an overlap shows the shared files, the dependency that resolves it, and its cost", () => {
  assert.deepEqual(explained(projectWith(SHARING)).overlaps, [{
    wave: 1,
    first: "01-01",
    second: "01-02",
    paths: ["src/a.ts"],
    resolution: {
      plan: "01-02",
      dependsOn: "01-01",
      moves: [{ plan: "01-02", from: 1, to: 2 }, { plan: "01-03", from: 2, to: 3 }],
      criticalPath: { before: 4, after: 6 },
    },
  }]);
});

Deno.test("of three plans that share a file the pair that follows from the others has no resolution", () => {
  const project = projectWith({
    "01-01": { files: ["a"] },
    "01-02": { files: ["a"] },
    "01-03": { files: ["a"] },
  });
  const pairs = explained(project).overlaps.map(({ first, second, resolution }) => {
    return [first, second, resolution !== undefined];
  });
  assert.deepEqual(pairs, [["01-01", "01-02", true], ["01-01", "01-03", false], ["01-02", "01-03", true]]);
});

Deno.test("a plan that is complete overlaps with none", () => {
  const committed = new Set([".planning/phases/01-base/01-01-SUMMARY.md"]);
  assert.deepEqual(explained(projectWith(SHARING), { repository: { committed } }).overlaps, []);
});

const WIDE = { "01-01": {}, "01-02": {}, "01-03": {}, "01-04": { dependsOn: ["01-01"] } };

const CONFIGURED: readonly (readonly [
  what: string,
  plans: Readonly<Record<string, Plan>>,
  config: Readonly<Record<string, ConfigValue>>,
  waves: readonly string[],
])[] = [
  ["the defaults", WIDE, {}, ["1: 3 of 3", "2: 1 of 1 single-plan-wave"]],
  ["two agents", WIDE, { "parallelization.max_concurrent_agents": 2 }, [
    "1: 2 of 3",
    "2: 1 of 1 single-plan-wave",
  ]],
  ["one agent", WIDE, { "parallelization.max_concurrent_agents": 1 }, [
    "1: 1 of 3 max_concurrent_agents",
    "2: 1 of 1 max_concurrent_agents",
  ]],
  ["parallelization off", WIDE, { "parallelization.enabled": false }, [
    "1: 1 of 3 enabled",
    "2: 1 of 1 enabled",
  ]],
  ["plan_level off", WIDE, { "parallelization.plan_level": false }, [
    "1: 1 of 3 plan_level",
    "2: 1 of 1 plan_level",
  ]],
  ["a minimum of four plans", WIDE, { "parallelization.min_plans_for_parallel": 4 }, [
    "1: 1 of 3 min_plans_for_parallel",
    "2: 1 of 1 single-plan-wave",
  ]],
  ["plans that share files", { "01-01": { files: ["a"] }, "01-02": { files: ["a"] } }, {}, [
    "1: 1 of 2 shared-files",
  ]],
  [
    "plans that all wait for the first",
    {
      "01-01": { files: ["a", "b"] },
      "01-02": { files: ["a"] },
      "01-03": { files: ["b"] },
    },
    {},
    ["1: 2 of 3"],
  ],
  ["one plan", { "01-01": {} }, {}, ["1: 1 of 1 single-plan-phase"]],
];

for (const [what, plans, config, waves] of CONFIGURED) {
  Deno.test(`parallelization is explained for ${what}`, () => {
    const { parallelization } = explained(projectWith(plans), { config });
    const found = parallelization.waves.map(({ wave, plans, atOnce, sequential }) => {
      return `${wave}: ${atOnce} of ${plans}${sequential === undefined ? "" : ` ${sequential}`}`;
    });
    assert.deepEqual(found, waves);
  });
}

Deno.test("plans that depend on one another in a cycle have nothing to explain", () => {
  const project = projectWith({ "01-01": { dependsOn: ["01-02"] }, "01-02": { dependsOn: ["01-01"] } });
  const { plans, overlaps, criticalPath, parallelization } = explained(project);
  assert.deepEqual([plans, overlaps, criticalPath], [[], [], { plans: [], tasks: 0 }]);
  assert.deepEqual(parallelization, { waves: [] });
});

Deno.test("of any phase every plan is placed in its wave by a chain of dependencies that goes back to wave 1", () => {
  fc.assert(fc.property(anyPlans, (given) => {
    const { plans } = explained(projectOfPlans(given));
    const dependsOn = new Map(given.map((plan) => [plan.id, plan.dependsOn]));
    assert.deepEqual(plans.map(({ plan }) => plan).sort(), given.map(({ id }) => id).sort());
    for (const { plan, wave, because } of plans) {
      assert.equal(because.length, wave - 1);
      for (const [index, id] of because.entries()) {
        assert.ok(dependsOn.get(because[index - 1] ?? plan)!.includes(id));
      }
    }
  }));
});

Deno.test("of any phase each dependency that resolves an overlap parts its pair, and the critical path grows only", () => {
  fc.assert(fc.property(anyPlans, (given) => {
    const explain = explained(projectOfPlans(given));
    for (const { wave, first, second, resolution } of explain.overlaps) {
      if (resolution === undefined) continue;
      assert.deepEqual([resolution.plan, resolution.dependsOn], [second, first]);
      assert.deepEqual(
        resolution.moves.find(({ plan }) => plan === second),
        { plan: second, from: wave, to: wave + 1 },
      );
      assert.ok(resolution.criticalPath.after >= resolution.criticalPath.before);
    }
  }));
});
