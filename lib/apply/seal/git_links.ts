import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { Git } from "../git/git.ts";
import { includedFiles } from "../git/included_files.ts";
import { submodulePaths } from "../git/submodules.ts";
import { withFolders } from "../../parse/plan_file/declared_files.ts";
import { keptFolder } from "../worktrees/backup.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * The files by which git finds the repository of a working tree and those of submodules, and settings in it, with
 * their texts, or where they lead as links; undefined for one that does not exist.
 */
export type GitLinks = ReadonlyMap<string, string | undefined>;

const NAMES = ["commondir", "gitdir", "config.worktree"];

/** The paths of submodules, by what all working trees of an opened repository share. */
const SUBMODULES = new WeakMap<Git["journal"], Promise<readonly string[]>>();

/** Reads the links of a working tree. */
export async function readGitLinks({ repository: { git, prefix } }: Workspace): Promise<GitLinks> {
  const folder = await gitFolder(git);
  const names = folder === git.commonDirectory ? [] : NAMES.map((name) => joinPath(folder, name));
  const submodules = SUBMODULES.get(git.journal) ?? submodulePaths(git);
  SUBMODULES.set(git.journal, submodules);
  // In a submodule that is not checked out, and in the folder of a project below the root, git would use what a task
  // puts there.
  const repositories = ["", ...withFolders(prefix), ...await submodules];
  const paths = [
    ...names,
    ...[...new Set(repositories)].map((path) => joinPath(git.root, path, ".git")),
    ...(await includedFiles(git)).map((path) => joinPath(git.root, path)),
  ];
  const links = await Promise.all(paths.map(async (path) => {
    const isFolder = await git.host.kindOf(path) === "directory";
    return isFolder ? [] : [[path, await markOf(path, git)] as const];
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
    const detour = await detourTo(path, git);
    // Git itself follows no links to a submodule.
    if (detour !== undefined && baseName(path) === ".git") continue;
    const changed = detour ?? path;
    const now = await markOf(changed, git);
    if (now === before && (now !== undefined || await git.host.kindOf(changed) === undefined)) continue;
    if (await isOwnSubmodule(path, now, git)) continue;
    restored.push(changed);
    const kept = joinPath(keptFolder(repository), pathWithin(git.root, changed) ?? baseName(changed));
    await git.host.makeDirectory(parentPath(kept));
    if (await git.host.kindOf(changed) !== undefined) await git.host.move(changed, kept);
    if (before === undefined) continue;
    await git.host.makeDirectory(parentPath(path));
    if (before.startsWith(LINK)) await git.host.link(before.slice(LINK.length), path);
    else await git.host.createText(path, before);
  }
  return restored;
}

/** Returns the link in a working tree that a path leads over; undefined without one. There was none before. */
async function detourTo(path: string, { host, root }: Git): Promise<string | undefined> {
  const inside = pathWithin(root, parentPath(path));
  for (const folder of inside === undefined ? [] : withFolders(inside).toReversed()) {
    const place = joinPath(root, folder);
    if (place !== root && await host.kindOf(place) === "link") return place;
  }
  return undefined;
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

/** The beginning of the mark of a link, which no text of git begins with. */
const LINK = "\0link:";

async function markOf(path: string, { host }: Git): Promise<string | undefined> {
  if (await host.kindOf(path) === "link") return LINK + await host.readLink(path);
  return await host.readText(path).catch(() => undefined);
}
