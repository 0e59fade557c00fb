import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { Git } from "../git/git.ts";
import { submodulePaths } from "../git/submodules.ts";
import { keptFolder } from "../worktrees/backup.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * The files by which git finds the repository of a linked worktree and those of submodules, and the settings of a
 * linked worktree, with their texts; undefined for one that does not exist.
 */
export type GitLinks = ReadonlyMap<string, string | undefined>;

const NAMES = ["commondir", "gitdir", "config.worktree"];

/** The paths of submodules, by what all working trees of an opened repository share. */
const SUBMODULES = new WeakMap<Git["journal"], Promise<readonly string[]>>();

/** Reads the links of a working tree. */
export async function readGitLinks({ repository: { git } }: Workspace): Promise<GitLinks> {
  const folder = await gitFolder(git);
  const own = folder === git.commonDirectory ? [] : [
    joinPath(git.root, ".git"),
    ...NAMES.map((name) => joinPath(folder, name)),
  ];
  const submodules = SUBMODULES.get(git.journal) ?? submodulePaths(git);
  SUBMODULES.set(git.journal, submodules);
  // In one that is not checked out, git would use what a task puts there.
  const paths = [...own, ...(await submodules).map((path) => joinPath(git.root, path, ".git"))];
  const links = await Promise.all(paths.map(async (path) => {
    const isFolder = (await git.host.stat(path))?.kind === "directory";
    return isFolder ? [] : [[path, await textOf(path, git)] as const];
  }));
  return new Map(links.flat());
}

/**
 * Restores changed links without git, which would follow them. What was there is kept.
 *
 * @returns The restored paths.
 */
export async function restoreGitLinks(links: GitLinks, workspace: Workspace): Promise<readonly string[]> {
  const { repository } = workspace;
  const { git } = repository;
  const restored: string[] = [];
  for (const [path, before] of links) {
    const now = await textOf(path, git);
    if (now === before && (now !== undefined || await git.host.stat(path) === undefined)) continue;
    if (await isOwnSubmodule(path, now, git)) continue;
    restored.push(path);
    const kept = joinPath(keptFolder(repository), pathWithin(git.root, path) ?? baseName(path));
    await git.host.makeDirectory(parentPath(kept));
    if (await git.host.stat(path) !== undefined) await git.host.move(path, kept);
    if (before !== undefined) await git.host.createText(path, before);
  }
  return restored;
}

/** Reports whether a file leads from a submodule to its folder in that of git, as `git submodule update` writes it. */
async function isOwnSubmodule(path: string, text: string | undefined, git: Git): Promise<boolean> {
  const [, folder] = /^gitdir: (.+)\n$/.exec(text ?? "") ?? [];
  const inside = pathWithin(git.root, path);
  if (folder === undefined || inside === undefined || inside === ".git") return false;
  if (await git.host.kindOf(path) !== "file") return false;
  const place = joinPath(parentPath(path), folder);
  const real = await git.host.realPath(place).catch(() => place);
  return /(?:^|\/)modules\//.test(pathWithin(git.commonDirectory, real) ?? "");
}

async function textOf(path: string, { host }: Workspace["repository"]["git"]): Promise<string | undefined> {
  return await host.readText(path).catch(() => undefined);
}
