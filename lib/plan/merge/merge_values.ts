/** Three versions of something: the one that both sides began with, and the sides. */
export interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** The versions of both sides, which are known. */
export type Sides<T> = Pick<Versions<T>, "ours" | "theirs">;

/** The values of a document by name. */
export type Values = ReadonlyMap<string, string>;

/**
 * Merges the values that both sides have. The side that changed a value wins.
 *
 * @param both Decides if both sides changed it, perhaps equally. A missing base value is undefined.
 */
export function mergeValues(
  { base, ours, theirs }: Versions<Values>,
  both: (name: string, versions: Versions<string | undefined> & Sides<string>) => string,
): Values {
  const merged = new Map<string, string>();
  for (const [name, our] of ours) {
    const their = theirs.get(name);
    if (their === undefined) continue;
    const old = base.get(name);
    const same = (one: string, other = "") => one.trim() === other.trim();
    merged.set(
      name,
      same(their, old) ? our : same(our, old) ? their : both(name, { base: old, ours: our, theirs: their }),
    );
  }
  return merged;
}

/** Merges numbers to which both sides have added: `3` and `2` on top of `1` are `4`. */
export function mergeCounts({ base, ours, theirs }: Versions<number | undefined> & Sides<number>): number {
  return Math.max(ours, theirs, base === undefined ? 0 : ours + theirs - base);
}
