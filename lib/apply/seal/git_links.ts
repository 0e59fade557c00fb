import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import { keptFolder } from "../worktrees/backup.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * The files by which git finds the repository and the settings of a linked worktree, with their texts; undefined
 * for one that does not exist. There are none in the main working tree.
 */
export type GitLinks = ReadonlyMap<string, string | undefined>;

const NAMES = ["commondir", "gitdir", "config.worktree"];

/** Reads the links of a working tree. */
export async function readGitLinks({ repository: { git } }: Workspace): Promise<GitLinks> {
  const folder = await gitFolder(git);
  const paths = folder === git.commonDirectory ? [] : [
    joinPath(git.root, ".git"),
    ...NAMES.map((name) => joinPath(folder, name)),
  ];
  return new Map(await Promise.all(paths.map(async (path) => [path, await textOf(path, git)] as const)));
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
    restored.push(path);
    const kept = joinPath(keptFolder(repository), baseName(path));
    await git.host.makeDirectory(parentPath(kept));
    if (await git.host.stat(path) !== undefined) await git.host.move(path, kept);
    if (before !== undefined) await git.host.createText(path, before);
  }
  return restored;
}

async function textOf(path: string, { host }: Workspace["repository"]["git"]): Promise<string | undefined> {
  return await host.readText(path).catch(() => undefined);
}
