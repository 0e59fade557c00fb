/**
 * Information that agents send in the metadata of updates, as the protocol has no field for it.
 * @module
 */
import type { SessionUpdate } from "../../../deps/acp.ts";

export type UpdateInformation =
  /** The rate limit is reached; it ends at this time, in milliseconds since 1970. */
  | { readonly kind: "limited"; readonly until: number }
  /** The agent retries on its own after an error. That is not progress: it may retry forever. */
  | { readonly kind: "retrying"; readonly message: string }
  /** The turn has failed, although it will end normally. The following message gives the reason. */
  | { readonly kind: "failed" };

/** Reads the metadata of an update; undefined when it has no known information. */
export function readMetadata({ _meta }: SessionUpdate): UpdateInformation | undefined {
  return claudeMetadata(_meta?.["_claude/rateLimit"]) ?? codexMetadata(_meta?.["codex"]);
}

function claudeMetadata(value: unknown): UpdateInformation | undefined {
  const { status, resetsAt } = fieldsOf(value);
  return status === "rejected" && typeof resetsAt === "number"
    ? { kind: "limited", until: resetsAt * 1000 }
    : undefined;
}

function codexMetadata(value: unknown): UpdateInformation | undefined {
  const { error, threadStatus } = fieldsOf(value);
  if (fieldsOf(threadStatus)["type"] === "systemError") return { kind: "failed" };
  const { willRetry, message, additionalDetails } = fieldsOf(error);
  if (willRetry !== true) return undefined;
  const texts = [message, additionalDetails].filter((text) => typeof text === "string" && text !== "");
  return { kind: "retrying", message: texts.join(": ") };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
