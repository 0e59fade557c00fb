/**
 * What agents tell in the margin of their updates, where the protocol has no place for it.
 * @module
 */
import type { SessionUpdate } from "../../../deps/acp.ts";

/** What the margin of an update tells. */
export type Margin =
  /** The rate limit is reached; it ends at this time, in milliseconds since 1970. */
  | { readonly kind: "limited"; readonly until: number }
  /** Something went wrong, and the agent tries again by itself. That is no sign of life: it may do so for ever. */
  | { readonly kind: "retrying"; readonly message: string }
  /** The turn has failed, although it is going to end as if it had not. What is said next is why. */
  | { readonly kind: "failed" };

/** Reads the margin of an update; undefined where it tells nothing. */
export function readMargin({ _meta }: SessionUpdate): Margin | undefined {
  return claudeMargin(_meta?.["_claude/rateLimit"]) ?? codexMargin(_meta?.["codex"]);
}

function claudeMargin(told: unknown): Margin | undefined {
  const { status, resetsAt } = fieldsOf(told);
  return status === "rejected" && typeof resetsAt === "number"
    ? { kind: "limited", until: resetsAt * 1000 }
    : undefined;
}

function codexMargin(told: unknown): Margin | undefined {
  const { error, threadStatus } = fieldsOf(told);
  if (fieldsOf(threadStatus)["type"] === "systemError") return { kind: "failed" };
  const { willRetry, message, additionalDetails } = fieldsOf(error);
  if (willRetry !== true) return undefined;
  const texts = [message, additionalDetails].filter((text) => typeof text === "string" && text !== "");
  return { kind: "retrying", message: texts.join(": ") };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
