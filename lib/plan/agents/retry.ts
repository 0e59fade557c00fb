/**
 * What to do when a turn of an agent fails: wait, begin a fresh session, try again, or stop.
 * @module
 */

/** Why a turn failed. `unsafe`: the agent cannot be made to ask before it acts, or did not. */
export type FailureReason =
  | "not-installed"
  | "auth"
  | "rate-limit"
  | "billing"
  | "model"
  | "unsafe"
  | "context"
  | "network"
  | "crash"
  | "stall"
  | "protocol"
  | "task";

/** A turn that failed. */
export interface AgentFailure {
  /** Why: `task` is the work itself (a block of the shell agent ended with an error). */
  readonly reason: FailureReason;
  /** What happened, for people. */
  readonly message: string;
  /** What to do about it; may be empty. */
  readonly hint: string;
  /** What the agent wrote about it; may be empty. */
  readonly output: string;
  /** When a rate limit ends, in milliseconds since 1970, where the agent said so. */
  readonly retryAt?: number;
}

/** What is known when a turn has failed. */
export interface RetryInput {
  /** What happened. */
  readonly failure: AgentFailure;
  /** Attempts that failures of this task have used so far; waiting for a rate limit uses none. */
  readonly attempts: number;
  /** How often this task has waited for a rate limit since a turn last succeeded. */
  readonly waits: number;
  /** `agent.retries`. */
  readonly retries: number;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
}

/** What to do after a turn that failed. */
export type RetryDecision =
  /** Wait, visibly, then take the same turn in the same session. Uses an attempt where `counts` says so. */
  | { readonly kind: "wait"; readonly until: number; readonly counts: boolean }
  /** Take the turn again in a fresh session that is told what was done. Uses an attempt. */
  | { readonly kind: "fresh-session" }
  /** Nothing that is tried again would help. */
  | { readonly kind: "stop"; readonly message: string; readonly hint: string };

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Longest time that is waited for a rate limit, in milliseconds. */
const MAX_WAIT = 24 * 60 * MINUTE;

/** Waits for a rate limit without a reset time: from half a minute up to a quarter of an hour. */
const FIRST_WAIT = 30 * SECOND;
const LAST_WAIT = 15 * MINUTE;
const MAX_WAITS = 20;

/** Added to a reset time, as clocks differ. */
const MARGIN = SECOND;

/** Decides what a failed turn is followed by. */
export function decideRetry({ failure, attempts, waits, retries, now }: RetryInput): RetryDecision {
  const { reason, message, hint } = failure;
  const stop: RetryDecision = { kind: "stop", message, hint };
  switch (reason) {
    case "not-installed":
    case "auth":
    case "billing":
    case "model":
    case "unsafe":
    case "task":
      return stop;
    case "rate-limit": {
      if (failure.retryAt !== undefined) {
        const until = Math.max(failure.retryAt, now) + MARGIN;
        return until - now > MAX_WAIT ? stop : { kind: "wait", until, counts: false };
      }
      if (waits >= MAX_WAITS) return stop;
      return { kind: "wait", until: now + Math.min(FIRST_WAIT * 2 ** waits, LAST_WAIT), counts: false };
    }
    case "network":
      if (attempts >= retries) return stop;
      return { kind: "wait", until: now + Math.min(2 * SECOND * 4 ** attempts, MINUTE), counts: true };
    case "context":
    case "crash":
    case "stall":
    case "protocol":
      return attempts >= retries ? stop : { kind: "fresh-session" };
  }
}
