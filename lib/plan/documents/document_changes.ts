import type { MovedFolder } from "../../../schemas/milestone.ts";

export interface FileChange {
  /** The path, relative to the project root. */
  readonly path: string;
  /** The content before; undefined if the file does not exist. */
  readonly before?: string | undefined;
  /** The content after; undefined if the file is removed. */
  readonly after?: string | undefined;
}

/** A file that is written, not removed. */
export interface WrittenFile extends FileChange {
  readonly after: string;
}

/** Changes of documents below `.planning/`. */
export interface DocumentChanges {
  /** The written and removed files, without unchanged ones. */
  readonly files: readonly FileChange[];
  /** Files and folders that are moved as they are. */
  readonly moves: readonly MovedFolder[];
}
