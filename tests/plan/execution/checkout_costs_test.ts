import assert from "node:assert/strict";
import {
  checkoutsPayOff,
  type ConcurrentWork,
  withFastCheckouts,
} from "../../../lib/plan/execution/checkout_costs.ts";

const CASES: readonly (readonly [what: string, work: Partial<ConcurrentWork>, paysOff: boolean])[] = [
  ["two plans in a small repository, whatever was measured", {
    costs: { files: 2000, worktree: 60, turns: { shell: 0.1 } },
  }, true],
  ["two plans of one script each in a repository of 2,001 files", { costs: { files: 2001 } }, true],
  ["two plans of one script each in a repository of 50,000 files", {}, false],
  ["two plans of one turn of a model each there", { agent: "claude" }, true],
  ["two plans of twenty scripts each there", { tasks: [20, 20] }, true],
  ["eight plans of one script each there", { tasks: new Array(8).fill(1), agents: 4 }, false],
  ["eight plans of one script each, where a worktree takes two seconds", {
    tasks: new Array(8).fill(1),
    agents: 4,
    costs: { files: 50_000, worktree: 2 },
  }, true],
  ["eight plans of one script each there, all at the same time", {
    tasks: new Array(8).fill(1),
    agents: 8,
    costs: { files: 50_000, worktree: 2 },
  }, false],
  ["two plans whose scripts take a minute", { costs: { files: 50_000, turns: { shell: 60 } } }, true],
  ["two plans of another agent than the one that was measured", {
    costs: { files: 50_000, turns: { claude: 60 } },
  }, false],
  ["two plans of a model that takes a second", {
    agent: "claude",
    costs: { files: 50_000, turns: { claude: 1 } },
  }, false],
  ["two plans on a fast disk", { costs: { files: 50_000, worktree: 0.5 } }, true],
  ["two plans of a model on a slow disk", { agent: "claude", costs: { files: 50_000, worktree: 60 } }, false],
  ["a long plan and a short one", { tasks: [20, 1] }, false],
];

for (const [what, work, paysOff] of CASES) {
  Deno.test(`checkoutsPayOff() is ${paysOff} for ${what}`, () => {
    const usual = { tasks: [1, 1], agents: 3, agent: "shell", costs: { files: 50_000 } };
    assert.equal(checkoutsPayOff({ ...usual, ...work }), paysOff);
  });
}

Deno.test("checkoutsPayOff() becomes true with longer turns, and stays so", () => {
  for (const tasks of [[1, 1], [3, 1, 2], new Array(20).fill(1)]) {
    const results = Array.from({ length: 60 }, (_, turn) => {
      const costs = { files: 50_000, turns: { shell: turn } };
      return checkoutsPayOff({ tasks, agents: 3, agent: "shell", costs });
    });
    assert.deepEqual(results, results.toSorted((a, b) => Number(a) - Number(b)));
    assert.equal(results.at(-1), true);
  }
});

for (
  const [what, tasks, turn, mayPayOff] of [
    ["two plans of a script of two seconds", [1, 1], 2, false],
    ["six plans of two such scripts", new Array(6).fill(2), 2, true],
    ["two plans of a turn of half a minute", [1, 1], 30, true],
  ] as const
) {
  const verb = mayPayOff ? "may" : "cannot";
  Deno.test(`withFastCheckouts() shows that ${what} ${verb} be faster in worktrees of 50,000 files`, () => {
    const costs = withFastCheckouts({ files: 50_000, worktree: 60, turns: { shell: turn } });
    assert.equal(checkoutsPayOff({ tasks, agents: 3, agent: "shell", costs }), mayPayOff);
  });
}
