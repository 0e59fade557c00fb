import { joinPath } from "../../../path/paths.ts";
import { conflictIn } from "../../../text/conflict.ts";
import { mayHoldText, textOf } from "../../files/find_conflicts.ts";
import type { ConflictPath } from "../../../../schemas/event.ts";
import type { Git } from "../git.ts";
import { parseUnmerged } from "../output.ts";

/**
 * Returns the conflicts whose files still contain markers, so that a commit would contain them: also those of files
 * that were added nevertheless, which git no longer takes for unmerged.
 */
export async function markedConflicts(git: Git): Promise<readonly ConflictPath[]> {
  const outputs = await Promise.all(
    ["--unmerged", "--resolve-undo"].map((kind) => git.output(["ls-files", kind, "-z"])),
  );
  const conflicts = outputs.flatMap((output) => parseUnmerged(output.split("\0")));
  const marked = await Promise.all(conflicts.map(async ({ path }) => {
    return mayHoldText(path) && conflictIn(await textOf(git.host, joinPath(git.root, path))) !== undefined;
  }));
  return conflicts.filter((_, index) => marked[index]);
}
