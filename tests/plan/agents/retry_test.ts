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
const next = (until: number): RetryDecision => ({ kind: "next-agent", until });
const fresh: RetryDecision = { kind: "fresh-session" };

function failure(reason: FailureReason, retryAt?: number): AgentFailure {
  const failed = { reason, message: "It failed", hint: "Do something", output: "" };
  return retryAt === undefined ? failed : { ...failed, retryAt };
}

function waitFor(time: number, counts = false): RetryDecision {
  return { kind: "wait", until: NOW + time, counts };
}

const OTHER = { another: true };
const TABLE: readonly (readonly [
  what: string,
  failure: AgentFailure,
  counts: { readonly attempts?: number; readonly waits?: number; readonly another?: boolean },
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
  [
    "another agent takes over for good from one that is not there",
    failure("not-installed"),
    OTHER,
    next(Infinity),
  ],
  ["and from one that is not logged in", failure("auth"), OTHER, next(Infinity)],
  ["and from one that cannot pay", failure("billing"), OTHER, next(Infinity)],
  ["and until the reset of a limit", failure("rate-limit", NOW + 5 * MINUTE), OTHER, next(NOW + 5 * MINUTE)],
  ["a limit of a minute is waited for", failure("rate-limit", NOW + MINUTE), OTHER, waitFor(MINUTE + 1000)],
  ["an overloaded agent rests for a while", failure("rate-limit"), OTHER, next(NOW + 15 * MINUTE)],
  ["another agent is no reason to give up at once", failure("crash"), OTHER, fresh],
  [
    "but it takes over after the retries",
    failure("network"),
    { ...OTHER, attempts: 2 },
    next(NOW + 15 * MINUTE),
  ],
  ["a wrong model is the user's to correct", failure("model"), OTHER, stop],
  ["an agent that does not ask is the user's to judge", failure("unsafe"), OTHER, stop],
  ["a budget is for all agents", failure("budget"), OTHER, stop],
  ["a script that fails does so for every agent", failure("task"), OTHER, stop],
];

for (const [what, failed, { attempts = 0, waits = 0, another = false }, expected] of TABLE) {
  Deno.test(`decideRetry(): ${what}`, () => {
    assert.deepEqual(
      decideRetry({ failure: failed, attempts, waits, retries: 2, now: NOW, another }),
      expected,
    );
  });
}
