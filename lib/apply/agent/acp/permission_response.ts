import type { PermissionOption, RequestPermissionResponse } from "../../../deps/acp.ts";
import type { PermissionDecision } from "../core/port.ts";

/** The response without a decision. */
export const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** Returns the response to a request for permission, and the reason if it is refused. */
export function permissionResponse(
  decision: PermissionDecision,
  options: readonly PermissionOption[],
): { readonly response: RequestPermissionResponse; readonly refused?: string } {
  if (decision.kind === "refuse") {
    return { response: respond("reject_once", options), refused: decision.reason };
  }
  const response = respond("allow_once", options);
  if (response !== CANCELLED) return { response };
  return {
    response: respond("reject_once", options),
    refused: "the agent offers no way to allow it only once",
  };
}

/** Selects the option for a single time. Permanent options are never chosen, as agents store them. */
function respond(
  wanted: "allow_once" | "reject_once",
  options: readonly PermissionOption[],
): RequestPermissionResponse {
  const option = options.find(({ kind }) => kind === wanted);
  return option === undefined ? CANCELLED : { outcome: { outcome: "selected", optionId: option.optionId } };
}
