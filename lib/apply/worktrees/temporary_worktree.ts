import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
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
    await removeFolder(host, folder);
    await forgetWorktree(git, { directory, locked: undefined });
  }
}

/** Removes a folder and its content. Links are removed, not followed. */
export async function removeFolder(host: Host, folder: string): Promise<void> {
  for (const { name, kind } of await host.readDirectory(folder)) {
    const path = joinPath(folder, name);
    await (kind === "directory" ? removeFolder(host, path) : host.removeFile(path));
  }
  await host.removeEmptyDirectory(folder);
}
