import assert from "node:assert/strict";
import {
  criticalPath,
  makespan,
  type ScheduledPlan,
  type ScheduleInput,
  scheduleRun,
} from "../../../lib/plan/execution/schedule.ts";
import { planWaves } from "../../../lib/plan/execution/waves.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";

/** Plans by ID: their weight and what they depend on, `{ b: "2 a" }`. */
function plansOf(plans: Readonly<Record<string, string>>): readonly ScheduledPlan[] {
  return Object.entries(plans).map(([id, text]) => {
    const [weight, ...dependsOn] = text.split(" ");
    return { id, weight: Number(weight), dependsOn };
  });
}

/** The course of a run of plans whose serialised pairs are given: `["a b"]`. */
function courseOf(plans: Readonly<Record<string, string>>, pairs: readonly string[] = []): ScheduleInput {
  return inputOf(plansOf(plans), pairs.map((pair) => pair.split(" ")));
}

function inputOf(plans: readonly ScheduledPlan[], serialized: readonly (readonly string[])[]): ScheduleInput {
  const planned = planWaves(plans);
  assert.equal(planned.kind, "waves");
  return { plans, waves: planned.kind === "waves" ? planned.waves : [], serialized };
}

/** The slots of a run, each as `a 0-2`. */
function slotsOf(input: ScheduleInput, agents: number): readonly string[] {
  return scheduleRun(input, agents).map(({ id, start, end }) => `${id} ${start}-${end}`);
}

Deno.test("criticalPath() is the longest chain by weight, not by the number of plans", () => {
  const plans = plansOf({ a: "1", b: "1 a", c: "1 b", d: "9", e: "2 d" });
  assert.deepEqual(criticalPath(plans), { plans: ["d", "e"], length: 11 });
});

Deno.test("criticalPath() of chains of the same length is the one whose plans come first", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "1", b: "1", c: "1 b a" })).plans, ["b", "c"]);
  assert.deepEqual(criticalPath(plansOf({ a: "1", b: "1" })).plans, ["a"]);
});

Deno.test("criticalPath() passes through complete plans without naming them", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "2", b: "0 a", c: "3 b" })), { plans: ["a", "c"], length: 5 });
});

Deno.test("criticalPath() takes dependencies that are not there for complete", () => {
  assert.deepEqual(criticalPath(plansOf({ a: "2 x" })), { plans: ["a"], length: 2 });
  assert.deepEqual(criticalPath([]), { plans: [], length: 0 });
});

Deno.test("a run lets plans of a wave begin in their order, as many as there are agents", () => {
  const course = courseOf({ a: "3", b: "1", c: "2", d: "1" });
  assert.deepEqual(slotsOf(course, 2), ["a 0-3", "b 0-1", "c 1-3", "d 3-4"]);
  assert.deepEqual(slotsOf(course, 9), ["a 0-3", "b 0-1", "c 0-2", "d 0-1"]);
});

Deno.test("a wave begins when the one before has ended, whatever its plans depend on", () => {
  assert.deepEqual(slotsOf(courseOf({ a: "1", b: "5", c: "1 a" }), 3), ["a 0-1", "b 0-5", "c 5-6"]);
});

Deno.test("a plan that shares files with an earlier one waits for it, and a later one goes before it", () => {
  assert.deepEqual(slotsOf(courseOf({ a: "2", b: "1", c: "1" }, ["a b"]), 2), ["a 0-2", "c 0-1", "b 2-3"]);
});

Deno.test("complete plans take no time and no agent", () => {
  assert.deepEqual(slotsOf(courseOf({ a: "0", b: "2", c: "2", d: "0 a" }, ["a b"]), 2), ["b 0-2", "c 0-2"]);
  assert.equal(makespan(courseOf({ a: "0" }), 1), 0);
});

Deno.test("a wave may have agents of its own", () => {
  const course = courseOf({ a: "2", b: "2", c: "2 a", d: "2 a" });
  assert.equal(makespan(course, (wave) => wave === 0 ? 1 : 2), 6);
});

