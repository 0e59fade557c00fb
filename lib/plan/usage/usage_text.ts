import type { ContextFill, Cost, Tokens, Usage, UsageEstimate, UsageTotal } from "../../../schemas/usage.ts";
import { totalUsage } from "./total.ts";
import { count } from "../../text/count.ts";

/** Describes what turns used: `12.3k tokens in (9.8k cached), 1.2k out, 0.42 USD`; empty if nothing is known. */
export function usageText({ turns, tokens, costs, unpriced, unreported = 0 }: UsageTotal): string {
  if (turns === 0) return "";
  const unknown = unreported === 0 ? "" : `, ${count(unreported, "turn")} not reported`;
  const open = unpriced === 0 || costs.length === 0 ? "" : ` (${unpriced} of ${turns} turns report no cost)`;
  const parts = [tokensText(tokens), costs.map(costText).join(" + ")].filter((text) => text !== "");
  return parts.join(", ") + open + unknown;
}

/** Describes what a plan in progress used, shortly: `0.42 USD, context 12 %`; empty if nothing is known. */
export function liveUsageText(used: readonly Usage[]): string {
  return [spentText(totalUsage(used)), contextText(used.at(-1)?.context)].filter((text) => text !== "").join(
    ", ",
  );
}

/** Describes what turns used in a few characters: their cost, or else their tokens; empty if nothing is known. */
export function spentText({ tokens, costs }: UsageTotal): string {
  const sum = tokens.input + tokens.output;
  if (costs.length > 0) return costs.map(costText).join(" + ");
  return sum === 0 ? "" : `${countText(sum)} tokens`;
}

/** Describes an estimate: `about 120k tokens, 0.42 USD, as the last 6 plans`. */
export function estimateText({ tokens, cost, plans }: UsageEstimate): string {
  const price = cost === undefined ? "" : `, ${costText(cost)}`;
  return `about ${countText(tokens)} tokens${price}, as the last ${plans === 1 ? "plan" : `${plans} plans`}`;
}

/** Describes how full a context is: `context 12 %`; empty if it is unknown. */
export function contextText(context: ContextFill | undefined): string {
  if (context === undefined || context.size === 0) return "";
  return `context ${Math.round(context.used / context.size * 100)} %`;
}

/** Describes tokens: `12.3k tokens in (9.8k cached), 1.2k out`; empty if there are none. */
export function tokensText({ input, cached = 0, output }: Tokens): string {
  if (input + output === 0) return "";
  const fromCache = cached === 0 ? "" : ` (${countText(cached)} cached)`;
  return `${countText(input)} tokens in${fromCache}, ${countText(output)} out`;
}

/** Prints a cost: `12.35 USD`, `0.0012 USD`. */
export function costText({ amount, currency }: Cost): string {
  return `${amount >= 1 || amount === 0 ? amount.toFixed(2) : Number(amount.toPrecision(2))} ${currency}`;
}

/** Prints a number of tokens: `950`, `12.3k`, `1.2M`. */
export function countText(count: number): string {
  const [size, unit] = count >= 999_950 ? [1_000_000, "M"] : count >= 1000 ? [1000, "k"] : [1, ""];
  return `${Math.round(count / size * 10) / 10}${unit}`;
}
