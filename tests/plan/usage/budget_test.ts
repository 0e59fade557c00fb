import assert from "node:assert/strict";
import type { Usage } from "../../../schemas/usage.ts";
import { budgetQuestion, type BudgetScope, spentBudget, unlimited } from "../../../lib/plan/usage/budget.ts";
import { totalUsage } from "../../../lib/plan/usage/total.ts";
import { configOf } from "../../support/project.ts";

const NONE = configOf().agent.budget;
const USED: Usage = {
  tokens: { input: 900, cached: 800, output: 100 },
  cost: { amount: 2, currency: "USD" },
};
const SCOPES = ["run", "phase", "day"] as const;

/** What each scope used: the turns of one, and nothing in the others. */
function used(by: BudgetScope, ...turns: readonly Usage[]) {
  return Object.fromEntries(
    SCOPES.map((scope) => [scope, totalUsage(scope === by ? turns : [])]),
  ) as Parameters<typeof spentBudget>[1];
}

Deno.test("each budget is compared with what its scope used", () => {
  for (const scope of SCOPES) {
    for (const [unit, enough, spent] of [["cost", 2.01, 2], ["tokens", 1001, 1000]] as const) {
      const key = `${scope}_${unit}` as const;
      assert.equal(spentBudget({ ...NONE, [key]: enough }, used(scope, USED)), undefined, key);
      const found = spentBudget({ ...NONE, [key]: spent }, used(scope, USED));
      assert.deepEqual([found?.key, found?.limit, found?.spent], [key, spent, spent]);
      for (const other of SCOPES.filter((each) => each !== scope)) {
        assert.equal(
          spentBudget({ ...NONE, [key]: spent }, used(other, USED)),
          undefined,
          `${key}, ${other}`,
        );
      }
    }
  }
});

Deno.test("a budget of 0 limits nothing", () => {
  assert.equal(spentBudget(NONE, used("run", USED)), undefined);
});

Deno.test("costs in several currencies are compared one by one, and unknown ones are not counted", () => {
  const turns = [USED, { cost: { amount: 2, currency: "EUR" } }, { tokens: { input: 9, output: 9 } }];
  assert.equal(spentBudget({ ...NONE, run_cost: 3 }, used("run", ...turns)), undefined);
  const found = spentBudget({ ...NONE, run_cost: 3 }, used("run", ...turns, turns[1]!));
  assert.deepEqual([found?.spent, found?.unit], [4, "EUR"]);
});

Deno.test("a limit that the user has raised replaces the configured one", () => {
  const budget = { ...NONE, run_cost: 1 };
  assert.equal(spentBudget(budget, used("run", USED), new Map([["run_cost", 3]])), undefined);
  assert.equal(spentBudget(budget, used("run", USED, USED), new Map([["run_cost", 3]]))?.limit, 3);
});

Deno.test("the question names the budget, what was spent and the way to continue, and has no automatic answer", () => {
  const question = budgetQuestion(spentBudget({ ...NONE, run_cost: 1.5 }, used("run", USED))!);
  assert.equal(
    question.title,
    "The budget of this run is used up: 2.00 of 1.50 USD (agent.budget.run_cost)",
  );
  assert.match(question.details, /^Used so far: 900 tokens in \(800 cached\), 100 out, 2\.00 USD\. /);
  assert.match(question.details, /answer continue .* or raise agent\.budget\.run_cost/);
  assert.equal("automatic" in question, false);
});

Deno.test("a budget that cannot limit an agent is reported, and no other", () => {
  const tokens = { tokens: { input: 1, output: 1 } };
  for (
    const [usage, budget, reason] of [
      [{}, {}, undefined],
      [{}, { run_tokens: 1 }, /^codex reports neither tokens nor cost: its turns are not counted/],
      [{}, { day_cost: 1 }, /^codex reports neither/],
      [tokens, { run_tokens: 1 }, undefined],
      [tokens, { phase_cost: 1 }, /^codex reports no cost/],
      [{ cost: USED.cost! }, { phase_cost: 1 }, undefined],
    ] as const
  ) {
    const found = unlimited("codex", usage, { ...NONE, ...budget });
    if (reason === undefined) assert.equal(found, undefined);
    else assert.match(found ?? "", reason);
  }
});
