/**
 * The results of commands about names and about the program, and the error that any command may end with.
 * @module
 */

/** Result of `branch-name`. */
export interface BranchNameResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The name, a valid git branch name. */
  readonly branch: string;
}

/** Result of `commit-message`. */
export interface CommitMessageResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The message. */
  readonly message: string;
}

/** Kind of installation: a checkout, a bundle for Deno, sources from a URL, an npm package, or a standalone binary. */
export type InstallationKind = "checkout" | "bundle" | "url" | "npm" | "binary";

/** Result of `--version`. */
export interface VersionResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** The commit it was built from, followed by `-dirty` if there were uncommitted changes; `unknown` if it was not built. */
  readonly commit: string;
  /** The JavaScript runtime. */
  readonly runtime: {
    /** Name: `deno`, `node` or `bun`. */
    readonly name: string;
    /** Its version. */
    readonly version: string;
  };
  /** Kind of installation. */
  readonly installed: InstallationKind;
}

/** Result of `--help`. */
export interface HelpResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The help, as it is printed without `--json`. */
  readonly text: string;
}

/** Result of `schema` without a name. */
export interface SchemaList {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The names of the schemas. */
  readonly schemas: readonly string[];
}

/** Result of `upgrade`. */
export interface UpgradeResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Version of the program. */
  readonly version: string;
  /** Kind of installation. */
  readonly installed: InstallationKind;
  /** URL or path of the program. */
  readonly location: string;
  /** The commands that install the newest version. */
  readonly commands: readonly string[];
}

/** Printed instead of a result when a command could not be carried out. */
export interface ErrorResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The error. */
  readonly error: {
    /** The message. */
    readonly message: string;
    /** The remedy. */
    readonly hint?: string;
    /** Exit code of the program. */
    readonly exitCode: number;
  };
}
