import { type Host, HostError } from "../../host/host.ts";
import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { findRepositoryRoot } from "../files/find_repository_root.ts";

/**
 * Returns the folder for which trust in a project is recorded: its real path, or for a linked worktree its
 * path in the main working tree, so that all worktrees of a repository share it.
 *
 * Git's files are read directly, as nothing in an untrusted repository may run.
 *
 * @param root Absolute path of the project root.
 */
export async function trustPlace(host: Host, root: string): Promise<string> {
  const own = await host.realPath(root);
  const top = await findRepositoryRoot(host, own);
  const main = top === undefined ? undefined : await mainWorkingTree(host, top);
  return top === undefined || main === undefined ? own : joinPath(main, pathWithin(top, own) ?? ".");
}

/**
 * Returns the main working tree of a linked one; undefined for any other. The repository itself must list the
 * linked worktree: a folder from an archive could only claim to be one.
 */
async function mainWorkingTree(host: Host, top: string): Promise<string | undefined> {
  const mark = joinPath(top, ".git");
  if ((await host.stat(mark))?.kind !== "file") return undefined;
  try {
    const [, link] = /^gitdir: (.+)$/m.exec(await host.readText(mark)) ?? [];
    if (link === undefined) return undefined;
    const administration = await host.realPath(joinPath(top, link));
    const read = async (name: string) => {
      const path = (await host.readText(joinPath(administration, name))).trim();
      return await host.realPath(joinPath(administration, path));
    };
    const [back, common] = [await read("gitdir"), await read("commondir")];
    const isKnown = back === await host.realPath(mark) &&
      parentPath(administration) === joinPath(common, "worktrees");
    if (!isKnown) return undefined;
    return baseName(common) === ".git" ? parentPath(common) : common;
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}
