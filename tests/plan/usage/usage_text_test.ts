import assert from "node:assert/strict";
import type { Usage } from "../../../schemas/usage.ts";
import { parseUsage } from "../../../lib/plan/usage/records.ts";
import { totalUsage } from "../../../lib/plan/usage/total.ts";
import {
  contextText,
  costText,
  countText,
  liveUsageText,
  usageText,
} from "../../../lib/plan/usage/usage_text.ts";

const TURN: Usage = {
  tokens: { input: 12_345, cached: 9_000, output: 1_200 },
  cost: { amount: 0.1, currency: "USD" },
};

Deno.test("usageText() adds up turns, and never shows a cost that no agent reported", () => {
  const cases: readonly (readonly [readonly Usage[], string])[] = [
    [[], ""],
    [[{ context: { used: 1, size: 2 } }], ""],
    [[TURN, {}, {}], "12.3k tokens in (9k cached), 1.2k out, 0.1 USD, 2 turns not reported"],
    [[TURN, TURN, TURN], "37k tokens in (27k cached), 3.6k out, 0.3 USD"],
    [[{ tokens: { input: 10, output: 5 } }], "10 tokens in, 5 out"],
    [
      [{ cost: { amount: 2, currency: "EUR" } }, TURN],
      "12.3k tokens in (9k cached), 1.2k out, 2.00 EUR + 0.1 USD",
    ],
    [
      [TURN, { tokens: { input: 10, output: 5 } }],
      "12.4k tokens in (9k cached), 1.2k out, 0.1 USD (1 of 2 turns report no cost)",
    ],
  ];
  for (const [turns, expected] of cases) assert.equal(usageText(totalUsage(turns)), expected);
});

Deno.test("numbers of tokens and costs are short", () => {
  const counts = [[950, "950"], [999_949, "999.9k"], [999_950, "1M"], [1_250_000, "1.3M"]] as const;
  for (const [count, expected] of counts) assert.equal(countText(count), expected);
  const costs = [[12.345, "12.35 USD"], [1, "1.00 USD"], [0.00123, "0.0012 USD"], [0, "0.00 USD"]] as const;
  for (const [amount, expected] of costs) assert.equal(costText({ amount, currency: "USD" }), expected);
});

Deno.test("a plan in progress shows its cost, otherwise its tokens, and how full the context is", () => {
  const context = { used: 25_000, size: 100_000 };
  assert.equal(liveUsageText([TURN, { context }]), "0.1 USD, context 25 %");
  assert.equal(liveUsageText([{ tokens: { input: 10, output: 5 } }]), "15 tokens");
  assert.equal(liveUsageText([]), "");
  assert.equal(contextText({ used: 5, size: 0 }), "");
});

Deno.test("parseUsage() omits lines that are not complete or not records", () => {
  const record = {
    formatVersion: 1,
    at: "2026-01-01T00:00:00Z",
    project: "",
    agent: "a",
    role: "execution",
    ...TURN,
  };
  const wrong = [{ ...record, at: 1 }, { ...record, tokens: { input: "1", output: 2 } }, {
    ...record,
    cost: {},
  }, []];
  const lines = [record, ...wrong].map((each) => JSON.stringify(each));
  assert.deepEqual(parseUsage([...lines, "", '{"at":"20'].join("\n")), [record]);
});
