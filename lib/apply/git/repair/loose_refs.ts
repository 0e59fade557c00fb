import type { Host } from "../../../host/host.ts";
import { joinPath } from "../../../path/paths.ts";

/** A working tree of a repository. */
interface WorkTree {
  readonly host: Host;
  /** Its root, absolute. */
  readonly root: string;
  /** The common folder of the repository, absolute. */
  readonly commonDirectory: string;
}

/**
 * Reads the commit of `HEAD` or of a branch from git's files, without a process. See gitrepository-layout(5).
 *
 * @param name `HEAD`, or the full name of a branch.
 * @returns Undefined if only git can tell: the branch is packed, does not exist, or is stored in another format.
 */
export async function looseCommit(tree: WorkTree, name: string): Promise<string | undefined> {
  const head = name === "HEAD"
    ? await readLine(tree, joinPath(await gitFolder(tree), "HEAD"))
    : `ref: ${name}`;
  const ref = /^ref: (refs\/heads\/(?!\.)[^\n]+)$/.exec(head)?.[1];
  const commit = ref === undefined ? head : await readLine(tree, joinPath(tree.commonDirectory, ref));
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? commit : undefined;
}

/** Reports whether a branch exists, from git's files, by its full name; undefined if only git can tell. */
export async function looseExists(tree: WorkTree, ref: string): Promise<boolean | undefined> {
  // Of a repository that stores its branches in another format, HEAD is a branch that cannot exist.
  if (await looseBranch(tree) === undefined) return undefined;
  if (await looseCommit(tree, ref) !== undefined) return true;
  const { host, commonDirectory } = tree;
  // Git adds a branch to this file before it removes the other.
  const packed = joinPath(commonDirectory, "packed-refs");
  const isPacked = await host.stat(packed) !== undefined &&
    (await host.readText(packed)).includes(` ${ref}\n`);
  return isPacked || await host.stat(joinPath(commonDirectory, ref)) === undefined ? isPacked : undefined;
}

/** Reads the current branch from git's files; undefined if HEAD is detached, or only git can tell. */
export async function looseBranch(tree: WorkTree): Promise<string | undefined> {
  const head = await readLine(tree, joinPath(await gitFolder(tree), "HEAD"));
  return /^ref: refs\/heads\/(?!\.)(\S+)$/.exec(head)?.[1];
}

/** Reports whether a working tree has a branch checked out, by its full name; false if only git can tell. */
export async function hasCheckedOut(tree: WorkTree, ref: string): Promise<boolean> {
  return await readLine(tree, joinPath(await gitFolder(tree), "HEAD")) === `ref: ${ref}`;
}

/** Returns git's folder for a working tree: the common folder, or the one that the `.git` file of a worktree names. */
export async function gitFolder(tree: WorkTree): Promise<string> {
  const folder = /^gitdir: (.+)$/.exec(await readLine(tree, joinPath(tree.root, ".git")))?.[1];
  return folder === undefined ? tree.commonDirectory : joinPath(tree.root, folder);
}

async function readLine({ host }: WorkTree, path: string): Promise<string> {
  return (await host.readText(path).catch(() => "")).replace(/\n$/, "");
}
