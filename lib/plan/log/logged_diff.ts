import type { FileDiff } from "../../../schemas/permission.ts";
import type { LoggedDiff } from "../../../schemas/run_log.ts";
import { createTwoFilesPatch } from "../../deps/diff.ts";

/** The maximum length of the texts that are compared, in UTF-16 units. */
const MAX_COMPARED = 400_000;
/** The maximum number of changed lines. */
const MAX_EDIT = 2000;
/** The maximum length of a diff, in UTF-16 units. */
const MAX_DIFF = 20_000;

/**
 * Returns the changed lines of a file for a transcript.
 *
 * @param directory The folder of the agent, absolute.
 */
export function loggedDiff({ path: given, before = "", after }: FileDiff, directory: string): LoggedDiff {
  const path = given.startsWith(`${directory}/`) ? given.slice(directory.length + 1) : given;
  if (before.length + after.length > MAX_COMPARED) return { path, text: "" };
  const patch = createTwoFilesPatch("", "", before, after, "", "", {
    context: 2,
    maxEditLength: MAX_EDIT,
  }) ?? "";
  const text = patch.slice(Math.max(0, patch.indexOf("@@")));
  return { path, text: text.length > MAX_DIFF ? `${text.slice(0, MAX_DIFF)}\n…` : text };
}
