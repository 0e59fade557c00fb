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
