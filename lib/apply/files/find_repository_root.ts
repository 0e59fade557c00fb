import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";

/**
 * Finds the working tree that contains a folder: the nearest folder upward with a `.git`, which is a file in
 * linked worktrees.
 *
 * @returns Its absolute path, or undefined if there is none.
 */
export function findRepositoryRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(start, async (folder) => await host.stat(joinPath(folder, ".git")) !== undefined);
}

/** Reports whether a folder may be in a repository, or in what git takes for a bare one. Does not start git. */
export async function mayBeInRepository(host: Host, start: string): Promise<boolean> {
  const mayExist = (path: string) => host.stat(path).then((info) => info !== undefined, () => true);
  const found = await nearestFolder(start, async (folder) => {
    return await mayExist(joinPath(folder, ".git")) || await mayExist(joinPath(folder, "HEAD"));
  });
  return found !== undefined;
}

/** Returns the nearest folder upward that is wanted. */
export async function nearestFolder(
  start: string,
  isWanted: (folder: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let folder = start;; folder = parentPath(folder)) {
    if (await isWanted(folder)) return folder;
    if (parentPath(folder) === folder) return undefined;
  }
}
