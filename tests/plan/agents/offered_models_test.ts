import assert from "node:assert/strict";
import { offeredTiers } from "../../../lib/plan/agents/offered_models.ts";

const CODEX = ["gpt-6.1-sol", "gpt-6-astra", "gpt-6-sol", "gpt-6-luna", "gpt-5.6-luna", "gpt-6.1-terra"];
const ROUTED = [
  "anthropic/claude-opus-4-1-20250805",
  "anthropic/claude-opus-4-5",
  "anthropic/claude-opus-4-5-20251101",
  "anthropic/claude-opus-4-5-thinking",
  "bedrock/claude-opus-5",
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-sonnet-5",
  "google/gemini-3-pro",
];

for (
  const [current, offered, expected] of [
    ["gpt-6-sol", CODEX, { A: "gpt-6-astra", B: "gpt-6-sol", C: "gpt-6-luna" }],
    ["gpt-5.5-codex", CODEX, {}],
    ["default", ["default", "opus", "sonnet"], {}],
    ["opus", ["default", "opus", "sonnet"], { A: "opus", B: "sonnet" }],
    ["anthropic/claude-sonnet-4-5", ROUTED, {
      A: "anthropic/claude-opus-4-5",
      B: "anthropic/claude-sonnet-4-5",
    }],
    ["gemini-3-flash-lite", ["gemini-3-flash", "gemini-2.5-pro", "gemini-3-pro-preview"], {
      A: "gemini-2.5-pro",
      B: "gemini-3-flash",
      C: "gemini-3-flash-lite",
    }],
    ["solid-prose", ["solid-prose", "astral"], {}],
  ] as const
) {
  Deno.test(`with ${current} the tiers of ${offered.length} offered models are ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(offeredTiers(offered, current), expected);
  });
}
