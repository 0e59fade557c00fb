import assert from "node:assert/strict";
import {
  type AgentFailure,
  decideRetry,
  type FailureReason,
  type RetryDecision,
} from "../../../lib/plan/agents/retry.ts";

const NOW = 1_000_000_000;
const MINUTE = 60_000;
const stop: RetryDecision = { kind: "stop", message: "It failed", hint: "Do something" };
const fresh: RetryDecision = { kind: "fresh-session" };

function failure(reason: FailureReason, retryAt?: number): AgentFailure {
  const failed = { reason, message: "It failed", hint: "Do something", output: "" };
  return retryAt === undefined ? failed : { ...failed, retryAt };
}

function waitFor(time: number, counts = false): RetryDecision {
  return { kind: "wait", until: NOW + time, counts };
}

const TABLE: readonly (readonly [
  what: string,
  failure: AgentFailure,
  counts: { readonly attempts?: number; readonly waits?: number },
  RetryDecision,
])[] = [
  ["an agent that is not there stops at once", failure("not-installed"), {}, stop],
  ["auth stops at once", failure("auth"), {}, stop],
  ["billing stops at once", failure("billing"), {}, stop],
  ["a wrong model stops at once", failure("model"), {}, stop],
  ["failing work is not tried again", failure("task"), {}, stop],
  ["a reset time is waited for", failure("rate-limit", NOW + 5 * MINUTE), {}, waitFor(5 * MINUTE + 1000)],
  ["a reset time in the past is waited for a moment", failure("rate-limit", NOW - MINUTE), {}, waitFor(1000)],
  ["a rate limit uses no attempt", failure("rate-limit", NOW), { attempts: 9, waits: 99 }, waitFor(1000)],
  ["a reset time that is days away stops", failure("rate-limit", NOW + 3000 * MINUTE), {}, stop],
  ["without a reset time half a minute is waited first", failure("rate-limit"), {}, waitFor(MINUTE / 2)],
  ["then twice as long", failure("rate-limit"), { waits: 3 }, waitFor(4 * MINUTE)],
  ["and a quarter of an hour at most", failure("rate-limit"), { waits: 12 }, waitFor(15 * MINUTE)],
  ["but not for ever", failure("rate-limit"), { waits: 20 }, stop],
  ["a lost connection is waited out in the same session", failure("network"), {}, waitFor(2000, true)],
  ["longer the next time", failure("network"), { attempts: 1 }, waitFor(8000, true)],
  ["as often as agent.retries says", failure("network"), { attempts: 2 }, stop],
  ["a full context begins a fresh session", failure("context"), {}, fresh],
  ["a crash begins a fresh session", failure("crash"), { attempts: 1 }, fresh],
  ["as often as agent.retries says, too", failure("crash"), { attempts: 2 }, stop],
  ["silence begins a fresh session", failure("stall"), {}, fresh],
  ["an agent that breaks the protocol gets a fresh session", failure("protocol"), {}, fresh],
];

for (const [what, failed, { attempts = 0, waits = 0 }, expected] of TABLE) {
  Deno.test(`decideRetry(): ${what}`, () => {
    assert.deepEqual(decideRetry({ failure: failed, attempts, waits, retries: 2, now: NOW }), expected);
  });
}
