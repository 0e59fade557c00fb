import type { MockError, MockStep } from "../../../../schemas/mock_script.ts";
import type { TurnEnd } from "./turn_end.ts";

/** Errors as real agents send them: code, message, data. */
const ERRORS: Readonly<Record<MockError, readonly [code: number, message: string, data?: object]>> = {
  "auth": [-32000, "Authentication required"],
  "rate-limit": [-32603, "Internal error: request rejected", { errorKind: "rate_limit" }],
  "billing": [-32603, "Internal error: Credit balance is too low", { errorKind: "billing_error" }],
  "model": [-32603, "Internal error: model: nothing of this name may not exist", {
    errorKind: "model_not_found",
  }],
  "context": [-32603, "Internal error: Prompt is too long", { errorKind: "invalid_request" }],
  "network": [-32603, "Internal error: Connection error. fetch failed"],
  "other": [-32603, "Internal error"],
};

/** The error that a step fails with. */
export function mockError({ error = "other", after }: MockStep, now: number): TurnEnd {
  const [code, message, data] = ERRORS[error];
  const resets = after === undefined ? {} : { resetsAt: new Date(now + after * 1000).toISOString() };
  return { kind: "failed", code, message, data: { ...data, ...resets } };
}
