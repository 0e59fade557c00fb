import { isAbsolute, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { resolveLinks } from "../files/resolve_links.ts";
import type { Git } from "./git.ts";

/** The included files, by what all working trees of an opened repository share. */
const KNOWN = new WeakMap<Git["journal"], Promise<readonly string[]>>();

/**
 * Returns the files in a working tree that settings of git include, also on a condition, and that may not exist. Their
 * settings can name programs, so that no task may change them, also in another worktree, where they become a commit.
 *
 * Git is asked once, before the first task: later settings may be a task's.
 *
 * @returns Paths relative to the root, links resolved.
 */
export async function includedFiles(git: Git): Promise<readonly string[]> {
  const known = KNOWN.get(git.journal) ?? findIncluded(git);
  KNOWN.set(git.journal, known);
  const paths = await Promise.all((await known).map(async (path) => {
    return pathWithin(git.root, await resolveLinks(git.host, joinPath(git.root, path)));
  }));
  return [...new Set(paths.flatMap((path) => path ?? []))];
}

async function findIncluded(git: Git): Promise<readonly string[]> {
  const args = ["config", "--show-origin", "-z", "--get-regexp", "^include(if\\..*)?\\.path$"];
  const fields = (await git.run(args)).stdout.split("\0");
  const roots = [git.root, parentPath(git.commonDirectory)];
  return fields.flatMap((field, index) => {
    if (index % 2 === 0) return [];
    const origin = joinPath(git.root, fields[index - 1]!.replace(/^file:/, ""));
    const value = field.slice(field.indexOf("\n") + 1).replace(/^~(?=\/)/, git.host.home() ?? "~");
    const path = isAbsolute(value) ? value : joinPath(parentPath(origin), value);
    return roots.flatMap((root) => pathWithin(root, path) ?? []).slice(0, 1);
  });
}
