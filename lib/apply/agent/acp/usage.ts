import type { PromptResponse, UsageUpdate } from "../../../deps/acp.ts";
import type { ContextFill, Cost, Tokens, Usage } from "../../../../schemas/usage.ts";
import { defined } from "../../../collections/defined.ts";
import { isRecord } from "../../../collections/is_record.ts";
import { roundCost } from "../../../plan/usage/total.ts";

/** What a session uses, from the agent's updates and answers. */
export class SessionUsage {
  readonly sums: boolean;
  #tokens: Tokens | undefined;
  #cost: Cost | undefined;
  #context: ContextFill | undefined;
  /** The sums at the end of the last turn; undefined if they are unknown. */
  #sum: Tokens | undefined;
  #spent: number | undefined;

  /**
   * @param sums True if the agent reports the tokens of the session at each turn.
   * @param resumed True if the first sums may include those of an earlier process.
   */
  constructor({ sums, resumed }: { readonly sums: boolean; readonly resumed: boolean }) {
    this.sums = sums;
    if (resumed) return;
    this.#sum = { input: 0, cached: 0, output: 0 };
    this.#spent = 0;
  }

  updated({ used, size, cost }: Pick<UsageUpdate, "used" | "size" | "cost">): void {
    this.#context = { used, size };
    if (cost) this.#cost = { amount: cost.amount, currency: cost.currency };
  }

  answered(response: PromptResponse): void {
    const tokens = promptTokens(response);
    if (tokens === undefined) return;
    this.#tokens = this.sums ? tokensSince(tokens, this.#sum) : tokens;
    this.#sum = tokens;
  }

  /** Returns what the turn used that has ended; undefined if the agent reported nothing. */
  take(): Usage | undefined {
    const [tokens, context, total, before] = [this.#tokens, this.#context, this.#cost, this.#spent];
    this.#tokens = this.#context = this.#cost = undefined;
    if (total !== undefined) this.#spent = total.amount;
    const amount = total === undefined || before === undefined ? 0 : roundCost(total.amount - before);
    // Agents without a price list report a cost of 0.
    const cost = amount > 0 ? { amount, currency: total!.currency } : undefined;
    const usage = defined({ tokens, cost, context });
    return Object.keys(usage).length === 0 ? undefined : usage;
  }
}

/**
 * Returns the tokens in the answer to a prompt. Agents differ in whether the input includes what came from the cache:
 * the total decides.
 */
export function promptTokens({ usage, _meta }: PromptResponse): Tokens | undefined {
  if (usage) {
    const { totalTokens, inputTokens, outputTokens: output, cachedReadTokens } = usage;
    const cached = cachedReadTokens ?? undefined;
    return { input: Math.max(inputTokens, totalTokens - output), ...defined({ cached }), output };
  }
  const { quota } = _meta ?? {};
  const count = isRecord(quota) ? quota["token_count"] : undefined;
  if (!isRecord(count)) return undefined;
  const { input_tokens: input, output_tokens: output } = count;
  return typeof input === "number" && typeof output === "number" ? { input, output } : undefined;
}

/** Returns the tokens between two sums; undefined if the first is unknown. A sum never becomes less. */
function tokensSince(now: Tokens, before: Tokens | undefined): Tokens | undefined {
  if (before === undefined) return undefined;
  if (now.input < before.input || now.output < before.output) return now;
  const cached = now.cached === undefined ? undefined : now.cached - (before.cached ?? 0);
  return { input: now.input - before.input, ...defined({ cached }), output: now.output - before.output };
}
