import { joinPath } from "../../../path/paths.ts";
import { FEW_FILES } from "../../../plan/execution/checkout_costs.ts";
import type { Git } from "../git.ts";
import { gitFolder } from "../repair/loose_refs.ts";

/** The typical size of an entry in git's index, in bytes. */
const ENTRY_SIZE = 90;

/** Returns the number of files that git tracks in a working tree, approximately. */
export async function trackedFiles(git: Git): Promise<number> {
  const index = await git.host.stat(joinPath(await gitFolder(git), "index"));
  return Math.round((index?.size ?? 0) / ENTRY_SIZE);
}

/**
 * Lets git remember the untracked files of a big working tree in its index, so that `git status` reads only the
 * folders that have changed since. Does nothing if the user has switched that off, or if the file system does not
 * change the time of a folder. See `core.untrackedCache` in git-config(1).
 *
 * @param folder A folder that does not exist, on the same file system.
 */
export async function rememberUntracked(git: Git, folder: string): Promise<void> {
  if (await trackedFiles(git) <= FEW_FILES || !await changesTimes(git, folder)) return;
  const { code } = await git.run(["update-index", "--untracked-cache"]);
  // Unlike a status that only reads, this one fills the cache. Its mode is a part of the cache.
  if (code === 0) await git.run(["-c", "status.showUntrackedFiles=all", "status", "--porcelain"]);
}

/** A pause in which the times of common file systems advance, in milliseconds. */
const TICK = 20;

/** Reports whether a new file changes the time of its folder. */
async function changesTimes({ host }: Git, folder: string): Promise<boolean> {
  const file = joinPath(folder, "new");
  await host.makeDirectory(folder);
  const before = await host.stat(folder);
  await new Promise((done) => setTimeout(done, TICK));
  if (!await host.createText(file, "")) return false;
  const after = await host.stat(folder);
  await host.removeFile(file);
  await host.removeEmptyDirectory(folder);
  return before !== undefined && before.modified !== after?.modified;
}
