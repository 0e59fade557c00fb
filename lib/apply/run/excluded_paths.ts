import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import type { StatusEntry } from "../git/output.ts";

/**
 * Returns the paths that no commit of a task can contain, with the reason: nested repositories, which are listed as
 * folders and could not be checked out again, submodules without another commit, and names that git does not print as
 * they are.
 *
 * @param paths Changed paths, relative to the root of the repository.
 * @param submodules Those with changes that are in no commit of their own, by path.
 */
export async function excludedPaths(
  { host, root }: Git,
  paths: readonly string[],
  submodules: ReadonlyMap<string, StatusEntry["uncommitted"]>,
): Promise<ReadonlyMap<string, string>> {
  const excluded = new Map<string, string>();
  for (const path of paths) {
    if (submodules.get(path)?.isMoved === false) {
      excluded.set(path, "it is a submodule, which has changes but no new commit");
    } else if (path.endsWith("/")) excluded.set(path, "it is a separate repository");
    else if (path.includes("\uFFFD") && await host.stat(joinPath(root, path)) === undefined) {
      excluded.set(path, "its name is not UTF-8");
    }
  }
  return excluded;
}
