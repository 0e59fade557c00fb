import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { GitError } from "../git/process.ts";
import { keptFolder } from "../worktrees/backup.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { placeOf } from "./file_marks.ts";
import { isConfiguration, writeConfiguration } from "./git_configuration.ts";
import { indexOf, markOf, type PlanningSeal, type SealedChange } from "./planning_seal.ts";

/**
 * Copies the current content of changed documents to a folder, so that it is not lost when they are restored.
 */
export async function keepChanges(
  changes: readonly SealedChange[],
  workspace: Workspace,
  folder: string,
): Promise<void> {
  const { host } = workspace.repository.git;
  for (const { path, after } of changes) {
    const copy = joinPath(folder, path.replaceAll("../", ""));
    if (after === undefined) continue;
    await host.makeDirectory(parentPath(copy));
    if (after.startsWith("link:")) await host.link(after.slice("link:".length), copy);
    else await host.copyFile(placeOf(path, workspace), copy);
  }
}

/**
 * Restores documents and their index entries.
 *
 * @throws {GitError} When the content of some is lost; the others are restored.
 */
export async function putBack(
  changes: readonly SealedChange[],
  seal: Pick<PlanningSeal, "index" | "hooks">,
  workspace: Workspace,
): Promise<void> {
  const lost: unknown[] = [];
  for (const { path, before } of changes) {
    await writeMark(path, before, workspace).catch((error: unknown) => void lost.push(error));
  }
  const now = await indexOf(workspace, seal);
  const entries = changes.flatMap(({ path }) => {
    if (seal.index[path] === now[path]) return [];
    const entry = seal.index[path] ?? `0 ${"0".repeat(now[path]!.length - now[path]!.indexOf(" ") - 1)}`;
    return [`${entry}\t${doorTo(path, workspace)[1]}\0`];
  });
  if (entries.length > 0) {
    await workspace.repository.git.output(["update-index", "-z", "--index-info"], entries.join(""));
  }
  if (lost.length > 0) throw lost[0];
}

/** Writes the content that a mark names to a document, or removes the document without one. */
export async function writeMark(path: string, mark: string | undefined, workspace: Workspace): Promise<void> {
  const { git } = workspace.repository;
  const { host } = git;
  const [files, inside] = doorTo(path, workspace);
  const place = placeOf(path, workspace);
  if (mark === undefined) return await files.remove(inside);
  if (isConfiguration(path)) return await writeConfiguration(git, place, mark);
  const kind = await host.kindOf(place);
  const isReplaced = kind === "link" || kind === "other";
  if ((await host.stat(place))?.kind === "directory") await keepFolder(path, workspace);
  else if (mark.startsWith("link:") || isReplaced) await files.remove(inside);
  if (mark.startsWith("link:")) {
    await host.makeDirectory(parentPath(place));
    return await host.link(mark.slice("link:".length), place);
  }
  if (mark.startsWith("text:")) return await files.write(inside, mark.slice("text:".length));
  const hash = mark.slice("blob:".length);
  const executable = mark.startsWith("exec:");
  await files.write(inside, await contentOf(hash, path, git), executable ? { executable } : {});
  const written = await markOf(path, workspace);
  if (written === undefined || written === mark) return;
  // The content is not text, so git writes its bytes.
  const unpacked = (await git.output(["unpack-file", hash])).trim();
  await files.remove(inside);
  await host.move(joinPath(git.root, unpacked), place);
}

/** Moves a folder that is in the place of a file to those of kept files. */
async function keepFolder(path: string, workspace: Workspace): Promise<void> {
  const { repository } = workspace;
  const { host } = repository.git;
  const kept = joinPath(keptFolder(repository), path.replaceAll("../", ""));
  await host.makeDirectory(parentPath(kept));
  await host.move(placeOf(path, workspace), kept);
}

async function contentOf(hash: string, path: string, git: Git): Promise<string> {
  const { code, stdout, stderr } = await git.run(["cat-file", "blob", hash]);
  if (code === 0) return stdout;
  throw new GitError(
    `Cannot restore ${path}: its earlier content is no longer in the repository`,
    "Restore the file, then run the same command with --answer planning=keep",
    stderr,
  );
}

/** Returns the access to the sealed file at a path, and its path there. */
function doorTo(path: string, workspace: Workspace): readonly [files: ConfinedFiles, path: string] {
  const { host, commonDirectory, root } = workspace.repository.git;
  const folder = path.startsWith(".git/") ? commonDirectory : root;
  return [
    new ConfinedFiles(host, folder),
    pathWithin(folder, placeOf(path, workspace)) ?? path,
  ];
}
