/**
 * What a coding agent asks leave for, in one form for all agents, and what is decided about it.
 * @module
 */

/** What would happen to a path. */
export type PathIntent = "read" | "write" | "delete";

/** A path that an agent wants to touch. */
export interface RequestedPath {
  /** The path, as the agent gave it. */
  readonly path: string;
  /** What would happen to it; the strongest where the request names several. */
  readonly intent: PathIntent;
}

/** A change of a file. */
export interface FileDiff {
  /** The file, as the agent gave it. */
  readonly path: string;
  /** Text before; undefined for a new file, or where the agent does not tell. */
  readonly before?: string;
  /** Text after. */
  readonly after: string;
}

/** What an agent wants to do, whichever words it used. */
export interface PermissionRequest {
  /** ID of the use of the tool, as the agent gave it; empty where it gave none. */
  readonly id: string;
  /** Kind of the action, as the agent names it: read, edit, delete, move, search, execute, fetch, other. */
  readonly kind: string;
  /** Name of the tool, where the agent told it apart from the title; empty otherwise. */
  readonly tool: string;
  /** Title, which may be text that a model wrote. It can make a decision stricter, and never milder. */
  readonly title: string;
  /** The command that would run, as a shell would read it; undefined when there is none. */
  readonly command?: string;
  /** Folder the command would run in, as the agent gave it; the folder of the work when undefined. */
  readonly directory?: string;
  /** Paths that it touches, each once. */
  readonly paths: readonly RequestedPath[];
  /** Address that it would reach. */
  readonly url?: string;
  /** Changes of files that it would make. */
  readonly diffs: readonly FileDiff[];
  /** What the agent handed to its tool, as JSON: for people, shortened, never judged. */
  readonly raw: string;
}

/** What a decision rests on. */
export type PermissionCategory =
  /** What no agent may do: commit, bypass hooks, write outside of its folder or to what governs it. */
  | "never"
  /** It deletes, or rewrites history. */
  | "destructive"
  /** It reaches the network or a service. */
  | "external"
  /** It reads outside of the folder of the work. */
  | "outside"
  /** What it does cannot be told. */
  | "unclassified"
  /** It changes files inside of the folder. */
  | "edit"
  /** It is one of the task's own checks. */
  | "check"
  /** It reads inside of the folder, or does nothing of note. */
  | "harmless";

/** What is decided about a request. An `allow` holds for this one request, never for further ones. */
export interface PermissionVerdict {
  /** Allowed, refused, or a person's to answer; refused where nobody is there. */
  readonly kind: "allow" | "ask" | "deny";
  /** What the decision rests on. */
  readonly category: PermissionCategory;
  /** Why, in a sentence without a full stop, for people and for the agent. */
  readonly reason: string;
}
