import type { Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { resolveLinks } from "../files/resolve_links.ts";
import type { Git } from "../git/git.ts";

/**
 * Returns the folder for the worktrees of a repository, unless an agent hosts the run. It is in the user's home folder, next to the saved
 * defaults, so that no tool finds it in a working tree. Without a home folder it is in git's folder.
 */
export function workFolder(git: Git): string {
  const home = git.host.home();
  const name = baseName(git.root).replace(/[^\w.-]+/g, "_").slice(0, 200);
  return home === undefined
    ? joinPath(git.commonDirectory, "wf", "worktrees")
    : joinPath(home, ".wf", "worktrees", `${name}-${fingerprint(git.commonDirectory)}`);
}

/** Reports whether a path is in a worktree that wf created: in its folder, a temporary one, or one of a worker. */
export function isOwnWorktree(path: string): boolean {
  return /\/\.?wf\/worktrees\/|\/wf-(?:check|lane)-[^/]+\/[^/]+(?:\/|$)/.test(path);
}

/** The folder of worktrees in a project, which an agent that hosts the run may write to. */
const IN_PROJECT = ".wf/worktrees";

/** Returns the folder for the worktrees of a run that an agent hosts: agents write only below their own folder. */
export function hostedFolder(root: string): string {
  return joinPath(root, IN_PROJECT);
}

/** Creates {@link hostedFolder}, which git and programs that follow its rules ignore. */
export async function makeHostedFolder(host: Host, root: string): Promise<void> {
  const files = new ConfinedFiles(host, root);
  await files.makeFolder(IN_PROJECT);
  await files.write(`${IN_PROJECT}/${IGNORING}`, "*\n");
}

/** Makes git ignore its folder, itself included. */
const IGNORING = ".gitignore";

/** Removes {@link hostedFolder} if no worktree is in it. */
export async function tidyHostedFolder(host: Host, root: string): Promise<void> {
  const files = new ConfinedFiles(host, root);
  const folder = hostedFolder(root);
  // Another folder, which a link leads to, is not wf's.
  if (await resolveLinks(host, folder) !== folder) return;
  const entries = await files.list(IN_PROJECT);
  if (entries.length === 1 && entries[0]!.name === IGNORING) await files.remove(`${IN_PROJECT}/${IGNORING}`);
  await tidyWorkFolder(host, folder);
}

/** Removes a folder of worktrees and the parent folders created for it, if they are empty. */
export async function tidyWorkFolder(host: Host, folder: string): Promise<void> {
  for (let each = folder; /\/\.?wf(?:\/worktrees(?:\/[^/]+)?)?$/.test(each); each = parentPath(each)) {
    await host.removeEmptyDirectory(each);
  }
}

/** Returns the FNV-1a hash of a string as eight hexadecimal digits, to separate repositories of the same name. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
