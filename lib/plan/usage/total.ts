import type { Cost, Usage, UsageRecord, UsageSums, UsageTotal } from "../../../schemas/usage.ts";
import { groupBy } from "../../collections/group_by.ts";
import { comparePhaseNumbers, parsePhaseNumber } from "../../parse/ids/phase_number.ts";

/** Adds up what turns used; a turn without tokens and cost is only counted as not reported. */
export function totalUsage(used: Iterable<Usage>): UsageTotal {
  let [turns, unpriced, unreported, input, cached, output] = [0, 0, 0, 0, 0, 0];
  const costs = new Map<string, number>();
  for (const { tokens, cost } of used) {
    if (tokens === undefined && cost === undefined) {
      unreported++;
      continue;
    }
    turns++;
    input += tokens?.input ?? 0;
    cached += tokens?.cached ?? 0;
    output += tokens?.output ?? 0;
    if (cost === undefined) unpriced++;
    else costs.set(cost.currency, (costs.get(cost.currency) ?? 0) + cost.amount);
  }
  const sums = [...costs].map(([currency, amount]): Cost => ({ amount: roundCost(amount), currency }));
  const open = unreported === 0 ? {} : { unreported };
  return { turns, tokens: { input, cached, output }, costs: sums, unpriced, ...open };
}

/** Returns the sum of what turns used as a property; without it if nothing is known. */
export function knownUsage(used: Iterable<Usage>): { readonly usage?: UsageTotal } {
  const usage = totalUsage(used);
  return usage.turns === 0 ? {} : { usage };
}

/** Returns the sums of what turns used, of all and by phase and role; empty if nothing is known. */
export function usageSums(records: readonly UsageRecord[]): UsageSums {
  const { usage } = knownUsage(records);
  if (usage === undefined) return {};
  const inPhase = groupBy(records.filter(({ phase }) => phase !== undefined), ({ phase }) => phase!);
  const byPhase = [...inPhase].toSorted(([a], [b]) => comparePrinted(a, b));
  return {
    usage,
    phaseUsage: byPhase.map(([phase, used]) => ({ phase, ...totalUsage(used) })),
    roleUsage: [...groupBy(records, ({ role }) => role)].map(([role, used]) => ({
      role,
      ...totalUsage(used),
    })),
  };
}

function comparePrinted(a: string, b: string): number {
  const [first, second] = [parsePhaseNumber(a), parsePhaseNumber(b)];
  return first === undefined || second === undefined ? 0 : comparePhaseNumbers(first, second);
}

/** Removes the error of binary fractions from a sum: `0.30000000000000004`. */
export function roundCost(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}
