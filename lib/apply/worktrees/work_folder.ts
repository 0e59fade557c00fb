import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";

/**
 * Returns the folder for the worktrees of a repository. It is in the user's home folder, next to the saved
 * defaults, so that no tool finds it in a working tree. Without a home folder it is in git's folder.
 */
export function workFolder(git: Git): string {
  const home = git.host.home();
  const name = baseName(git.root).replace(/[^\w.-]+/g, "_").slice(0, 200);
  return home === undefined
    ? joinPath(git.commonDirectory, "wf", "worktrees")
    : joinPath(home, ".wf", "worktrees", `${name}-${fingerprint(git.commonDirectory)}`);
}

/** Reports whether a path is in a worktree that wf created: in its folder, or a temporary one. */
export function isOwnWorktree(path: string): boolean {
  return /\/\.?wf\/worktrees\/|\/wf-check-[^/]+\/tree(?:\/|$)/.test(path);
}

/** Removes the folder of the worktrees and the parent folders created for it, if they are empty. */
export async function tidyWorkFolder(git: Git): Promise<void> {
  const folder = workFolder(git);
  for (const path of [folder, parentPath(folder), parentPath(parentPath(folder))]) {
    if (path === git.commonDirectory || path === git.host.home()) return;
    await git.host.removeEmptyDirectory(path);
  }
}

/** Returns the FNV-1a hash of a string as eight hexadecimal digits, to separate repositories of the same name. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
