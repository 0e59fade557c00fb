import assert from "node:assert/strict";
import { criticalPath, type ScheduledPlan } from "../../../lib/plan/execution/critical_path.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";

/** Plans by ID: their weight and what they depend on, `{ b: "2 a" }`. */
function plansOf(plans: Readonly<Record<string, string>>): readonly ScheduledPlan[] {
  return Object.entries(plans).map(([id, text]) => {
    const [weight, ...dependsOn] = text.split(" ");
    return { id, weight: Number(weight), dependsOn };
  });
}

Deno.test("criticalPath() is the longest chain by weight, not by the number of plans", () => {
  const plans = plansOf({ a: "1", b: "1 a", c: "1 b", d: "9", e: "2 d" });
  assert.deepEqual(criticalPath(plans), { plans: ["d", "e"], length: 11 });
});

Deno.test("criticalPath() prefers the earliest plans among chains of the same length", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "1", b: "1", c: "1 b a" })).plans, ["b", "c"]);
  assert.deepEqual(criticalPath(plansOf({ a: "1", b: "1" })).plans, ["a"]);
});

Deno.test("criticalPath() passes through complete plans without naming them", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "2", b: "0 a", c: "3 b" })), { plans: ["a", "c"], length: 5 });
});

Deno.test("criticalPath() treats missing dependencies as complete", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "2 x" })), { plans: ["a"], length: 2 });
  assert.deepEqual(criticalPath([]), { plans: [], length: 0 });
});

/** Plans that depend on earlier ones only. */
const anyPlans = fc.array(
  fc.record({ weight: fc.nat(5), wanted: fc.array(fc.nat(9), { maxLength: 2 }) }),
  { minLength: 1, maxLength: 9 },
).map((given) =>
  given.map(({ weight, wanted }, index): ScheduledPlan => ({
    id: `p${index}`,
    weight,
    dependsOn: wanted.filter((other) => other < index).map((other) => `p${other}`),
  }))
);

Deno.test("criticalPath() is as long as the longest of all chains", () => {
  fc.assert(fc.property(anyPlans, (plans) => {
    const lengthTo = (id: string): number => {
      const { weight, dependsOn } = plans.find((plan) => plan.id === id)!;
      return weight + Math.max(0, ...dependsOn.map(lengthTo));
    };
    const path = criticalPath(plans);
    assert.equal(path.length, Math.max(...plans.map(({ id }) => lengthTo(id))));
    const weights = path.plans.map((id) => plans.find((plan) => plan.id === id)!.weight);
    assert.equal(weights.reduce((total, weight) => total + weight, 0), path.length);
  }));
});

Deno.test("criticalPath() takes linear time, with chains of any length", () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index): ScheduledPlan => ({
      id: `p${index}`,
      weight: 1,
      dependsOn: index === 0 ? [] : [`p${index - 1}`, `p${index >> 1}`],
    })).reverse();
  assertLinear(chain, (plans) => assert.equal(criticalPath(plans).length, plans.length), 2_000);
});
