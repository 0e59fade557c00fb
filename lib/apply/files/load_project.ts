import { fileFailure } from "../../host/failure.ts";
import type { DirectoryEntry, Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import { parseProject, PLANNING, UNREAD } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { neverMade, referencedPaths } from "../../parse/project/references.ts";
import { mapAll } from "./map_all.ts";
import { readSources } from "./read_sources.ts";

/**
 * The project a folder lies in: the nearest folder upward that holds `.planning/`.
 *
 * @param start Absolute path of a folder.
 * @returns Its absolute path, or undefined when there is none.
 */
export function findProjectRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(
    start,
    async (folder) => (await host.stat(joinPath(folder, PLANNING)))?.kind === "directory",
  );
}

/**
 * The working tree a folder lies in: the nearest folder upward that holds `.git`, which is a file in
 * linked working trees.
 *
 * @param start Absolute path of a folder.
 * @returns Its absolute path, or undefined when there is none.
 */
export function findRepositoryRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(start, async (folder) => await host.stat(joinPath(folder, ".git")) !== undefined);
}

/**
 * The folder that the paths of what is staged are relative to: the working tree, or where that is itself
 * a folder `.planning`, in a repository of its own, the folder it lies in.
 *
 * @param start Absolute path of a folder.
 * @returns Its absolute path, or undefined when there is no working tree.
 */
export async function findStagedRoot(host: Host, start: string): Promise<string | undefined> {
  const root = await findRepositoryRoot(host, start);
  return root !== undefined && baseName(root) === PLANNING ? parentPath(root) : root;
}

async function nearestFolder(
  start: string,
  isWanted: (folder: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let folder = start;; folder = parentPath(folder)) {
    if (await isWanted(folder)) return folder;
    if (parentPath(folder) === folder) return undefined;
  }
}

/** Reads and parses a project. Throws a HostError when a file is there and cannot be read. */
export async function loadProject(host: Host, root: string): Promise<Project> {
  const sources = await readSources(host, root);
  for (const [path, reason] of sources.unread ?? []) {
    if (reason === "folder") continue;
    const file = joinPath(root, path);
    const isDenied = reason === "no-permission";
    throw fileFailure(isDenied ? reason : "other", file, UNREAD[reason]);
  }
  return parseProject(sources);
}

/**
 * Looks whether the files are there that a project's plans refer to, each path once.
 *
 * Where the root holds nothing but `.planning/`, nothing is said of other files: the sources are
 * somewhere else.
 *
 * @returns The project, with what is absent.
 */
export async function findReferences(host: Host, root: string, project: Project): Promise<Project> {
  const wanted = [...referencedPaths(project)];
  if (wanted.length === 0) return { ...project, absent: new Set() };
  const hasSources = (await entriesOf(host, root)).some(({ name }) => ![PLANNING, ".git"].includes(name));
  const judged = wanted.filter((path) => hasSources || path.startsWith(`${PLANNING}/`));
  const found = await mapAll(judged, (path) => host.stat(joinPath(root, path)).catch(() => undefined));
  const absent = judged.filter((_, index) => found[index] === undefined);
  return { ...project, absent: neverMade(absent, project) };
}

async function entriesOf(host: Host, folder: string): Promise<readonly DirectoryEntry[]> {
  const info = await host.stat(folder);
  return info?.kind === "directory" ? await host.readDirectory(folder) : [];
}
