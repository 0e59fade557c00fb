import { isRecord } from "../../collections/is_record.ts";
import { CommonRecord } from "../files/common_record.ts";

/** An undo between its first change of a file and its commit. */
export interface PendingUndo {
  /** The commit before it. */
  readonly head: string;
  /** The tree that it commits. */
  readonly tree: string;
}

/** The record of an undo that is being committed. */
export const PENDING_UNDO = new CommonRecord(
  "wf/undo.json",
  (value): value is PendingUndo => isRecord(value) && "head" in value && "tree" in value,
);
