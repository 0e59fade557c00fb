/**
 * Measures the computation of waves for many plans.
 * @module
 */
import { planWaves, type WaveInput } from "../../lib/plan/execution/waves.ts";
import { type Bench, grouped, measured } from "./bench.ts";
import { takeTurns } from "./measure.ts";
import { printTable, progress } from "./table.ts";

/** Compares increasing numbers of plans with each other. */
export async function measureWaves(bench: Bench): Promise<void> {
  progress("Waves");
  const sizes = [1000, 10_000, 100_000];
  const inputs = sizes.map(waveInputs);
  const repeats = sizes.map((size) => sizes.at(-1)! / size);
  const samples = await takeTurns(
    inputs.map((plans, index) => ({
      run() {
        for (let time = 0; time < repeats[index]!; time++) planWaves(plans);
      },
    })),
    bench.rounds("long"),
  );
  printTable(
    "Growth of planWaves()",
    "Milliseconds for 100,000 plans, in portions of different sizes; each depends on up to three. 1.0 is linear.",
    samples.slice(1).map((ours, index) =>
      measured({
        what: `in portions of ${grouped(sizes[index + 1]!)}`,
        ours,
        against: `in portions of ${grouped(sizes[index]!)}`,
        theirs: samples[index]!,
      })
    ),
  );
}

/** Returns plans that each depend on up to three of the hundred plans before them. */
function waveInputs(count: number): readonly WaveInput[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `01-${index}`,
    dependsOn: [1, 7, 61].filter((distance) => distance <= index % 100)
      .map((distance) => `01-${index - distance}`),
  }));
}
