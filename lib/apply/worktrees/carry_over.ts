import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { confinePath } from "../files/confine.ts";
import { copyPath } from "./copy.ts";
import type { Git } from "../git/git.ts";
import { keptFolder } from "./backup.ts";
import { repositoryPath } from "../git/repository.ts";
import type { Workspace } from "./workspace.ts";

/** What came of {@link carryOver}; paths are relative to the project root, in order. */
export interface BroughtHome {
  /** The files that were not there, and are now. */
  readonly brought: readonly string[];
  /** The files that are there and hold something else, and those that may not be written. */
  readonly kept: readonly string[];
  /** The folder that what was brought instead of those lies in, absolute; undefined when there are none. */
  readonly folder: string | undefined;
}

/**
 * Of the files that a plan declares, those that git ignores and that are there. No commit can hold them.
 *
 * @param files Paths relative to the project root; patterns are passed over.
 */
export async function ignoredFiles(
  files: readonly string[],
  { repository, root }: Workspace,
): Promise<readonly string[]> {
  const plain = files.filter((path) => {
    return !path.includes("*") && pathWithin(root, joinPath(root, path)) !== undefined;
  });
  if (plain.length === 0) return [];
  const { git } = repository;
  const ignored = await git.ignoredAmong(plain.map((path) => repositoryPath(repository, path)));
  const found: string[] = [];
  for (const path of plain) {
    if (!ignored.has(repositoryPath(repository, path))) continue;
    const { kind } = await confinePath(git.host, root, { path: joinPath(root, path), access: "read" });
    if (kind === "path" && (await git.host.stat(joinPath(root, path)))?.kind === "file") found.push(path);
  }
  return found;
}

/**
 * Copies what a plan has made in its worktree and git ignores into another working tree: it would be gone
 * with the worktree. What is there already stays, and what it would have become is kept elsewhere.
 *
 * @param files Paths that the plan declares, relative to the project root.
 */
export async function carryOver(
  files: readonly string[],
  source: Workspace,
  target: Workspace,
): Promise<BroughtHome> {
  const { git } = target.repository;
  const brought: string[] = [];
  const kept: string[] = [];
  let folder: string | undefined;
  for (const path of await ignoredFiles(files, source)) {
    const [from, to] = [joinPath(source.root, path), joinPath(target.root, path)];
    const place = await confinePath(git.host, target.root, { path: to, access: "write" });
    if (place.kind === "path" && await git.host.stat(to) === undefined) {
      await copyPath(git.host, from, to);
      brought.push(path);
    } else if (!await isSame(git, from, to)) {
      folder ??= keptFolder(target.repository);
      const copy = joinPath(folder, path);
      await git.host.makeDirectory(parentPath(copy));
      await git.host.copyFile(from, copy);
      kept.push(path);
    }
  }
  return { brought, kept, folder };
}

/** Whether two files hold the same bytes. */
async function isSame(git: Git, one: string, other: string): Promise<boolean> {
  const { code, stdout } = await git.run(["hash-object", "--no-filters", "--", one, other]);
  const [first, second] = stdout.split("\n");
  return code === 0 && first === second;
}
