import assert from "node:assert/strict";
import { planWaves, type WaveInput } from "../../../lib/plan/execution/waves.ts";
import { assertLinear } from "../../ratio.ts";
import { fc } from "../../deps/fast_check.ts";

/** Plans that depend on earlier ones only, in any order. */
const acyclic = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 }).chain((plans) => {
  const inputs = plans.map((wanted, index): WaveInput => ({
    id: `p${index}`,
    dependsOn: wanted.filter((number) => number < index).map((number) => `p${number}`),
  }));
  return fc.shuffledSubarray(inputs, { minLength: inputs.length });
});

const anyPlans = fc.uniqueArray(fc.nat(12), { maxLength: 12 }).chain((numbers) =>
  fc.tuple(...numbers.map((number) =>
    fc.array(fc.nat(12), { maxLength: 4 }).map((wanted): WaveInput => ({
      id: `p${number}`,
      dependsOn: wanted.map((other) => `p${other}`),
    }))
  ))
);

function wavesOf(plans: readonly WaveInput[]): readonly (readonly string[])[] {
  const result = planWaves(plans);
  assert.equal(result.kind, "waves");
  return (result as Extract<typeof result, { kind: "waves" }>).waves;
}

Deno.test("planWaves() puts independent plans into wave 1", () => {
  assert.deepEqual(wavesOf([{ id: "a", dependsOn: [] }, { id: "b", dependsOn: [] }]), [["a", "b"]]);
});

Deno.test("planWaves() without plans returns no waves", () => {
  assert.deepEqual(wavesOf([]), []);
});

Deno.test("planWaves() waits for all dependencies of a plan", () => {
  const plans = [
    { id: "c", dependsOn: ["a", "b"] },
    { id: "b", dependsOn: ["a"] },
    { id: "a", dependsOn: [] },
  ];
  assert.deepEqual(wavesOf(plans), [["a"], ["b"], ["c"]]);
});

Deno.test("planWaves() treats dependencies outside the plans as complete", () => {
  assert.deepEqual(wavesOf([{ id: "02-01", dependsOn: ["01-01", "01-02"] }]), [["02-01"]]);
});

Deno.test("planWaves() counts a dependency that is named twice once", () => {
  assert.deepEqual(wavesOf([{ id: "a", dependsOn: [] }, { id: "b", dependsOn: ["a", "a"] }]), [["a"], ["b"]]);
});

Deno.test("planWaves() reports the plans of a cycle, each before its dependency", () => {
  const result = planWaves([
    { id: "free", dependsOn: [] },
    { id: "a", dependsOn: ["c"] },
    { id: "b", dependsOn: ["a"] },
    { id: "c", dependsOn: ["b", "free"] },
    { id: "behind", dependsOn: ["c"] },
  ]);
  assert.deepEqual(result, { kind: "cycle", cycles: [["a", "c", "b"]] });
});

Deno.test("planWaves() reports a plan that depends on itself as a cycle of one", () => {
  assert.deepEqual(planWaves([{ id: "a", dependsOn: ["a"] }]), { kind: "cycle", cycles: [["a"]] });
});

Deno.test("planWaves() reports two cycles apart", () => {
  const result = planWaves([
    { id: "a", dependsOn: ["b"] },
    { id: "b", dependsOn: ["a"] },
    { id: "x", dependsOn: ["y"] },
    { id: "y", dependsOn: ["x"] },
  ]);
  assert.deepEqual(result, { kind: "cycle", cycles: [["a", "b"], ["x", "y"]] });
});

Deno.test("every plan is in exactly one wave, after all its dependencies and no later than needed", () => {
  fc.assert(fc.property(acyclic, (plans) => {
    const waves = wavesOf(plans);
    const waveOf = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
    assert.equal(waves.flat().length, plans.length);
    for (const { id, dependsOn } of plans) {
      assert.equal(waveOf.get(id), Math.max(-1, ...dependsOn.map((other) => waveOf.get(other)!)) + 1);
    }
  }));
});

Deno.test("plans keep their order within a wave, and no wave is empty", () => {
  fc.assert(fc.property(acyclic, (plans) => {
    const order = new Map(plans.map(({ id }, index) => [id, index]));
    for (const ids of wavesOf(plans)) {
      const places = ids.map((id) => order.get(id)!);
      assert.ok(places.length > 0);
      assert.deepEqual(places, places.toSorted((a, b) => a - b));
    }
  }));
});

Deno.test("planWaves() returns waves exactly if there is no cycle, otherwise real cycles", () => {
  fc.assert(fc.property(anyPlans, (plans) => {
    const wanted = new Map(plans.map(({ id, dependsOn }) => [id, dependsOn]));
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (wanted.get(from) ?? []).some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    const result = planWaves(plans);
    assert.equal(result.kind === "cycle", plans.some(({ id }) => reaches(id, id)));
    if (result.kind !== "cycle") return;
    for (const cycle of result.cycles) {
      assert.equal(new Set(cycle).size, cycle.length);
      for (const [index, id] of cycle.entries()) {
        assert.ok(wanted.get(id)!.includes(cycle[(index + 1) % cycle.length]!));
      }
    }
  }));
});

Deno.test("planWaves() takes time linear in the plans", () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index): WaveInput => ({
      id: `p${index}`,
      dependsOn: index === 0 ? [] : [`p${index - 1}`, `p${index >> 1}`],
    }));
  assertLinear(chain, (plans) => assert.equal(planWaves(plans).kind, "waves"), 10_000);
});
