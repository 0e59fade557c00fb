import type { AgentFailure, FailureReason } from "../../../plan/agents/retry.ts";
import { defined } from "../../../collections/defined.ts";

export interface FailureSigns {
  /** The agent's message, with all details. */
  readonly text: string;
  /** The HTTP status, if known. */
  readonly status?: number | undefined;
  /** The agent's name for the kind of error. */
  readonly kind?: string | undefined;
  readonly code?: number | undefined;
}

/** The error code of an agent that requires a login. */
const AUTH_REQUIRED = -32000;

const KINDS: Readonly<Record<string, FailureReason>> = {
  authentication_failed: "auth",
  auth_required: "auth",
  oauth_org_not_allowed: "auth",
  rate_limit: "rate-limit",
  overloaded: "rate-limit",
  usage_limit: "rate-limit",
  billing_error: "billing",
  budget_exhausted: "billing",
  model_not_found: "model",
  max_output_tokens: "context",
  context_exhausted: "context",
  server_error: "network",
  transport_lost: "crash",
  worker_shutdown: "crash",
};

/** Patterns in messages and their reasons, the most reliable first. */
const WORDS: readonly (readonly [RegExp, FailureReason])[] = [
  [
    /credit balance|billing|insufficient[_ ](?:quota|funds|credit)|payment required|purchase (?:more )?credits|exceeded your current quota/i,
    "billing",
  ],
  [
    /context (?:window|length)|context_length|prompt is too long|too many (?:input )?tokens|maximum context|input is too long|exceeds the (?:maximum|limit).*tokens|token count exceeds/i,
    "context",
  ],
  [
    /rate.?limit|too many requests|usage limit|overloaded|resource.?exhausted|\bquota\b|try again (?:in|at|later)|\b429\b|\b529\b/i,
    "rate-limit",
  ],
  [
    /\b(?:un)?auth(?:entication|orized|enticated)?\b.*(?:required|failed|error|invalid|missing)|invalid (?:api|x-api|bearer)[ -]?(?:key|token)|api key (?:not|is)|(?:not|please) log(?:ged)? ?in|run \/login|unauthori[sz]ed|incorrect api key|\b401\b|token (?:has )?expired|no auth/i,
    "auth",
  ],
  [
    /model.*(?:not found|does not exist|not (?:be )?(?:supported|available|exist)|may not exist|invalid)|(?:unknown|invalid|unsupported) model|model_not_found|no such model/i,
    "model",
  ],
  [
    /econn\w+|^terminated$|enotfound|etimedout|eai_again|epipe|fetch failed|socket hang ?up|connection (?:error|refused|reset|closed|lost)|network|timed? ?out|bad gateway|service unavailable|internal server error|stream (?:error|disconnected|closed)|disconnected|high demand|temporary error|server_error|\b50[0234]\b/im,
    "network",
  ],
];

const STATUS: Readonly<Record<number, FailureReason>> = {
  401: "auth",
  402: "billing",
  403: "auth",
  404: "model",
  408: "network",
  413: "context",
  429: "rate-limit",
  500: "network",
  502: "network",
  503: "network",
  504: "network",
  529: "rate-limit",
};

/** Returns the reason why a turn failed, or undefined when it is unknown. */
export function failureReason({ text, status, kind, code }: FailureSigns): FailureReason | undefined {
  if (code === AUTH_REQUIRED) return "auth";
  const words = WORDS.find(([pattern]) => pattern.test(text))?.[1];
  // An error with an end time is a rate limit, even if the message mentions billing.
  if (words === "billing" && resetTime(text, 0) !== undefined) return "rate-limit";
  // A refused payment comes with the status of a rate limit, and a full context with that of a bad request.
  if (words === "billing" || words === "context") return words;
  const named = kind === undefined ? undefined : KINDS[kind];
  return named ?? (status === undefined ? undefined : STATUS[status]) ?? words;
}

