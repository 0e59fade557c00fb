import assert from "node:assert/strict";
import { SessionUsage } from "../../../../lib/apply/agent/acp/usage.ts";
import { findPreset } from "../../../../lib/plan/agents/presets.ts";

interface Recorded {
  /** What the agent sent in two turns of a session: the last update of usage, and the answer to the prompt. */
  readonly turns: readonly {
    readonly update?: { readonly used: number; readonly size: number; readonly cost?: object };
    readonly answer: object;
  }[];
  readonly expected: readonly object[];
}

/** Recorded from the real agents. Each turn had two requests of 1000 tokens, 900 of them cached, 20 returned. */
const RECORDED: Readonly<Record<string, Recorded>> = {
  "claude": {
    turns: [0.00246, 0.00615].map((amount) => ({
      update: { used: 1070, size: 1_000_000, cost: { amount, currency: "USD" } },
      answer: {
        usage: {
          inputTokens: 200,
          outputTokens: 40,
          cachedReadTokens: 1800,
          cachedWriteTokens: 100,
          totalTokens: 2140,
        },
      },
    })),
    expected: [0.00246, 0.00369].map((amount) => ({
      tokens: { input: 2100, cached: 1800, output: 40 },
      cost: { amount, currency: "USD" },
      context: { used: 1070, size: 1_000_000 },
    })),
  },
  "codex": {
    turns: [1, 2].map(() => ({
      update: { used: 1020, size: 258_400 },
      answer: {
        usage: {
          totalTokens: 2040,
          inputTokens: 200,
          cachedReadTokens: 1800,
          cachedWriteTokens: 0,
          outputTokens: 40,
          thoughtTokens: 10,
        },
      },
    })),
    expected: [1, 2].map(() => ({
      tokens: { input: 2000, cached: 1800, output: 40 },
      context: { used: 1020, size: 258_400 },
    })),
  },
  "opencode": {
    turns: [1, 2].map(() => ({
      update: { used: 1000, size: 100_000, cost: { amount: 0, currency: "USD" } },
      answer: { usage: { inputTokens: 100, outputTokens: 20, totalTokens: 1020, cachedReadTokens: 900 } },
    })),
    expected: [1, 2].map(() => ({
      tokens: { input: 1000, cached: 900, output: 20 },
      context: { used: 1000, size: 100_000 },
    })),
  },
  "copilot": {
    turns: [1, 2].map((turn) => ({
      update: { used: 8600, size: 128_000 },
      answer: {
        usage: {
          inputTokens: 2000 * turn,
          outputTokens: 40 * turn,
          totalTokens: 2040 * turn,
          cachedReadTokens: 1800 * turn,
          cachedWriteTokens: 0,
        },
      },
    })),
    expected: [1, 2].map(() => ({
      tokens: { input: 2000, cached: 1800, output: 40 },
      context: { used: 8600, size: 128_000 },
    })),
  },
  "gemini": {
    turns: [1, 2].map(() => ({
      answer: { _meta: { quota: { token_count: { input_tokens: 2000, output_tokens: 30 } } } },
    })),
    expected: [1, 2].map(() => ({ tokens: { input: 2000, output: 30 } })),
  },
};

function play(name: string, resumed: boolean): readonly unknown[] {
  const usage = new SessionUsage({ sums: findPreset(name)?.sumsUsage ?? false, resumed });
  return RECORDED[name]!.turns.map(({ update, answer }) => {
    if (update !== undefined) usage.updated(update as never);
    usage.answered({ stopReason: "end_turn", ...answer });
    return usage.take();
  });
}

for (const [name, { expected }] of Object.entries(RECORDED)) {
  Deno.test(`what ${name} reports becomes the usage of each turn`, () => {
    assert.deepEqual(play(name, false), expected);
  });
}

Deno.test("the first sums of a resumed session are not those of its turn", () => {
  const [first, second] = play("claude", true) as readonly { readonly cost?: object }[];
  assert.equal(first?.cost, undefined);
  assert.deepEqual(second?.cost, { amount: 0.00369, currency: "USD" });
  const [copilot, next] = play("copilot", true);
  assert.deepEqual(copilot, { context: { used: 8600, size: 128_000 } });
  assert.deepEqual(next, RECORDED["copilot"]!.expected[1]);
});

Deno.test("sums that become less are those of a turn", () => {
  const usage = new SessionUsage({ sums: true, resumed: false });
  for (const input of [500, 300]) {
    usage.answered({
      stopReason: "end_turn",
      usage: { inputTokens: input, outputTokens: 1, totalTokens: input + 1 },
    });
  }
  assert.deepEqual(usage.take(), { tokens: { input: 300, output: 1 } });
});

Deno.test("a turn of which the agent reports nothing has no usage", () => {
  const usage = new SessionUsage({ sums: false, resumed: false });
  usage.answered({ stopReason: "end_turn" });
  assert.equal(usage.take(), undefined);
});
