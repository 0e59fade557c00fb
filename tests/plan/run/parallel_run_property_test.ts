import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import { anyParallelization, anyWidePhase, type WidePhase } from "../any_wide_phase.ts";
import { SimulatedRepository } from "./simulated_repository.ts";
import { type Chance, type Disturbance, simulate } from "./simulated_run.ts";

/** Returns pseudo-random numbers from a seed. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Returns the history of an undisturbed run with one step at a time. */
function undisturbed(phase: WidePhase): readonly string[] {
  const repository = new SimulatedRepository(phase);
  assert.ok(simulate(repository, () => 0, { trouble: "none" }), "an undisturbed run does everything");
  assert.deepEqual(repository.worktrees, []);
  return repository.history;
}

/** Returns the history of consecutive disturbed runs, then of an undisturbed one. */
function disturbed(phase: WidePhase, seed: number, disturbances: readonly Disturbance[]): readonly string[] {
  const repository = new SimulatedRepository(phase);
  const chance = chanceOf(seed);
  const done = disturbances.some((disturbance) => simulate(repository, chance, disturbance));
  if (!done) assert.ok(simulate(repository, chance, { trouble: "none" }), "the last run does the rest");
  assert.deepEqual(repository.worktrees, []);
  return repository.history;
}

const endings = (trouble: Disturbance["trouble"]) =>
  fc.array(
    fc.record({ trouble: fc.constant(trouble), until: fc.nat(60), killed: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  );

const RUNS = { numRuns: 100 };

Deno.test("history is the same regardless of the order of ends and of fixes", () => {
  fc.assert(
    fc.property(anyWidePhase, seeds, (phase, seed) => {
      assert.deepEqual(disturbed(phase, seed, [{ trouble: "fixes" }]), undisturbed(phase));
    }),
    RUNS,
  );
});

Deno.test("history is the same regardless of kills and interruptions", () => {
  fc.assert(
    fc.property(anyWidePhase, seeds, endings("fixes"), (phase, seed, endings) => {
      assert.deepEqual(disturbed(phase, seed, endings), undisturbed(phase));
    }),
    RUNS,
  );
});

Deno.test("after failures, later runs do the remaining steps, each commit once", () => {
  fc.assert(
    fc.property(anyWidePhase, seeds, endings("failures"), (phase, seed, endings) => {
      assert.deepEqual(disturbed(phase, seed, endings).toSorted(), undisturbed(phase).toSorted());
    }),
    RUNS,
  );
});

Deno.test("each commit is made once, regardless of the parallelization of each run", () => {
  const reconfigured = fc.array(
    fc.record({
      trouble: fc.constant<Disturbance["trouble"]>("failures"),
      until: fc.nat(60),
      killed: fc.boolean(),
      config: anyParallelization,
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(anyWidePhase, seeds, reconfigured, (phase, seed, endings) => {
      assert.deepEqual(disturbed(phase, seed, endings).toSorted(), undisturbed(phase).toSorted());
    }),
    RUNS,
  );
});

Deno.test("history goes through the waves plan by plan, and each plan's tasks in order", () => {
  fc.assert(
    fc.property(anyWidePhase, (phase) => {
      const repository = new SimulatedRepository(phase);
      const { waves } = repository.plan();
      simulate(repository, () => 0, { trouble: "none" });
      const expected = waves.flatMap(({ plans }) =>
        plans.flatMap(({ id, tasks }) => [
          ...tasks.map((task) => `commit ${id}/${task}`),
          ...phase.config["planning.commit_docs"] === false ? [] : [`docs ${id}`],
        ])
      );
      const { history } = repository;
      const late = history.slice(history.findLastIndex((commit) => commit.startsWith("docs")) + 1);
      const isDeferred = (commit: string) => late.includes(commit);
      if (phase.config["planning.commit_docs"] === false) {
        assert.deepEqual(history.toSorted(), expected.toSorted());
        return;
      }
      assert.deepEqual(history, [...expected.filter((c) => !isDeferred(c)), ...expected.filter(isDeferred)]);
    }),
    RUNS,
  );
});
