import type { PlanDocument } from "./plan_file.ts";

/** Two plans of one wave that change the same file. */
export interface Overlap {
  /** ID of the earlier plan. */
  readonly first: string;
  /** ID of the later plan. */
  readonly second: string;
  /** The first path they share. */
  readonly path: string;
  /** Index of that path in the later plan's `files_modified`. */
  readonly index: number;
}

/**
 * The pairs of plans that lie in one wave and share a path in `files_modified`, each pair once.
 *
 * @param plans Plans of one phase, in order.
 * @param waves The wave of each plan, by ID; a plan without one is passed over.
 */
export function overlaps(
  plans: readonly PlanDocument[],
  waves: ReadonlyMap<string, number>,
): readonly Overlap[] {
  const owners = new Map<string, string[]>();
  const found = new Map<string, Overlap>();
  for (const plan of plans) {
    const wave = waves.get(plan.id);
    const files = plan.fields["files_modified"];
    if (wave === undefined || !Array.isArray(files)) continue;
    for (const [index, file] of files.entries()) {
      if (typeof file !== "string") continue;
      const path = file.trim().replace(/^\.\//, "");
      const key = `${wave} ${path}`;
      const before = owners.get(key) ?? [];
      for (const first of before) {
        if (first === plan.id) continue;
        const pair = `${first} ${plan.id}`;
        if (!found.has(pair)) found.set(pair, { first, second: plan.id, path, index });
      }
      owners.set(key, [...before, plan.id]);
    }
  }
  return [...found.values()];
}
