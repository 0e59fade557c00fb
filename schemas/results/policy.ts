import type { ConfigEntry } from "./config.ts";

/** A request of an agent that the user always allows in a project. */
export interface LastingPermission {
  /** SHA-256 of the request with its effects, in hexadecimal. `policy forget` also takes its first digits. */
  readonly id: string;
  /** The request in one line, shortened, with secrets masked. */
  readonly request: string;
  /** The reason why it was asked about. */
  readonly reason: string;
  /** The time of the answer, ISO 8601. */
  readonly since: string;
}

/** Result of `policy`. */
export interface PolicyResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Absolute path of the user's policy; empty without a home folder. */
  readonly path: string;
  /** The keys that the policy sets. */
  readonly values: readonly ConfigEntry[];
  /** The real path of the project, in the main working tree; null outside of a project. */
  readonly project: string | null;
  /** The requests that are always allowed in the project, the oldest first. */
  readonly permissions: readonly LastingPermission[];
  /** The permissions that `forget` removes. */
  readonly forgotten: readonly LastingPermission[];
}
