import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { forgetWorktree, makeWorktree } from "./worktree_entries.ts";

/**
 * Runs an action in a temporary worktree of a commit, and removes the worktree with everything that the action
 * wrote there.
 */
export async function inTemporaryWorktree<T>(
  git: Git,
  commit: string,
  action: (git: Git) => Promise<T>,
): Promise<T> {
  const { host } = git;
  const folder = await host.realPath(await host.makeTemporaryDirectory("wf-check-"));
  const directory = joinPath(folder, "tree");
  try {
    await makeWorktree(git, directory, { options: ["--detach"], commit });
    return await action(git.at(directory));
  } finally {
    await removeTemporaryWorktree(git, directory);
  }
}

/** The age at which a temporary worktree counts as left by a run that was killed, in milliseconds. */
const LEFT = 3_600_000;

/**
 * Returns the folders of temporary worktrees that killed runs left, absolute.
 *
 * @param killed The time when a killed run started, in milliseconds since 1970: its worktrees may be younger.
 */
export async function leftTemporaryWorktrees(git: Git, killed = Infinity): Promise<readonly string[]> {
  const { host, commonDirectory } = git;
  const entries = joinPath(commonDirectory, "worktrees");
  const left: string[] = [];
  for (const { name } of await host.stat(entries) === undefined ? [] : await host.readDirectory(entries)) {
    const file = joinPath(entries, name, "gitdir");
    const [, folder] = /^(.*\/wf-check-[^/]+)\/tree\/\.git$/.exec(
      (await host.readText(file).catch(() => "")).trim(),
    ) ?? [];
    const made = (await host.stat(file))?.modified ?? Infinity;
    if (folder !== undefined && (host.now() - made >= LEFT || made >= killed)) left.push(folder);
  }
  return left;
}

/** Removes a temporary worktree with everything in it, and the folder that was created for it. */
export async function removeTemporaryWorktree(git: Git, directory: string, locked?: string): Promise<void> {
  const folder = parentPath(directory);
  if (await git.host.stat(folder) !== undefined) await removeFolder(git.host, folder);
  await forgetWorktree(git, { directory, locked });
}

/** Removes a folder and its content. Links are removed, not followed. */
export async function removeFolder(host: Host, folder: string): Promise<void> {
  for (const { name, kind } of await host.readDirectory(folder)) {
    const path = joinPath(folder, name);
    await (kind === "directory" ? removeFolder(host, path) : host.removeFile(path));
  }
  await host.removeEmptyDirectory(folder);
}
