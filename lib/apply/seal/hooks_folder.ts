import { isAbsolute, joinPath, pathWithin } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { projectPath, upFrom } from "../git/repository.ts";
import { rootIn, type Workspace } from "../worktrees/workspace.ts";

/** The values of `core.hooksPath`, by what all working trees of an opened repository share. */
const KNOWN = new WeakMap<Git["journal"], Promise<string>>();

/**
 * Returns the value of `core.hooksPath`, with slashes; empty if it is not set.
 *
 * Git is asked once, before the first task: later values may be a task's.
 */
export async function hooksPath(git: Git): Promise<string> {
  const known = KNOWN.get(git.journal) ??
    git.run(["config", "--type=path", "--get", "core.hooksPath"]).then(({ stdout }) => stdout.trimEnd());
  KNOWN.set(git.journal, known);
  return (await known).replaceAll("\\", "/");
}

/**
 * Returns the folder that `core.hooksPath` names, if a task can write there as in its other files: in the working
 * tree, or in git's folder.
 *
 * @returns A path relative to the project root, or one below `.git/`; undefined if hooks are elsewhere, or if the
 *   folder contains the project.
 */
export async function hooksFolder(
  { repository }: Pick<Workspace, "repository">,
): Promise<string | undefined> {
  const { git } = repository;
  const value = await hooksPath(git);
  if (value === "") return undefined;
  const folder = isAbsolute(value)
    ? await git.host.realPath(value).catch(() => value)
    : joinPath(git.root, value);
  const shared = pathWithin(git.commonDirectory, folder);
  if (shared !== undefined) return shared === "." ? undefined : `.git/${shared}`;
  const path = pathWithin(git.root, folder);
  if (path === undefined || pathWithin(folder, rootIn(repository)) !== undefined) return undefined;
  return projectPath(repository, path) ?? upFrom(repository) + path;
}
