import type { DirectoryEntry, Host } from "../../../host/host.ts";
import { joinPath } from "../../../path/paths.ts";
import { WORK_PREFIX } from "../../../plan/naming/work_branch_names.ts";
import { isOwnWorktree } from "../../worktrees/work_folder.ts";
import type { Git } from "../git.ts";
import { GitError, lockHint, lockIn } from "../process.ts";

/** Age at which a lock counts as left by a process that is gone, in milliseconds. */
const SETTLED = 2_000;
/** Total time to wait for locks to be removed or settled, in milliseconds. */
const MAX_WAIT = 5_000;
/** Time between two checks of a lock, in milliseconds. */
const POLL_INTERVAL = 50;

/** Files of the common folder with which git locks what all worktrees share. */
const SHARED: readonly string[] = ["config.lock", "packed-refs.lock", "packed-refs.new", "shallow.lock"];

/**
 * Removes the locks that killed git processes left. Only for a run that holds the lock, while no program of a killed
 * run is alive.
 *
 * Locks of wf's own worktrees and work branches are wf's. Others count as left by a killed run if they are younger
 * than that run; the rest may belong to the user.
 *
 * @param killed The time when the first killed run started, in milliseconds since 1970; undefined if none was killed.
 * @returns The removed files, absolute.
 */
export async function removeLeftLocks(git: Git, killed: number | undefined): Promise<readonly string[]> {
  const { host } = git;
  const found = new Set(await ownLocks(git));
  if (killed !== undefined) {
    for (const path of await repositoryLocks(git)) {
      // Some file systems record only seconds.
      if (await changedAt(host, path) >= killed - 1_000) found.add(path);
    }
  }
  const removed: string[] = [];
  const deadline = host.now() + MAX_WAIT;
  for (const path of found) {
    if (!await isLeft(host, path, deadline)) continue;
    await host.removeFile(path);
    removed.push(path);
  }
  return removed;
}

/** Returns the locks of git that no recent call of git has created, absolute. */
export async function findSettledLocks(git: Git): Promise<readonly string[]> {
  return await locksOfAge(git, SETTLED);
}

/** Adds all locks of the repository to the hint of an error about one: the next call would fail at another. */
export async function namingAllLocks(error: unknown, git: Git): Promise<unknown> {
  const lock = error instanceof GitError ? lockIn(error.output) : undefined;
  if (lock === undefined || !(error instanceof GitError)) return error;
  const others = (await locksOfAge(git, 0)).filter((path) => path !== lock);
  return new GitError(error.message, lockHint([lock, ...others]), error.output, { cause: error });
}

/** @param age In milliseconds. */
async function locksOfAge(git: Git, age: number): Promise<readonly string[]> {
  const { host } = git;
  const paths = new Set([...await ownLocks(git), ...await repositoryLocks(git)]);
  const changed = await Promise.all(
    [...paths].map(async (path) => [path, await changedAt(host, path)] as const),
  );
  return changed.flatMap(([path, time]) => time > -Infinity && host.now() - time >= age ? [path] : []);
}

/** Returns the locks of wf's own worktrees, work branches and temporary indexes. */
async function ownLocks({ host, commonDirectory }: Git): Promise<readonly string[]> {
  const found = [
    ...await locksBelow(host, joinPath(commonDirectory, "refs/heads", WORK_PREFIX)),
    ...await locksIn(host, joinPath(commonDirectory, "wf")),
  ];
  const worktrees = joinPath(commonDirectory, "worktrees");
  for (const { name } of await entriesOf(host, worktrees)) {
    const folder = joinPath(worktrees, name);
    const file = await host.readText(joinPath(folder, "gitdir")).catch(() => "");
    if (isOwnWorktree(file)) found.push(...await locksBelow(host, folder));
  }
  return found;
}

/** Returns the locks of the current working tree and its submodules, and those that all worktrees share. */
async function repositoryLocks(git: Git): Promise<readonly string[]> {
  const { host, commonDirectory } = git;
  const own = (await git.output(["rev-parse", "--absolute-git-dir"])).trim();
  return [
    ...await locksIn(host, own),
    ...await locksBelow(host, joinPath(own, "modules"), "objects"),
    ...SHARED.map((name) => joinPath(commonDirectory, name)),
    ...await locksBelow(host, joinPath(commonDirectory, "refs")),
    joinPath(commonDirectory, "reftable/tables.list.lock"),
  ];
}

async function locksIn(host: Host, folder: string): Promise<readonly string[]> {
  return (await entriesOf(host, folder)).filter(isLock).map(({ name }) => joinPath(folder, name));
}

/** @param except The name of folders that are omitted. */
async function locksBelow(host: Host, folder: string, except?: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(host, folder)) {
    const path = joinPath(folder, entry.name);
    if (isLock(entry)) found.push(path);
    else if (entry.kind === "directory" && entry.name !== except) {
      found.push(...await locksBelow(host, path, except));
    }
  }
  return found;
}

async function entriesOf(host: Host, folder: string): Promise<readonly DirectoryEntry[]> {
  return await host.stat(folder) === undefined ? [] : await host.readDirectory(folder);
}

function isLock({ name, kind }: DirectoryEntry): boolean {
  return kind === "file" && name.endsWith(".lock");
}

/** Waits until a lock is gone or settled, and returns true if it is settled. */
async function isLeft(host: Host, path: string, deadline: number): Promise<boolean> {
  for (;;) {
    const now = host.now();
    const changed = await changedAt(host, path);
    if (changed === -Infinity) return false;
    if (now - changed >= SETTLED) return true;
    if (now >= deadline) return false;
    await new Promise((done) => setTimeout(done, POLL_INTERVAL));
  }
}

/** Returns the time when a file was changed, in milliseconds since 1970; -Infinity if it does not exist. */
async function changedAt(host: Host, path: string): Promise<number> {
  const info = await host.stat(path);
  return info === undefined ? -Infinity : info.changed ?? info.modified;
}
