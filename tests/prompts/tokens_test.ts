import assert from "node:assert/strict";
import { firstPromptTokens, MAX_TOKENS, promptTokens, tokenUpperBound } from "../../tools/bench/tokens.ts";

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

/** The maximum number of tokens of the prompt of each turn. */
const LIMITS: Readonly<Record<string, number>> = {
  "research": 500,
  "planning": 1320,
  "fixing the plan": 60,
  "plan check, twice": 940,
  "task 1": 600,
  "task 2": 130,
  "task 3": 130,
  "verification": 600,
  "discussion": 500,
  "project": 350,
  "project, with map": 680,
  "roadmap": 340,
  "milestone": 460,
};

Deno.test("the prompt of each role stays within its own limit", () => {
  const turns = [...promptTokens(), ...firstPromptTokens()];
  assert.deepEqual(turns.map(({ what }) => what).sort(), Object.keys(LIMITS).sort());
  for (const { what, tokens } of turns) assert.ok(tokens <= LIMITS[what]!, `${what}: ${tokens}`);
});
