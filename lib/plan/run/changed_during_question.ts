import { firstOf } from "../../text/list_text.ts";

/** Describes files that the user changed while a question was open, and that are in no commit. */
export function changedDuringQuestion(paths: readonly string[]): string {
  return `Changed while a question was open, and not committed: ${firstOf(paths)}`;
}
