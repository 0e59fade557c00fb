import assert from "node:assert/strict";
import { MAX_TOKENS, promptTokens, tokenUpperBound } from "../../tools/bench/tokens.ts";

Deno.test("the prompts of a phase with three short tasks take under 4,200 tokens", () => {
  const turns = promptTokens();
  const total = turns.reduce((sum, { tokens }) => sum + tokens, 0);
  assert.equal(turns.filter(({ what }) => what.startsWith("task ")).length, 3);
  assert.ok(
    total < MAX_TOKENS,
    `${total}: ${turns.map(({ what, tokens }) => `${what} ${tokens}`).join(", ")}`,
  );
});

Deno.test("the estimate of tokens is rather too high than too low", () => {
  assert.equal(tokenUpperBound("Requirements (12345):\n"), 3 + 1 + 2 + 2 + 1);
});
