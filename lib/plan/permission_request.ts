/** What an agent wants to do, whichever words it used. */
export interface PermissionRequest {
  /** Kind of the action, as the agent names it: read, edit, delete, move, search, execute, fetch, other. */
  readonly kind: string;
  /** Title, which may be text that a model wrote. */
  readonly title: string;
  /** The command that would run; undefined when there is none. */
  readonly command?: string;
  /** Paths that it touches, as the agent gave them. */
  readonly paths: readonly string[];
  /** Address that it would reach. */
  readonly url?: string;
  /** Changes of files that it would make. */
  readonly diffs: readonly FileDiff[];
}

/** A change of a file. */
export interface FileDiff {
  /** The file, as the agent gave it. */
  readonly path: string;
  /** Text before; undefined for a new file. */
  readonly before?: string;
  /** Text after. */
  readonly after: string;
}
