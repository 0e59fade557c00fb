import assert from "node:assert/strict";
import type { FailureReason } from "../../../../lib/plan/agents/retry.ts";
import {
  agentFailure,
  failureReason,
  type FailureSigns,
  resetTime,
  silenceFailure,
} from "../../../../lib/apply/agent/core/failures.ts";

/** Errors as the agents word them, seen with the real programs. */
const SEEN: readonly (readonly [FailureSigns, FailureReason | undefined])[] = [
  [{ code: -32000, text: "Authentication required" }, "auth"],
  [
    { code: -32603, kind: "rate_limit", text: "Internal error: API Error: Request rejected (429)" },
    "rate-limit",
  ],
  [{
    status: 429,
    text: "API Error: Request rejected (429) · This request would exceed your account's rate limit.",
  }, "rate-limit"],
  [{ code: -32603, kind: "billing_error", text: "Internal error: Credit balance is too low" }, "billing"],
  [{ status: 400, text: "Credit balance is too low" }, "billing"],
  [{
    status: 400,
    text: "Prompt is too long · automatic compaction failed: API Error: Request rejected (429)",
  }, "context"],
  [{
    kind: "model_not_found",
    text: "There's an issue with the selected model (x). It may not exist or you may not have access to it.",
  }, "model"],
  [
    { kind: "server_error", text: "API Error: Connection dropped (ECONNRESET). Check the gateway" },
    "network",
  ],
  [{ status: 401, text: "Invalid API key · Fix external API key" }, "auth"],
  [{ text: "Internal error: Incorrect API key provided" }, "auth"],
  [{ text: "Authentication failed with provider at http://127.0.0.1/v1 (HTTP 401)." }, "auth"],
  [{ text: '{"error":{"code":401,"message":"API key not valid","status":"UNAUTHENTICATED"}}' }, "auth"],
  [{
    text: "You exceeded your current quota, please check your plan and billing details. Please retry in 12s.",
  }, "rate-limit"],
  [{ text: "You exceeded your current quota, please check your plan and billing details." }, "billing"],
  [{ text: "This model's maximum context length is 8192 tokens" }, "context"],
  [{ text: "stream disconnected before completion" }, "network"],
  [{ text: "We’re currently experiencing high demand, which may cause temporary errors." }, "network"],
  [{ text: "terminated\n{}" }, "network"],
  [{ text: "The agent was terminated by its user" }, undefined],
  [{ status: 529, text: "Overloaded" }, "rate-limit"],
  [{ text: "something else" }, undefined],
];

for (const [signs, reason] of SEEN) {
  Deno.test(`failureReason() of ${JSON.stringify(signs)}`, () => assert.equal(failureReason(signs), reason));
}

const NOW = Date.parse("2026-01-01T00:00:00Z");

const TIMES: readonly (readonly [text: string, seconds: number | undefined])[] = [
  ["retry-after: 30", 30],
  ['{"retry_after":2.5}', 2.5],
  ["Please retry in 12s.", 12],
  ["try again in 1m 30s", 90],
  ["Try again in 2 hours and 5 minutes", 7500],
  ["try again in 1 day 1 hour", 90_000],
  ["resets at 2026-01-01T01:00:00Z", 3600],
  ['{"resetsAt":"2026-01-01T00:00:10.000Z"}', 10],
  [`Claude AI usage limit reached|${NOW / 1000 + 60}`, 60],
  [`{"resetsAt":${NOW / 1000 + 5}}`, 5],
  ["no time at all", undefined],
];

for (const [text, seconds] of TIMES) {
  Deno.test(`resetTime() of ${text}`, () => {
    assert.equal(resetTime(text, NOW), seconds === undefined ? undefined : NOW + seconds * 1000);
  });
}

Deno.test("a failure names the agent, the problem and the remedy", () => {
  const texts = { agent: "Agent", login: "Log in", now: NOW };
  assert.deepEqual(agentFailure({ text: "No such thing\nat line 1" }, texts), {
    reason: "protocol",
    message: "Agent: it answered with an error: No such thing",
    hint: "Run the same command; if it happens again, check the agent's own logs",
    output: "No such thing\nat line 1",
  });
  assert.equal(agentFailure({ text: "", code: -32000 }, texts).hint, "Log in");
});

Deno.test("a silence is explained by what the agent wrote to its errors", () => {
  const texts = { agent: "Gemini", login: "Run: gemini", now: 0 };
  const silence = (errors: string) => {
    const { reason, message, hint } = silenceFailure("1 minute", errors, texts);
    return [reason, message, hint];
  };
  const hint = "Run the same command; agent.stall_minutes sets how long an agent may send no output";
  assert.deepEqual(silence("Loaded credentials\n"), ["stall", "Gemini sent no output for 1 minute", hint]);
  assert.deepEqual(silence("Attempt 1 failed with status 500. Retrying\nworking\n"), [
    "stall",
    "Gemini sent no output for 1 minute, and wrote to stderr: Attempt 1 failed with status 500. Retrying",
    hint,
  ]);
  assert.deepEqual(silence("Attempt 2 failed: API key not valid\n"), [
    "auth",
    "Gemini: it is not logged in: Attempt 2 failed: API key not valid",
    "Run: gemini",
  ]);
});