Deno.test("a run may take longer with one agent more: the order is not always the best", () => {
  // Graham's example of 1969.
  const course = courseOf(
    { t1: "3", t2: "2", t3: "2", t4: "2", t5: "4", t6: "4", t7: "4", t8: "4", t9: "9" },
    ["t1 t9", "t4 t5", "t4 t6", "t4 t7", "t4 t8"],
  );
  assert.deepEqual([makespan(course, 3), makespan(course, 4)], [12, 15]);
});

/** Plans that depend on earlier ones only, of which pairs of one wave share files. */
const anyCourse = fc.array(
  fc.record({ weight: fc.nat(5), wanted: fc.array(fc.nat(9), { maxLength: 2 }) }),
  { minLength: 1, maxLength: 9 },
).chain((given) => {
  const plans = given.map(({ weight, wanted }, index): ScheduledPlan => ({
    id: `p${index}`,
    weight,
    dependsOn: wanted.filter((other) => other < index).map((other) => `p${other}`),
  }));
  const { waves } = inputOf(plans, []);
  const pairs = waves.flatMap((ids) =>
    ids.flatMap((second, at) => ids.slice(0, at).map((first) => [first, second]))
  );
  return fc.subarray(pairs).map((serialized) => inputOf(plans, serialized));
});

const anyAgents = fc.integer({ min: 1, max: 5 });

function sum({ plans }: ScheduleInput): number {
  return plans.reduce((total, { weight }) => total + weight, 0);
}

Deno.test("one agent takes the sum of all plans", () => {
  fc.assert(fc.property(anyCourse, (course) => assert.equal(makespan(course, 1), sum(course))));
});

Deno.test("no run is shorter than the critical path or than its share of the sum, nor longer than the sum", () => {
  fc.assert(fc.property(anyCourse, anyAgents, (course, agents) => {
    const length = makespan(course, agents);
    assert.ok(length >= criticalPath(course.plans).length);
    assert.ok(length >= sum(course) / agents);
    assert.ok(length <= sum(course));
  }));
});

Deno.test("no run is shorter than one with an agent for each plan", () => {
  fc.assert(fc.property(anyCourse, anyAgents, (course, agents) => {
    assert.ok(makespan(course, agents) >= makespan(course, course.plans.length));
  }));
});

Deno.test("every open plan runs once, after what it depends on and what it shares files with", () => {
  fc.assert(fc.property(anyCourse, anyAgents, (course, agents) => {
    const slots = scheduleRun(course, agents);
    const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
    const open = course.plans.filter(({ weight }) => weight > 0);
    assert.deepEqual(slots.map(({ id }) => id).sort(), open.map(({ id }) => id).sort());
    const pairs = course.plans.flatMap(({ id, dependsOn }) => dependsOn.map((before) => [before, id]));
    for (const [first, second] of [...pairs, ...course.serialized]) {
      const [before, after] = [slotOf.get(first!), slotOf.get(second!)];
      if (before !== undefined && after !== undefined) assert.ok(before.end <= after.start);
    }
    for (const { start } of slots) {
      const running = slots.filter((slot) => slot.start <= start && start < slot.end);
      assert.ok(running.length <= agents);
      const waves = new Set(running.map(({ id }) => course.waves.findIndex((ids) => ids.includes(id))));
      assert.equal(waves.size, 1);
    }
  }));
});

Deno.test("criticalPath() is as long as the longest of all chains", () => {
  fc.assert(fc.property(anyCourse, ({ plans }) => {
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

Deno.test("criticalPath() takes time in proportion to the plans, in chains of any length", () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index): ScheduledPlan => ({
      id: `p${index}`,
      weight: 1,
      dependsOn: index === 0 ? [] : [`p${index - 1}`, `p${index >> 1}`],
    })).reverse();
  assertLinear(chain, (plans) => assert.equal(criticalPath(plans).length, plans.length), 2_000);
});
