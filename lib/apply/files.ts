import type { DirectoryEntry, Host } from "../host/host.ts";
import { joinPath, parentPath } from "../host/paths.ts";
import { isPlanFileName } from "../parse/plan_file.ts";
import {
  DOCUMENTS,
  isSummaryPath,
  parseProject,
  PHASES,
  PLANNING,
  type Project,
  type ProjectSources,
  SHORT_SUMMARY,
} from "../parse/project.ts";
import { neverMade, referencedPaths } from "../parse/references.ts";

/** Files read at the same time. */
const READERS = 32;

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
  return parseProject(await readSources(host, root));
}

/** Reads what a project is made of from below its root. */
export async function readSources(host: Host, root: string): Promise<ProjectSources> {
  const paths: string[] = [];
  const wanted = [...DOCUMENTS];
  const folders = await entriesOf(host, joinPath(root, PHASES));
  const listings = await Promise.all(folders.map(async ({ name, kind }) => {
    const folder = `${PHASES}/${name}`;
    return kind === "directory" || kind === "link"
      ? { folder, entries: await entriesOf(host, joinPath(root, folder)) }
      : undefined;
  }));
  for (const { name, kind } of folders) {
    if (kind !== "file" || !isPlanFileName(name)) continue;
    paths.push(`${PHASES}/${name}`);
    wanted.push(`${PHASES}/${name}`);
  }
  const summaries: string[] = [];
  for (const listing of listings) {
    if (listing === undefined) continue;
    for (const { name, kind } of listing.entries) {
      if (kind === "directory") continue;
      const path = `${listing.folder}/${name}`;
      paths.push(path);
      if (isPlanFileName(name)) wanted.push(path);
      else if (isSummaryPath(name)) summaries.push(path);
    }
  }
  wanted.push(...await shortOf(host, root, summaries));
  await listArchives(host, root, paths);
  return { texts: await readTexts(host, root, wanted), paths };
}

/**
 * Looks whether the files are there that a project's plans refer to, each path once.
 *
 * Where the root holds nothing but `.planning/`, nothing is said of other files: the sources are
 * somewhere else.
 *
 * @returns The project, with what is absent.
 */
export async function lookUpReferences(host: Host, root: string, project: Project): Promise<Project> {
  const wanted = [...referencedPaths(project)];
  if (wanted.length === 0) return { ...project, absent: new Set() };
  const hasSources = (await entriesOf(host, root)).some(({ name }) => ![PLANNING, ".git"].includes(name));
  const judged = wanted.filter((path) => hasSources || path.startsWith(`${PLANNING}/`));
  const found = await mapAll(judged, (path) => host.stat(joinPath(root, path)).catch(() => undefined));
  const absent = judged.filter((_, index) => found[index] === undefined);
  return { ...project, absent: neverMade(absent, project) };
}

/** The paths of the files that are short. */
async function shortOf(host: Host, root: string, paths: readonly string[]): Promise<readonly string[]> {
  const infos = await mapAll(paths, (path) => host.stat(joinPath(root, path)));
  return paths.filter((_, index) => infos[index]?.kind === "file" && infos[index].size < SHORT_SUMMARY);
}

/** Adds the plan files of `milestones/<version>-phases/<phase>/`: their IDs count as complete. */
async function listArchives(host: Host, root: string, paths: string[]): Promise<void> {
  const milestones = `${PLANNING}/milestones`;
  for (const archive of await entriesOf(host, joinPath(root, milestones))) {
    if (archive.kind !== "directory") continue;
    for (const phase of await entriesOf(host, joinPath(root, milestones, archive.name))) {
      if (phase.kind !== "directory") continue;
      const folder = `${milestones}/${archive.name}/${phase.name}`;
      for (const { name } of await entriesOf(host, joinPath(root, folder))) {
        if (isPlanFileName(name)) paths.push(`${folder}/${name}`);
      }
    }
  }
}

async function entriesOf(host: Host, folder: string): Promise<readonly DirectoryEntry[]> {
  const info = await host.stat(folder);
  return info?.kind === "directory" ? await host.readDirectory(folder) : [];
}

async function readTexts(
  host: Host,
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = await mapAll(paths, async (path, index) => {
    const file = joinPath(root, path);
    const optional = index < DOCUMENTS.length;
    return optional && (await host.stat(file))?.kind !== "file" ? undefined : await host.readText(file);
  });
  return new Map(paths.flatMap((path, index) => texts[index] === undefined ? [] : [[path, texts[index]!]]));
}

/** The results of a function for all items, in order; at most {@link READERS} at the same time. */
async function mapAll<T, R>(items: readonly T[], map: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await map(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(READERS, items.length) }, worker));
  return results;
}
