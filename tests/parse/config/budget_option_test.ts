import assert from "node:assert/strict";
import { readBudget } from "../../../lib/parse/config/budget_option.ts";

Deno.test("a budget is a cost or tokens, and anything else is refused", () => {
  const read = (text: string) => {
    const budget = readBudget(text);
    return budget && `${budget.key.replace("agent.budget.", "")}=${budget.value}`;
  };
  for (
    const [text, expected] of [
      ["5usd", "run_cost=5"],
      ["$0.5", "run_cost=0.5"],
      ["2.50 USD", "run_cost=2.5"],
      ["5$", "run_cost=5"],
      ["2M", "run_tokens=2000000"],
      ["1.5k", "run_tokens=1500"],
      ["500K", "run_tokens=500000"],
      ["5", undefined],
      ["", undefined],
      ["0usd", undefined],
      ["0k", undefined],
      ["-5usd", undefined],
      ["$5 2M", undefined],
      ["5eur", undefined],
    ] as const
  ) assert.equal(read(text), expected, text);
});
