import type { PermissionRequest } from "../../schemas/permission.ts";
import type { PermissionDecision } from "./agent/port.ts";

/** What a request for permission is about. */
export interface PermitContext {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  /** Plan ID. */
  readonly plan: string;
  /** The checks of the task that is being worked on, which the agent may run itself. */
  readonly checks: readonly string[];
}

/** Decides on a request. May take as long as a person needs. */
export type Permit = (
  request: PermissionRequest,
  context: PermitContext,
  signal: AbortSignal,
) => Promise<PermissionDecision>;
