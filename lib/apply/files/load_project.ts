import type { DirectoryEntry, Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { neverMade, referencedPaths } from "../../parse/project/references.ts";
import { mapAll } from "./map_all.ts";
import { ProjectReader } from "./project_reader.ts";

/**
 * Finds the project that contains a folder: the nearest folder upward with a `.planning/`.
 *
 * @param start The absolute path of the folder.
 * @returns Its absolute path, or undefined if there is none.
 */
export function findProjectRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(
    start,
    async (folder) => (await host.stat(joinPath(folder, PLANNING)))?.kind === "directory",
  );
}

/**
 * Finds the working tree that contains a folder: the nearest folder upward with a `.git`, which is a file in
 * linked worktrees.
 *
 * @param start The absolute path of the folder.
 * @returns Its absolute path, or undefined if there is none.
 */
export function findRepositoryRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(start, async (folder) => await host.stat(joinPath(folder, ".git")) !== undefined);
}

/**
 * Finds the folder that staged paths are relative to: the working tree, or its parent if the working tree is itself
 * a `.planning` folder in a separate repository.
 *
 * @param start The absolute path of a folder.
 * @returns Its absolute path, or undefined if there is no working tree.
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

/** Reads and parses a project. Throws a HostError if an existing file cannot be read. */
export async function loadProject(host: Host, root: string): Promise<Project> {
  return await new ProjectReader(host, root).read();
}

/**
 * Checks whether the files that a project's plans refer to exist, each path once.
 *
 * If the root contains only `.planning/`, the sources are somewhere else, and no other files are checked.
 *
 * @returns The project with the missing files.
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
