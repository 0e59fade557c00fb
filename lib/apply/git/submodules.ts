import { joinPath } from "../../path/paths.ts";
import type { Git } from "./git.ts";

/** Returns the paths of the submodules in a working tree, and of those in them, relative to its root. */
export async function submodulePaths(git: Git): Promise<readonly string[]> {
  const { stdout } = await git.run(["ls-files", "--stage", "-z"]);
  const entries = stdout.split("\0").filter((entry) => entry.startsWith("160000 "));
  const paths = [...new Set(entries.map((entry) => entry.slice(entry.indexOf("\t") + 1)))];
  const found = await Promise.all(paths.map(async (path) => {
    const inner = git.at(joinPath(git.root, path));
    // Without a repository of its own, git would take that of the working tree around it.
    if (await git.host.stat(joinPath(inner.root, ".git")) === undefined) return [path];
    return [path, ...(await submodulePaths(inner)).map((nested) => joinPath(path, nested))];
  }));
  return found.flat();
}
