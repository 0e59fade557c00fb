import assert from "node:assert/strict";

/** How often the comparison is made before it counts as failed: other programs run at the same time. */
const TRIES = 10;

/**
 * Fails unless work on one input takes less than five times as long as ten times the work on a tenth
 * of it. For linear work the two are about the same, memory caches may make it twice; for quadratic
 * work it is ten times. One try that holds is enough, so that a busy machine fails nothing.
 *
 * @param make Makes an input of a size.
 * @param work What is measured.
 * @param size Size of the smaller input.
 */
export function assertLinear<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): void {
  const small = make(size);
  const large = make(size * 10);
  work(small);
  const ratios: number[] = [];
  while (ratios.length < TRIES) {
    // What takes under a millisecond in all is taken as one.
    const parts = Math.max(1, time(() => repeat(10, () => work(small))));
    const ratio = time(() => work(large)) / parts;
    if (ratio < 5) return;
    ratios.push(ratio);
  }
  const shown = ratios.map((ratio) => ratio.toFixed(1)).join(", ");
  assert.fail(`ten times ${size} takes ${shown} times as long as ten times the work on ${size}`);
}

function repeat(times: number, action: () => unknown): void {
  for (let count = 0; count < times; count++) action();
}

function time(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}
