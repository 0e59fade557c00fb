import type { BudgetConfig } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Usage, UsageTotal } from "../../../schemas/usage.ts";
import { costText, countText, usageText } from "./usage_text.ts";

/** What a budget is for. */
export type BudgetScope = "run" | "phase" | "day";

/** The scopes, in the order in which their budgets are checked. */
const SCOPES: readonly (readonly [BudgetScope, name: string])[] = [
  ["run", "this run"],
  ["phase", "this phase"],
  ["day", "this day (UTC)"],
];

/** A budget that is used up. */
export interface SpentBudget {
  readonly key: keyof BudgetConfig;
  /** What it is for: `this run`. */
  readonly scope: string;
  /** The limit that was reached: the configured one, or what the user added to it. */
  readonly limit: number;
  /** What was used: tokens, or an amount. */
  readonly spent: number;
  /** The currency; `tokens` for a budget of tokens. */
  readonly unit: string;
  /** All that was used. */
  readonly total: UsageTotal;
}

/**
 * Returns the first budget that is used up. A cost that an agent does not report is not counted; costs in several
 * currencies are compared one by one.
 *
 * @param used What was used so far, by scope.
 * @param limits The limits that replace configured ones, by key.
 */
export function spentBudget(
  budget: BudgetConfig,
  used: Readonly<Record<BudgetScope, UsageTotal>>,
  limits: ReadonlyMap<string, number> = new Map(),
): SpentBudget | undefined {
  for (const [scope, name] of SCOPES) {
    const total = used[scope];
    const tokens = { amount: total.tokens.input + total.tokens.output, currency: "tokens" };
    const each = [
      ...total.costs.map((cost) => ({ key: `${scope}_cost` as const, ...cost })),
      { key: `${scope}_tokens` as const, ...tokens },
    ];
    for (const { key, amount, currency } of each) {
      const limit = limits.get(key) ?? budget[key];
      if (budget[key] === 0 || amount < limit) continue;
      return { key, scope: name, limit, spent: amount, unit: currency, total };
    }
  }
  return undefined;
}

/** The ID of the question about a budget that is used up. */
export const BUDGET = "budget";

/** The answer that adds the configured amount to a budget. */
export const SPEND_MORE = "continue";

/**
 * Returns the question to the user about a budget that is used up. It is never answered automatically, and if the
 * limit is that of the user's policy, only at a terminal.
 *
 * @param ceilings The budgets of the user's policy.
 */
export function budgetQuestion(
  { key, scope, limit, spent, unit, total }: SpentBudget,
  ceilings: Partial<BudgetConfig> = {},
): Question {
  const isHighest = limit >= (ceilings[key] ?? Infinity);
  const text = (amount: number) =>
    unit === "tokens" ? countText(amount) : costText({ amount, currency: "" }).trim();
  return {
    id: BUDGET,
    kind: isHighest ? "safety" : "decision",
    title: `The budget of ${scope} is used up: ${text(spent)} of ${text(limit)} ${unit} (${
      isHighest ? "your policy, " : ""
    }agent.budget.${key})`,
    details: `Used so far: ${usageText(total)}. Finished tasks are kept. ` +
      (isHighest
        ? `To continue, run the same command at a terminal, or raise it: wf config --user set agent.budget.${key} <number>`
        : `To continue, answer ${SPEND_MORE} for as much again, or raise agent.budget.${key} and run the same command`),
    choices: [
      { value: SPEND_MORE, label: "Continue with as much again" },
      { value: "stop", label: "Stop" },
    ],
    open: false,
    preselected: "stop",
  };
}

/** Returns the limit after the user has agreed to continue: as much again, at first at most what the policy allows. */
export function raisedLimit(
  { key, limit, spent }: SpentBudget,
  { budget, ceilings }: { readonly budget: BudgetConfig; readonly ceilings: Partial<BudgetConfig> },
): number {
  const raised = spent + budget[key];
  const ceiling = ceilings[key] ?? Infinity;
  return limit >= ceiling ? raised : Math.min(raised, Math.max(ceiling, spent));
}

/** Returns the reason why a budget cannot limit an agent; undefined if it can, or there is no budget. */
export function unlimited(agent: string, { tokens, cost }: Usage, budget: BudgetConfig): string | undefined {
  const limitsCost = budget.run_cost + budget.phase_cost + budget.day_cost > 0;
  const limitsTokens = budget.run_tokens + budget.phase_tokens + budget.day_tokens > 0;
  if (tokens === undefined && cost === undefined && (limitsCost || limitsTokens)) {
    return `${agent} reports neither tokens nor cost: its turns are not counted, and no budget limits them`;
  }
  return cost === undefined && limitsCost
    ? `${agent} reports no cost, so only a budget of tokens can limit it: agent.budget.run_tokens`
    : undefined;
}
