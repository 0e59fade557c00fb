/**
 * The result of `doctor`.
 * @module
 */

/** What a check is about. */
export type HealthArea =
  | "environment"
  | "configuration"
  | "agents"
  | "locks"
  | "leftovers"
  | "documents"
  | "hooks"
  | "integrations";

/** A check of `doctor`. */
export interface HealthCheck {
  /** What it is about. */
  readonly area: HealthArea;
  /** Its result. `note`: nothing has to be done. `error`: commands refuse to work. */
  readonly state: "ok" | "note" | "warning" | "error";
  /** The state that was found, a sentence. */
  readonly message: string;
  /** The command that solves it, or shows more. It can be pasted into a shell. */
  readonly fix?: string;
  /** The action of `--fix` that solves it; absent if it does not. */
  readonly automatic?: "recover" | "hook" | "config" | "install";
}

/** Result of `doctor`. */
export interface DoctorResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The checks; with `--fix`, after the fixes. */
  readonly checks: readonly HealthCheck[];
  /** What `--fix` did, a sentence each. */
  readonly fixed: readonly string[];
  /** The next commands. */
  readonly next: readonly string[];
}
