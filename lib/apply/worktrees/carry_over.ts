import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { confinePath } from "../files/confine.ts";
import { copyPath } from "./copy.ts";
import type { Git } from "../git/git.ts";
import { keptFolder } from "./backup.ts";
import { repositoryPath } from "../git/repository.ts";
import type { Workspace } from "./workspace.ts";

/** The result of {@link carryOver}. Paths are relative to the project root, in order. */
export interface CarriedFiles {
  /** The files that were copied. */
  readonly copied: readonly string[];
  /** The files that were kept, because they have other content or must not be written. */
  readonly kept: readonly string[];
  /** The folder with the plan's versions of the kept files, absolute; undefined if there are none. */
  readonly folder: string | undefined;
}

/**
 * Returns the existing files among those that a plan declares which git ignores. No commit can contain them.
 *
 * @param files Paths relative to the project root; patterns are skipped.
 */
export async function ignoredFiles(
  files: readonly string[],
  { repository, root }: Workspace,
): Promise<readonly string[]> {
  const { git } = repository;
  const found: string[] = [];
  for (const path of files) {
    const place = joinPath(root, path);
    if (path.includes("*") || pathWithin(root, place) === undefined) continue;
    if ((await git.host.stat(place).catch(() => undefined))?.kind !== "file") continue;
    const { kind } = await confinePath(git.host, root, { path: place, access: "read" });
    if (kind === "path") found.push(path);
  }
  if (found.length === 0) return [];
  const ignored = await git.ignoredAmong(found.map((path) => repositoryPath(repository, path)));
  return found.filter((path) => ignored.has(repositoryPath(repository, path)));
}

/**
 * Copies ignored files that a plan wrote from its worktree to another working tree, because they would be lost
 * with the worktree. Existing files are kept, and the plan's versions of them are saved elsewhere.
 *
 * @param files Paths that the plan declares, relative to the project root.
 */
export async function carryOver(
  files: readonly string[],
  source: Workspace,
  target: Workspace,
): Promise<CarriedFiles> {
  const { git } = target.repository;
  const copied: string[] = [];
  const kept: string[] = [];
  let folder: string | undefined;
  for (const path of await ignoredFiles(files, source)) {
    const [from, to] = [joinPath(source.root, path), joinPath(target.root, path)];
    const place = await confinePath(git.host, target.root, { path: to, access: "write" });
    if (place.kind === "path" && await git.host.stat(to) === undefined) {
      await copyPath(git.host, from, to);
      copied.push(path);
    } else if (!await isSame(git, from, to)) {
      folder ??= keptFolder(target.repository);
      const copy = joinPath(folder, path);
      await git.host.makeDirectory(parentPath(copy));
      await git.host.copyFile(from, copy);
      kept.push(path);
    }
  }
  return { copied, kept, folder };
}

/** Reports whether two files have the same content. */
async function isSame(git: Git, one: string, other: string): Promise<boolean> {
  const { code, stdout } = await git.run(["hash-object", "--no-filters", "--", one, other]);
  const [first, second] = stdout.split("\n");
  return code === 0 && first === second;
}
