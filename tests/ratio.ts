import assert from "node:assert/strict";

/**
 * Fails unless ten times the work takes less than thirty times as long: twice linear is far below,
 * quadratic is a hundred. What takes under a millisecond counts as one. The better of a few runs
 * counts, as other programs run at the same time.
 *
 * @param make Makes an input of a size.
 * @param work What is measured.
 */
export function assertLinear<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): void {
  const small = make(size);
  const large = make(size * 10);
  work(small);
  let least = 1;
  let most = Infinity;
  for (let run = 0; run < 4 && most >= 30 * least; run++) {
    least = Math.max(1, time(small, work));
    most = Math.min(most, time(large, work));
  }
  assert.ok(most < 30 * least, `${size}: ${least.toFixed(1)} ms, ${size * 10}: ${most.toFixed(1)} ms`);
}

function time<T>(input: T, work: (input: T) => unknown): number {
  const start = performance.now();
  work(input);
  return performance.now() - start;
}
