import type { Cost, Usage, UsageTotal } from "../../../schemas/usage.ts";

/** Adds up what turns used; a turn without tokens and cost does not count. */
export function totalUsage(used: Iterable<Usage>): UsageTotal {
  let [turns, unpriced, input, cached, output] = [0, 0, 0, 0, 0];
  const costs = new Map<string, number>();
  for (const { tokens, cost } of used) {
    if (tokens === undefined && cost === undefined) continue;
    turns++;
    input += tokens?.input ?? 0;
    cached += tokens?.cached ?? 0;
    output += tokens?.output ?? 0;
    if (cost === undefined) unpriced++;
    else costs.set(cost.currency, (costs.get(cost.currency) ?? 0) + cost.amount);
  }
  const sums = [...costs].map(([currency, amount]): Cost => ({ amount: roundCost(amount), currency }));
  return { turns, tokens: { input, cached, output }, costs: sums, unpriced };
}

/** Returns the sum of what turns used as a property; without it if nothing is known. */
export function knownUsage(used: Iterable<Usage>): { readonly usage?: UsageTotal } {
  const usage = totalUsage(used);
  return usage.turns === 0 ? {} : { usage };
}

/** Removes the error of binary fractions from a sum: `0.30000000000000004`. */
export function roundCost(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}
