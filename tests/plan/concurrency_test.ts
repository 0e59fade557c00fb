import assert from "node:assert/strict";
import type { PlannedPlan } from "../../schemas/execution_plan.ts";
import { sequentialReason } from "../../lib/plan/concurrency.ts";
import { runsParallel } from "../../lib/plan/execution_plan.ts";
import type { Config } from "../../schemas/config.ts";
import type { ConfigValue } from "../../schemas/config.ts";
import { fc } from "../deps/fast_check.ts";
import { configOf, repositoryOf } from "../support/project.ts";

type Keys = Readonly<Record<string, ConfigValue>>;

/** The configuration with keys of `parallelization` changed. */
function configured(keys: Keys): Config {
  return configOf(
    Object.fromEntries(Object.entries(keys).map(([key, value]) => [`parallelization.${key}`, value])),
  );
}

/** The first plans of a wave. */
function plansOf(count: number): readonly string[] {
  return ["01-01", "01-02", "01-03", "01-04"].slice(0, count);
}

const PAIRS = [["01-01", "01-02"], ["01-01", "01-03"], ["01-02", "01-03"]];

const CASES: readonly (readonly [
  keys: Keys,
  phasePlans: number,
  open: number,
  reason: string | undefined,
  others?: { readonly pairs?: number; readonly unborn?: boolean; readonly submodules?: boolean },
])[] = [
  [{}, 4, 4, undefined],
  [{ enabled: false }, 4, 4, "enabled"],
  [{ plan_level: false }, 4, 4, "plan_level"],
  [{ max_concurrent_agents: 1 }, 4, 4, "max_concurrent_agents"],
  [{ min_plans_for_parallel: 3 }, 4, 2, "min_plans_for_parallel"],
  [{ min_plans_for_parallel: 3 }, 4, 3, undefined],
  [{ min_plans_for_parallel: 1 }, 4, 1, "single-plan-wave"],
  [{ min_plans_for_parallel: 1 }, 1, 1, "single-plan-phase"],
  [{ enabled: false, max_concurrent_agents: 1 }, 1, 1, "enabled"],
  [{}, 4, 2, "shared-files", { pairs: 1 }],
  [{}, 4, 3, undefined, { pairs: 2 }],
  [{}, 4, 3, "shared-files", { pairs: 3 }],
  [{}, 4, 4, "no-commit", { unborn: true }],
  [{}, 4, 4, "submodules", { submodules: true }],
];

for (const [keys, phasePlans, count, reason, others = {}] of CASES) {
  const { pairs = 0, ...facts } = others;
  const what = `${count} of ${phasePlans} plans with ${JSON.stringify({ ...keys, ...others })}`;
  Deno.test(`sequentialReason() of ${what} is ${reason ?? "none"}`, () => {
    const wave = { phasePlans, open: plansOf(count), serialized: PAIRS.slice(0, pairs) };
    const { parallelization } = configured(keys);
    assert.equal(sequentialReason(wave, { parallelization, repository: repositoryOf(facts) }), reason);
  });
}

Deno.test("there is a reason exactly where a run does one plan after the other", () => {
  const keys = fc.record({
    enabled: fc.constantFrom(true, true, false),
    plan_level: fc.constantFrom(true, true, false),
    max_concurrent_agents: fc.integer({ min: 1, max: 3 }),
    min_plans_for_parallel: fc.integer({ min: 1, max: 4 }),
  });
  const facts = fc.record({
    unborn: fc.constantFrom(false, false, true),
    submodules: fc.constantFrom(false, false, true),
  });
  fc.assert(
    fc.property(
      keys,
      facts,
      fc.array(fc.nat(2), { maxLength: 4 }),
      fc.subarray(PAIRS),
      (keys, facts, done, serialized) => {
        const plans = done.map((tasks, index): PlannedPlan => ({
          id: plansOf(4)[index]!,
          path: "",
          objective: "",
          tasks: [1, 2],
          done: [1, 2].slice(0, tasks),
          complete: false,
          dependsOn: [],
          files: [],
        }));
        const config = configured(keys);
        const repository = repositoryOf(facts);
        const open = plans.filter((plan) => plan.done.length < 2).map(({ id }) => id);
        const reason = sequentialReason({ phasePlans: 4, open, serialized }, { ...config, repository });
        assert.equal(reason === undefined, runsParallel({ open: plans, serialized }, { config, repository }));
      },
    ),
    { numRuns: 300 },
  );
});
