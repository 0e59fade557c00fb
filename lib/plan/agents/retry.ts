/**
 * The reaction to a failed turn of an agent: wait, start a fresh session, use another agent, or stop.
 *
 * @module
 */
import type { Question } from "../../../schemas/question.ts";

/**
 * The reason for a failed turn. `unsafe`: the agent cannot be made to ask before it acts, or did not ask. `budget`:
 * it did not begin, because a budget is used up.
 */
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
  | "budget"
  | "task";

/** A turn that failed. */
export interface AgentFailure {
  /** The reason. `task` is the work itself, such as a block of the shell agent that ended with an error. */
  readonly reason: FailureReason;
  /** The message for the user. */
  readonly message: string;
  /** The advice for the user; may be empty. */
  readonly hint: string;
  /** The output of the agent about it; may be empty. */
  readonly output: string;
  /** The end of a rate limit, in milliseconds since 1970, if the agent reported it. */
  readonly retryAt?: number;
  /** The question whose answer lets it continue, for a budget that is used up. */
  readonly question?: Question;
}

/** The input of {@link decideRetry}. */
export interface RetryInput {
  /** The failure. */
  readonly failure: AgentFailure;
  /** The number of attempts that failures of this task have used; waiting for a rate limit uses none. */
  readonly attempts: number;
  /** The number of waits of this task for a rate limit since its last successful turn. */
  readonly waits: number;
  /** `agent.retries`. */
  readonly retries: number;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /** True if another agent can take over. */
  readonly another?: boolean;
}

/** The reaction to a failed turn. */
export type RetryDecision =
  /** Waits visibly, then repeats the turn in the same session. Uses an attempt if `counts` is true. */
  | { readonly kind: "wait"; readonly until: number; readonly counts: boolean }
  /** Repeats the turn in a fresh session that receives the work so far. Uses an attempt. */
  | { readonly kind: "fresh-session" }
  /** Repeats the turn with another agent. This one is not used before `until`. Uses no attempt. */
  | { readonly kind: "next-agent"; readonly until: number }
  | { readonly kind: "stop"; readonly message: string; readonly hint: string };

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The maximum wait for a rate limit, in milliseconds. */
const MAX_WAIT = 24 * 60 * MINUTE;

/** The first and the longest wait for a rate limit without a reset time. */
const FIRST_WAIT = 30 * SECOND;
const LAST_WAIT = 15 * MINUTE;
const MAX_WAITS = 20;

/** The longest wait for a rate limit if another agent can take over. */
const SHORT_WAIT = MINUTE;
/** The time after which an agent without a reset time is used again. */
const REST = 15 * MINUTE;

/** The margin after a reset time, because clocks differ. */
const MARGIN = SECOND;

/** Decides how to react to a failed turn. */
export function decideRetry(input: RetryInput): RetryDecision {
  const { failure: { reason, retryAt }, another = false, now } = input;
  const decision = decideAlone(input);
  if (!another || UNCHANGED.includes(reason)) return decision;
  if (decision.kind === "stop") {
    return { kind: "next-agent", until: LASTING.includes(reason) ? Infinity : now + REST };
  }
  if (reason !== "rate-limit" || (retryAt ?? Infinity) - now <= SHORT_WAIT) return decision;
  return { kind: "next-agent", until: retryAt ?? now + REST };
}

/** The reasons that another agent does not change, or that only the user may decide about. */
const UNCHANGED: readonly FailureReason[] = ["model", "unsafe", "context", "budget", "task"];
/** The reasons that end only when the user acts. */
const LASTING: readonly FailureReason[] = ["not-installed", "auth", "billing"];

function decideAlone({ failure, attempts, waits, retries, now }: RetryInput): RetryDecision {
  const { reason, message, hint } = failure;
  const stop: RetryDecision = { kind: "stop", message, hint };
  switch (reason) {
    case "not-installed":
    case "auth":
    case "billing":
    case "model":
    case "unsafe":
    case "budget":
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
