/** The pairs of plans that run one after the other. */
export type Pairs = readonly (readonly string[])[];

/**
 * Removes pairs that follow from others: of 1 before 2, 2 before 3 and 1 before 3, the last is removed.
 *
 * @param pairs Pairs without a cycle.
 */
export function withoutImplied(pairs: Pairs): readonly (readonly [first: string, second: string])[] {
  const after = new Map<string, Set<string>>();
  for (const [first = "", second = ""] of pairs) {
    after.set(first, (after.get(first) ?? new Set()).add(second));
  }
  return [...after].flatMap(([first, seconds]) => {
    const implied = new Set([...seconds].flatMap((second) => [...after.get(second) ?? []]));
    return [...seconds].filter((second) => !implied.has(second)).map((second) => [first, second] as const);
  });
}
