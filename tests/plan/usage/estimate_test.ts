import assert from "node:assert/strict";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { UsageRecord } from "../../../schemas/usage.ts";
import { estimateUsage } from "../../../lib/plan/usage/estimate.ts";

function turn(plan: string, input: number, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    formatVersion: 1,
    at: "2026-01-01T00:00:00Z",
    project: "",
    agent: "codex",
    role: "execution",
    plan,
    tokens: { input, output: 0 },
    cost: { amount: input / 1000, currency: "USD" },
    ...more,
  };
}

function execution(...ids: readonly string[]): Pick<ExecutionPlan, "agent" | "waves"> {
  const plans = ids.map((id) => ({ id, complete: id === "02-00" }));
  return { agent: "codex", waves: [{ wave: 1, plans }] as unknown as ExecutionPlan["waves"] };
}

const EARLIER = [
  turn("01-01", 99_000),
  ...["01-02", "01-03", "01-04", "01-05", "01-06"].flatMap((plan) => [turn(plan, 1000), turn(plan, 2000)]),
  turn("01-07", 9000),
];

Deno.test("the open plans are estimated from the average of the last six plans", () => {
  assert.deepEqual(estimateUsage(EARLIER, execution("02-00", "02-01", "02-02")), {
    tokens: 8000,
    cost: { amount: 8, currency: "USD" },
    plans: 6,
  });
});

Deno.test("nothing is estimated without earlier plans of this agent, or without open plans", () => {
  const others = [
    turn("01-01", 1000, { agent: "claude" }),
    turn("01-01", 1000, { role: "verification" }),
    turn("02-01", 1000),
  ];
  assert.equal(estimateUsage(others, execution("02-01")), undefined);
  assert.equal(estimateUsage(EARLIER, execution("02-00")), undefined);
});

Deno.test("plans that reported nothing do not lower the estimate", () => {
  const { tokens: _, cost: __, ...unreported } = turn("01-08", 0);
  const records = [turn("01-01", 3000), unreported, { ...unreported, plan: "01-09" }];
  const cost = { amount: 3, currency: "USD" };
  assert.deepEqual(estimateUsage(records, execution("02-01")), { tokens: 3000, cost, plans: 1 });
});

Deno.test("a cost is estimated only if all turns have one, in one currency", () => {
  const { cost: _, ...unpriced } = turn("01-01", 1000);
  for (const other of [unpriced, turn("01-01", 1000, { cost: { amount: 1, currency: "EUR" } })]) {
    const estimate = estimateUsage([...EARLIER.slice(-2), other], execution("02-01"));
    assert.equal(estimate?.cost, undefined);
    assert.ok(estimate!.tokens > 0);
  }
});
