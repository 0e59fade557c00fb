import assert from "node:assert/strict";
import { MAX_TOKENS, mostTokens, promptTokens } from "../../tools/bench/tokens.ts";

Deno.test("our own words for a plan of three tasks stay under 4,000 tokens, from research to verification", () => {
  const turns = promptTokens();
  const total = turns.reduce((sum, { tokens }) => sum + tokens, 0);
  assert.equal(turns.filter(({ what }) => what.startsWith("task ")).length, 3);
  assert.ok(
    total < MAX_TOKENS,
    `${total}: ${turns.map(({ what, tokens }) => `${what} ${tokens}`).join(", ")}`,
  );
});

Deno.test("tokens are counted as more rather than less", () => {
  assert.equal(mostTokens("Requirements (12345):\n"), 3 + 1 + 2 + 2 + 1);
});
