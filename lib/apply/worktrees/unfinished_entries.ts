import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { removeFolder } from "./temporary_worktree.ts";
import { hostedFolder, isOwnWorktree, workFolder } from "./work_folder.ts";
import { MAKING } from "./worktree_entries.ts";

/**
 * Removes the entries of worktrees that git was killed in creating before their checkout, and their empty folders: with
 * such an entry, git may refuse to list any worktree. wf's own reason for the lock identifies them.
 *
 * @param root The root of the project.
 */
export async function removeUnfinished(git: Git, root: string = git.root): Promise<void> {
  const { host, commonDirectory } = git;
  const worktrees = joinPath(commonDirectory, "worktrees");
  for (const name of await foldersIn(git, worktrees)) {
    const entry = joinPath(worktrees, name);
    const [locked, common, head, link] = await Promise.all(
      ["locked", "commondir", "HEAD", "gitdir"].map(async (file) => {
        return (await host.readText(joinPath(entry, file)).catch(() => "")).trim();
      }),
    );
    if (locked !== MAKING || common !== "" && head !== "") continue;
    await removeFolder(host, entry);
    if (isOwnWorktree(link!)) await host.removeFile(link!);
  }
  for (const folder of [workFolder(git), hostedFolder(root)]) {
    for (const name of await foldersIn(git, folder)) await host.removeEmptyDirectory(joinPath(folder, name));
  }
}

async function foldersIn({ host }: Git, folder: string): Promise<readonly string[]> {
  if (await host.stat(folder) === undefined) return [];
  return (await host.readDirectory(folder)).filter(({ kind }) => kind === "directory").map(({ name }) =>
    name
  );
}
