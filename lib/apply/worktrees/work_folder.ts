import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";

/**
 * The folder that holds the worktrees of a repository: in the user's home, beside the saved
 * defaults, so that nothing of it lies in a working tree and no tool comes upon it there. Without a
 * home it is in git's own folder.
 */
export function workFolder(git: Git): string {
  const home = git.host.home();
  const name = baseName(git.root).replace(/[^\w.-]+/g, "_");
  return home === undefined
    ? joinPath(git.commonDirectory, "wf", "worktrees")
    : joinPath(home, ".wf", "worktrees", `${name}-${fingerprint(git.commonDirectory)}`);
}

/** Removes the folder of the worktrees, and those above it that were made for it, where they are empty. */
export async function tidyWorkFolder(git: Git): Promise<void> {
  const folder = workFolder(git);
  for (const path of [folder, parentPath(folder), parentPath(parentPath(folder))]) {
    if (path === git.commonDirectory || path === git.host.home()) return;
    await git.host.removeEmptyDirectory(path);
  }
}

/** Eight hexadecimal digits that differ for different texts (FNV-1a): two repositories may have one name. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
