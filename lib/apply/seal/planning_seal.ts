import { defined } from "../../collections/defined.ts";
import { HostError } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { linkTarget } from "../git/baseline.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import { GitError } from "../git/process.ts";
import { repositoryPath } from "../git/repository.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * The state of `.planning/` in a working tree: for each file `blob:` and the hash of its content, which is in
 * git's object store, or `link:` and its target; and its entry in the index, if any. By path relative to the
 * project root.
 */
export interface PlanningSeal {
  /** The contents of files. */
  readonly files: Readonly<Record<string, string>>;
  /** Entries of the index: mode and hash. */
  readonly index: Readonly<Record<string, string>>;
}

export interface SealedChange {
  /** Path relative to the project root. */
  readonly path: string;
  /** The content before; absent when it did not exist. */
  readonly before?: string;
  /** The content after; absent when it was removed. */
  readonly after?: string;
}

/** Records the content of `.planning/`, byte for byte. */
export async function takeSeal(workspace: Workspace): Promise<PlanningSeal> {
  const [files, index] = await Promise.all([documentsOf(workspace), indexOf(workspace)]);
  return { files, index };
}

/** Maximum number of attempts to read files while concurrent tasks remove some. */
const MAX_ATTEMPTS = 5;

/** Returns the files in `.planning/`, reading again if one was removed between listing and reading. */
async function documentsOf(workspace: Workspace): Promise<Record<string, string>> {
  for (let attempt = 1;; attempt++) {
    try {
      return await readDocuments(workspace);
    } catch (error) {
      if (!(error instanceof GitError || error instanceof HostError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Returns a seal with some paths updated from a newer one. */
export function resealed(seal: PlanningSeal, now: PlanningSeal, paths: readonly string[]): PlanningSeal {
  const renewed = new Set(paths);
  const mix = (old: Readonly<Record<string, string>>, newer: Readonly<Record<string, string>>) =>
    Object.fromEntries([
      ...Object.entries(old).filter(([path]) => !renewed.has(path)),
      ...Object.entries(newer).filter(([path]) => renewed.has(path)),
    ]);
  return { files: mix(seal.files, now.files), index: mix(seal.index, now.index) };
}

/** Returns the contents of the files in `.planning/`. */
async function readDocuments({ repository: { git }, root }: Workspace): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const regular: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const { name, kind } of await git.host.readDirectory(joinPath(root, folder))) {
      const path = `${folder}/${name}`;
      if (name === ".git" || path.includes("\n")) continue;
      if (kind === "directory") await visit(path);
      else if (kind === "file") regular.push(path);
      else if (kind === "link") {
        files[path] = `link:${await linkTarget(git.host, joinPath(root, path)) ?? ""}`;
      }
    }
  };
  if ((await git.host.stat(joinPath(root, PLANNING)))?.kind === "directory") await visit(PLANNING);
  const hashes = await hashesOf(git, regular.map((path) => joinPath(root, path)));
  regular.forEach((path, index) => files[path] = `blob:${hashes[index]}`);
  return files;
}

/** Returns the changes since a seal was taken, sorted by path. */
export async function changedDocuments(
  seal: PlanningSeal,
  workspace: Workspace,
): Promise<readonly SealedChange[]> {
  const files = await documentsOf(workspace);
  return [...new Set([...Object.keys(seal.files), ...Object.keys(files)])].sort().flatMap((path) => {
    const [before, after] = [seal.files[path], files[path]];
    if (before === after) return [];
    return [{ path, ...defined({ before, after }) }];
  });
}

/**
 * Copies the current content of changed documents to a folder, so that it is not lost when they are restored.
 */
export async function keepChanges(
  changes: readonly SealedChange[],
  { repository: { git }, root }: Workspace,
  folder: string,
): Promise<void> {
  const { host } = git;
  for (const { path, after } of changes) {
    const copy = joinPath(folder, path);
    if (after === undefined) continue;
    await host.makeDirectory(parentPath(copy));
    if (after.startsWith("link:")) await host.link(after.slice("link:".length), copy);
    else await host.copyFile(joinPath(root, path), copy);
  }
}

/** Restores documents and their index entries. */
export async function putBack(
  changes: readonly SealedChange[],
  seal: Pick<PlanningSeal, "index">,
  workspace: Workspace,
): Promise<void> {
  for (const { path, before } of changes) await writeMark(path, before, workspace);
  const { repository } = workspace;
  const now = await indexOf(workspace);
  const entries = changes.flatMap(({ path }) => {
    if (seal.index[path] === now[path]) return [];
    const entry = seal.index[path] ?? `0 ${"0".repeat(now[path]!.length - now[path]!.indexOf(" ") - 1)}`;
    return [`${entry}\t${repositoryPath(repository, path)}\0`];
  });
  if (entries.length > 0) {
    await repository.git.output(["update-index", "-z", "--index-info"], entries.join(""));
  }
}

/** Writes the content that a mark names to a document, or removes the document without one. */
export async function writeMark(path: string, mark: string | undefined, workspace: Workspace): Promise<void> {
  const { repository: { git }, root } = workspace;
  const { host } = git;
  const files = new ConfinedFiles(host, root);
  const file = joinPath(root, path);
  if (mark === undefined) return await files.remove(path);
  if (mark.startsWith("link:") || await linkTarget(host, file) !== undefined) await files.remove(path);
  if (mark.startsWith("link:")) {
    await host.makeDirectory(parentPath(file));
    return await host.link(mark.slice("link:".length), file);
  }
  const hash = mark.slice("blob:".length);
  await files.write(path, await git.output(["cat-file", "blob", hash]));
  const written = await markOf(path, workspace);
  if (written === undefined || written === mark) return;
  // The content is not text, so git writes its bytes.
  const unpacked = (await git.output(["unpack-file", hash])).trim();
  await files.remove(path);
  await host.move(joinPath(git.root, unpacked), file);
}

/** Returns the mark for the content of a document; undefined when it does not exist. */
export async function markOf(
  path: string,
  { repository: { git }, root }: Workspace,
): Promise<string | undefined> {
  const file = joinPath(root, path);
  const target = await linkTarget(git.host, file);
  if (target !== undefined) return `link:${target}`;
  if ((await git.host.stat(file))?.kind !== "file") return undefined;
  // A concurrent task may have removed it since.
  const { code, stdout } = await git.run(["hash-object", "-w", "--no-filters", "--", file]);
  return code === 0 ? `blob:${stdout.trimEnd()}` : undefined;
}

/** Adds the contents of files to git's object store. */
async function hashesOf(git: Git, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const args = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  return (await git.output(args, `${files.join("\n")}\n`)).trimEnd().split("\n");
}

/** Returns the index entries of `.planning/`. */
async function indexOf({ repository }: Workspace): Promise<Record<string, string>> {
  const folder = repositoryPath(repository, PLANNING);
  const args = ["--literal-pathspecs", "ls-files", "--stage", "-z", "--full-name", "--", folder];
  const found: Record<string, string> = {};
  for (const line of (await repository.git.output(args)).split("\0")) {
    const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
    if (path === undefined || stage !== "0") continue;
    found[repository.prefix === "" ? path : path.slice(repository.prefix.length + 1)] = `${mode} ${hash}`;
  }
  return found;
}
