import assert from "node:assert/strict";
import { sequentialReason } from "../../../lib/plan/execution/concurrency.ts";
import type { RunCosts } from "../../../lib/plan/execution/checkout_costs.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ConfigValue } from "../../../schemas/config.ts";
import { configOf, repositoryOf } from "../../support/project.ts";

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

/** A checkout takes longer than all turns. */
const SLOW: RunCosts = { files: 10_000, worktree: 60, turns: { claude: 1 } };

const PAIRS = [["01-01", "01-02"], ["01-01", "01-03"], ["01-02", "01-03"]];

const CASES: readonly (readonly [
  keys: Keys,
  phasePlans: number,
  open: number,
  reason: string | undefined,
  others?: {
    readonly pairs?: number;
    readonly unborn?: boolean;
    readonly submodules?: boolean;
    readonly setup?: readonly string[];
    readonly costs?: RunCosts;
    /** The plan whose worktree an earlier run left. */
    readonly left?: string;
  },
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
  [{}, 4, 4, undefined, { submodules: true, setup: ["git submodule update --init"] }],
  [{}, 4, 4, "no-commit", { unborn: true, setup: ["npm ci"] }],
  [{}, 4, 4, "checkouts", { costs: SLOW }],
  [{}, 4, 4, undefined, { costs: { ...SLOW, worktree: 0.1 } }],
  [{}, 4, 4, undefined, { costs: SLOW, left: "01-02" }],
  [{}, 4, 4, "checkouts", {
    costs: SLOW,
    left: "02-01",
  }],
];

for (const [keys, phasePlans, count, reason, others = {}] of CASES) {
  const { pairs = 0, setup = [], left, ...facts } = others;
  const what = `${count} of ${phasePlans} plans with ${JSON.stringify({ ...keys, ...others })}`;
  Deno.test(`sequentialReason() of ${what} is ${reason ?? "none"}`, () => {
    const open = plansOf(count);
    const wave = { phasePlans, open, tasks: open.map(() => 1), serialized: PAIRS.slice(0, pairs) };
    const { parallelization } = configured(keys);
    const agent = { name: "claude" as const };
    const worktrees = new Map(left === undefined ? [] : [[left, { onto: "main", tasks: new Map() }]]);
    const given = {
      parallelization,
      worktree: { setup },
      agent,
      executor: { name: "local" as const },
      repository: repositoryOf({ ...facts, worktrees }),
    };
    assert.equal(sequentialReason(wave, given), reason);
  });
}

Deno.test("on other machines even a plan alone in its wave has a worktree", () => {
  const wave = { phasePlans: 1, open: plansOf(1), tasks: [1], serialized: [] };
  const reasonWith = (keys: Keys, facts: { readonly unborn?: boolean; readonly submodules?: boolean }) =>
    sequentialReason(wave, {
      ...configured(keys),
      executor: { name: "nats" },
      repository: repositoryOf({ ...facts, costs: SLOW }),
    });
  assert.equal(reasonWith({ max_concurrent_agents: 1, min_plans_for_parallel: 3 }, {}), undefined);
  assert.equal(reasonWith({ plan_level: false }, {}), "plan_level");
  assert.equal(reasonWith({}, { unborn: true }), "no-commit");
  assert.notEqual(reasonWith({}, { submodules: true }), undefined);
});
