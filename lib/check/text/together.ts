import { groupBy } from "../../collections/group_by.ts";
import type { Finding } from "../rule.ts";

/**
 * Merges equal findings of a plan, those with the same hint: the first one names the number of the others, has
 * their places, and fixes them all.
 *
 * @param path Path of the plan.
 */
export function together(findings: Iterable<Finding>, path: string): readonly Finding[] {
  const all = [...findings];
  if (all.length === 0) return all;
  const kinds = groupBy(all, ({ hint, fix }) => `${fix === undefined} ${hint}`);
  return [...kinds.values()].map((alike) => {
    const [first, ...others] = alike as readonly [Finding, ...Finding[]];
    if (others.length === 0) return first;
    const { message, fix } = first;
    return {
      ...first,
      message: `${message}, like ${others.length} more`,
      related: others.map(({ span }) => ({ message: "the same", span: { path, ...span } })),
      ...(fix && { fix: { ...fix, edits: alike.flatMap(({ fix }) => fix?.edits ?? []) } }),
    };
  });
}