export interface FailureContext {
  /** Title of the agent. */
  readonly agent: string;
  /** The instruction for logging in. */
  readonly login: string;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns a failure with a message for the user.
 *
 * @param otherwise The reason if it is unknown.
 */
export function agentFailure(
  signs: FailureSigns,
  { agent, login, now }: FailureContext,
  otherwise: FailureReason = "protocol",
): AgentFailure {
  const reason = failureReason(signs) ?? otherwise;
  const cause = firstSentence(signs.text);
  const message = `${agent}: ${TITLES[reason]}${cause === "" ? "" : `: ${cause}`}`;
  const retryAt = reason === "rate-limit" ? resetTime(signs.text, now) : undefined;
  return {
    reason,
    message,
    hint: reason === "auth" ? login : HINTS[reason],
    output: signs.text.slice(-4000),
    ...defined({ retryAt }),
  };
}

/** Failures that a new session does not fix. */
const LASTING: readonly (FailureReason | undefined)[] = ["auth", "billing", "model"];

/**
 * Returns the failure for silence. Some agents retry without output; standard error then contains the reason.
 *
 * @param lasted The printed duration of the silence.
 * @param errors The agent's standard error during the turn.
 */
export function silenceFailure(lasted: string, errors: string, context: FailureContext): AgentFailure {
  const lines = errors.split("\n").map((line) => line.trim());
  const cause = lines.findLast((text) => failureReason({ text }) !== undefined);
  if (cause !== undefined && LASTING.includes(failureReason({ text: cause }))) {
    return { ...agentFailure({ text: cause }, context), output: errors.slice(-4000) };
  }
  const why = cause === undefined ? "" : `, and wrote to stderr: ${firstSentence(cause)}`;
  return {
    reason: "stall",
    message: `${context.agent} sent no output for ${lasted}${why}`,
    hint: HINTS.stall,
    output: errors.slice(-4000),
  };
}

const TITLES: Readonly<Record<FailureReason, string>> = {
  "not-installed": "it is not installed",
  "auth": "it is not logged in",
  "rate-limit": "its rate limit is reached",
  "billing": "its account cannot pay",
  "model": "it cannot use the model",
  "unsafe": "it acts without asking",
  "context": "its context is full",
  "network": "it lost its connection to the model",
  "crash": "it ended unexpectedly",
  "stall": "it hangs",
  "protocol": "it answered with an error",
  "budget": "a budget is used up",
  "task": "the task failed",
};

const HINTS: Readonly<Record<FailureReason, string>> = {
  "not-installed": "",
  "auth": "",
  "rate-limit": "Run the same command later: finished tasks are kept",
  "billing": "Check the account's credit, then run the same command: finished tasks are kept",
  "model": "Set agent.models.A, B and C to models that the agent offers, or leave them empty",
  "unsafe": "Use another agent, or turn off both safety settings to let it act without asking",
  "context": "Split the task into smaller ones",
  "network": "Check the network connection, then run the same command: finished tasks are kept",
  "crash": "Run the same command: finished tasks are kept",
  "stall": "Run the same command; agent.stall_minutes sets how long an agent may send no output",
  "protocol": "Run the same command; if it happens again, check the agent's own logs",
  "budget": "",
  "task": "",
};

/** Returns the first line; for an error of a model's server, its message. */
function firstSentence(text: string): string {
  const first = text.split("\n").map((part) => part.trim()).find((part) => part !== "") ?? "";
  const message = first.startsWith("{") ? /"message"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(text)?.[1] : undefined;
  const line = (message ?? first).replace(/^Internal error: /, "");
  return line.length > 300 ? `${line.slice(0, 299)}…` : line.replace(/\.$/, "");
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Returns the end of a rate limit in a message: `retry-after: 30`, `try again in 1m 30s`, `resets at
 * 2026-01-02T03:04:05Z`, or a Unix time after `|` or `resetsAt`.
 *
 * @param now Milliseconds since 1970.
 * @returns Milliseconds since 1970.
 */
export function resetTime(text: string, now: number): number | undefined {
  const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/.exec(text);
  if (iso !== null && Number.isFinite(Date.parse(iso[0]))) return Date.parse(iso[0]);
  const unix = /(?:\||reset(?:s|_)?_?(?:at)?"?\s*[:=]?\s*"?)(\d{10})(\d{3})?\b/i.exec(text);
  if (unix !== null) return Number(unix[1]) * 1000;
  const after = /retry[-_ ]?after(?:[-_ ]?(ms|seconds?))?"?\s*[:=]?\s*"?(\d+(?:\.\d+)?)/i.exec(text);
  if (after !== null) return now + Number(after[2]) * (after[1] === "ms" ? 1 : 1000);
  const span =
    /(?:(?:again|retry|resets?|wait)\s+(?:in|after|for)|retryDelay"?:)\s*"?((?:\d+(?:\.\d+)?\s*(?:d|h|m|s)\w*[,\s]*(?:and\s+)?)+)/i
      .exec(text);
  if (span === null) return undefined;
  let time = 0;
  for (const [, number, unit] of span[1]!.matchAll(/(\d+(?:\.\d+)?)\s*(ms|d|h|m|s)/gi)) {
    time += Number(number) * (unit!.toLowerCase() === "ms" ? 1 : UNITS[unit!.toLowerCase()]!);
  }
  return now + time;
}
