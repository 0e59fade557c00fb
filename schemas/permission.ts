/**
 * Permission requests of coding agents, in one form for all agents, and the decisions about them.
 * @module
 */

/** The intended use of a path. */
export type PathIntent = "read" | "write" | "delete";

/** A path that an agent wants to touch. */
export interface RequestedPath {
  /** The path, as the agent gave it. */
  readonly path: string;
  /** Its intended use; the strongest one when the request names several. */
  readonly intent: PathIntent;
}

/** A change to a file. */
export interface FileDiff {
  /** The file, as the agent gave it. */
  readonly path: string;
  /** Old text; undefined for a new file, or when the agent does not provide it. */
  readonly before?: string;
  /** New text. */
  readonly after: string;
}

/** An action that an agent requests permission for. */
export interface PermissionRequest {
  /** ID of the tool call, as the agent gave it; empty when it gave none. */
  readonly id: string;
  /** Kind of the action, as the agent names it: read, edit, delete, move, search, execute, fetch, other. */
  readonly kind: string;
  /** Name of the tool, when the agent gave it separately from the title; otherwise empty. */
  readonly tool: string;
  /** Title, possibly written by a model. It can make a decision stricter, never more lenient. */
  readonly title: string;
  /** Command to run, in shell syntax; undefined when there is none. */
  readonly command?: string;
  /** Folder to run the command in, as the agent gave it. Default: the working folder. */
  readonly directory?: string;
  /** The requested paths, each once. */
  readonly paths: readonly RequestedPath[];
  /** URL to access. */
  readonly url?: string;
  /** The intended changes to files. */
  readonly diffs: readonly FileDiff[];
  /** Shortened JSON input of the tool, for display; not used in the decision. */
  readonly raw: string;
}

/** The basis of a decision. */
export type PermissionCategory =
  /** Forbidden to every agent: commit, bypass hooks, write outside its folder or to its own configuration. */
  | "never"
  /** Deletes, or rewrites history. */
  | "destructive"
  /** Accesses the network or a service. */
  | "external"
  /** Reads outside the working folder. */
  | "outside"
  /** Cannot be classified. */
  | "unclassified"
  /** Changes files inside the working folder. */
  | "edit"
  /** One of the task's own checks, or a usual tool of the project, such as its tests, its build or a linter. */
  | "check"
  /** Reads inside the working folder, or has no effect. */
  | "harmless";

/** The decision about a request. An `allow` applies to this request only, never to later ones. */
export interface PermissionVerdict {
  /** `ask` leaves the decision to the user, and is a denial when the user cannot be asked. */
  readonly kind: "allow" | "ask" | "deny";
  /** The basis of the decision. */
  readonly category: PermissionCategory;
  /** Reason for the user and the agent, in one sentence without a full stop. */
  readonly reason: string;
}
