import type { BudgetConfig } from "../../../schemas/config.ts";

/** The expected form of {@link readBudget}. */
export const BUDGET_FORM = "a cost such as 5usd or '$5', or tokens such as 500k or 2M";

const COST = /^(?:\$(?<dollars>\d+(?:\.\d+)?)|(?<amount>\d+(?:\.\d+)?) ?(?:\$|usd))$/i;
const TOKENS = /^(?<count>\d+(?:\.\d+)?) ?(?<unit>[km])$/i;

/** Reads a budget of a run: `5usd` or `$5` is a cost, `500k` or `2M` tokens. Undefined in another form, or if it is 0. */
export function readBudget(
  text: string,
): { readonly key: `agent.budget.${keyof BudgetConfig}`; readonly value: number } | undefined {
  const { dollars, amount = dollars } = COST.exec(text)?.groups ?? {};
  const { count, unit = "" } = TOKENS.exec(text)?.groups ?? {};
  const value = amount !== undefined
    ? Number(amount)
    : Math.round(Number(count) * (unit.toLowerCase() === "k" ? 1000 : 1_000_000));
  if (!(value > 0)) return undefined;
  return { key: amount === undefined ? "agent.budget.run_tokens" : "agent.budget.run_cost", value };
}
