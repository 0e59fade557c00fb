import assert from "node:assert/strict";
import { resultUsage } from "../../../../lib/apply/agent/claude_cli/messages.ts";

/** Recorded from Claude Code: the second turn of a session, with one request. */
const RESULT = {
  total_cost_usd: 0.00246,
  usage: {
    input_tokens: 100,
    cache_creation_input_tokens: 50,
    cache_read_input_tokens: 900,
    output_tokens: 20,
  },
  modelUsage: { "claude-opus-5-5": { contextWindow: 1_000_000 } },
};
const LAST = RESULT.usage;

Deno.test("a result of Claude's JSON stream has the tokens of the turn, and the cost of the session", () => {
  assert.deepEqual(resultUsage(RESULT, { last: LAST, before: 0.00123 }), {
    tokens: { input: 1050, cached: 900, output: 20 },
    cost: { amount: 0.00123, currency: "USD" },
    context: { used: 1070, size: 1_000_000 },
  });
});

Deno.test("the cost of a turn is unknown if that of the session before it is", () => {
  assert.deepEqual(resultUsage(RESULT, { last: undefined, before: undefined }), {
    tokens: { input: 1050, cached: 900, output: 20 },
  });
  assert.equal(resultUsage({}, { last: undefined, before: 0 }), undefined);
});
