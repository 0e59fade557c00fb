/**
 * The result of `phase`, `plan` and `abandon`.
 * @module
 */
import type { MovedFolder } from "../milestone.ts";

/** A new ID of a plan. */
export interface RenamedPlan {
  /** Old ID. */
  readonly from: string;
  /** New ID. */
  readonly to: string;
}

/** A line that mentions a phase by its old number. */
export interface OldMention {
  /** Path of the file, relative to the project root. */
  readonly path: string;
  /** Line, from 1. */
  readonly line: number;
  /** The line. */
  readonly text: string;
}

/** A branch that is kept under another name. */
export interface KeptBranch {
  /** Its name before. */
  readonly branch: string;
  /** Its new name. */
  readonly as: string;
}

/** Result of `phase`, `plan` and `abandon`. */
export interface StructureResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /**
   * Outcome. `planned`: with `--dry-run`. `waiting`: the user could not be asked; confirm with `--yes`. `refused`: the
   * documents are changed, but a hook refused their commit; the same command commits them.
   */
  readonly outcome: "planned" | "waiting" | "declined" | "changed" | "refused";
  /** The change: `insert phase 3.1: Hotfix`. */
  readonly change: string;
  /** The phase or plan after the change, as an argument of commands; before it if it is removed. */
  readonly target: string;
  /** The files that are created, relative to the project root. */
  readonly created: readonly string[];
  /** The files whose contents change, by their new paths. */
  readonly changed: readonly string[];
  /** The files that are moved. */
  readonly moved: readonly MovedFolder[];
  /** The files that are removed. */
  readonly removed: readonly string[];
  /** The branches that are kept under another name; only for `abandon`. */
  readonly kept?: readonly KeptBranch[];
  /** The plans that get another ID. */
  readonly renamed: readonly RenamedPlan[];
  /** The lines that mention a phase by its old number, which are not changed. */
  readonly mentions: readonly OldMention[];
  /** The messages of new warnings of `validate`. */
  readonly warnings: readonly string[];
  /** The differences of the documents, as a unified diff. */
  readonly diff: string;
  /** Hash of the commit that was made; null if there is none. */
  readonly commit: string | null;
  /** Output of the hook; only with `refused`. */
  readonly output?: string;
  /** The next commands. */
  readonly next: readonly string[];
  /** The command that takes the change back, if there is one; only with `changed`. */
  readonly back?: string;
}
