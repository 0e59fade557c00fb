import { addFacts } from "../../check/facts.ts";
import { mapAll } from "../../collections/map_all.ts";
import type { Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";
import { WORKSTREAMS } from "../../parse/ids/locations.ts";
import type { PlanDocument, PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { PARSERS, type ProjectParsers } from "../../parse/project/parsers.ts";
import { parseProject, PLANNING } from "../../parse/project/project.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";
import { ConfinedFiles } from "./confined_files.ts";
import { findRepositoryRoot, nearestFolder } from "./find_repository_root.ts";
import { ignoredIn } from "./ignored_paths.ts";
import { findConflicts } from "./find_conflicts.ts";
import { readSources } from "./read_sources.ts";

/**
 * Finds the project that contains a folder: the nearest folder upward with a `.planning/`.
 *
 * @returns Its absolute path, or undefined if there is none.
 */
export function findProjectRoot(host: Host, start: string): Promise<string | undefined> {
  return nearestFolder(
    start,
    async (folder) => (await host.stat(joinPath(folder, PLANNING)))?.kind === "directory",
  );
}

/** The maximum number of folders that {@link projectsBelow} reads, and how deep it goes. */
const MAX_FOLDERS = 2_000;
const MAX_DEPTH = 4;

/** Returns the paths of the projects below a folder, in order; hidden folders and dependencies are not searched. */
export async function projectsBelow(host: Host, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [""];
  for (let read = 0; read < MAX_FOLDERS && read < open.length; read++) {
    const path = open[read]!;
    const entries = await host.readDirectory(joinPath(folder, path)).catch(() => []);
    const folders = entries.filter(({ kind }) => kind === "directory").map(({ name }) => name).sort();
    if (path !== "" && folders.includes(PLANNING)) found.push(path);
    if (path.split("/").length > MAX_DEPTH) continue;
    const inside = folders.filter((name) => !/^(?:\.|node_modules$|vendor$|target$)/.test(name));
    open.push(...inside.map((name) => path === "" ? name : `${path}/${name}`));
  }
  return found;
}

/**
 * Finds the folder that staged paths are relative to: the working tree, or its parent if the working tree is itself
 * a `.planning` folder in a separate repository.
 *
 * @returns Its absolute path, or undefined if there is no working tree.
 */
export async function findStagedRoot(host: Host, start: string): Promise<string | undefined> {
  const root = await findRepositoryRoot(host, start);
  return root !== undefined && baseName(root) === PLANNING ? parentPath(root) : root;
}

/**
 * Reads and parses a project, with the facts that {@linkcode checkProject} needs to report the same findings as
 * `wf validate`. Files that cannot be read are listed with the reason.
 *
 * @param root Absolute path of the project root.
 * @param sources The files, if they were read before.
 */
export async function loadProject(host: Host, root: string, sources?: ProjectSources): Promise<Project> {
  const read = sources ?? await readSources(host, root);
  const conflicted = await findConflicts(host, root, read);
  return await addFacts(parseProject({ ...read, conflicted }), existsIn(host, root));
}

/** A project or a workstream, and the files that it was read from. */
export interface LoadedProject<P extends PlanFacts = PlanDocument> {
  /** The files. */
  readonly sources: ProjectSources;
  /** The project, with its facts. */
  readonly project: Project<P>;
}

export interface LoadOptions<P extends PlanFacts> {
  /** Reads the files; by default the machine. */
  readonly texts?: Pick<Host, "readText">;
  /** Parses the files. */
  readonly parsers: ProjectParsers<P>;
}

/**
 * Loads a project and its workstreams, which are projects of their own. `wf validate` checks all of them.
 *
 * @param root Absolute path of the project root.
 */
export async function loadProjects(host: Host, root: string): Promise<readonly LoadedProject[]> {
  return await loadTrees(host, root, { parsers: PARSERS });
}

/** Loads a project and its workstreams with other parsers. */
export async function loadTrees<P extends PlanFacts>(
  host: Host,
  root: string,
  { texts = host, parsers }: LoadOptions<P>,
): Promise<readonly LoadedProject<P>[]> {
  return await mapAll([PLANNING, ...await workstreamsIn(host, root)], async (base) => {
    const sources = await readSources(host, root, { base, texts });
    const conflicted = await findConflicts(host, root, sources);
    const project = parseProject({ ...sources, conflicted }, parsers);
    return { sources, project: await addFacts(project, existsIn(host, root)) };
  });
}

/** Returns the folders of the workstreams of a project, sorted. Each is read as a project of its own. */
export async function workstreamsIn(host: Host, root: string): Promise<readonly string[]> {
  const entries = await new ConfinedFiles(host, root).list(WORKSTREAMS);
  return entries.filter(({ kind }) => kind === "directory").map(({ name }) => `${WORKSTREAMS}/${name}`);
}

/**
 * Returns a function that reports whether a path of a project exists, or may exist on another machine because git
 * ignores it.
 *
 * If the root contains only `.planning/`, the sources are somewhere else, and every path outside of it counts
 * as existing.
 *
 * @param root Absolute path of the project root.
 */
export function existsIn(host: Host, root: string): (path: string) => Promise<boolean> {
  let hasSources: Promise<boolean> | undefined;
  let isIgnored: Promise<(path: string) => Promise<boolean>> | undefined;
  return async (path) => {
    hasSources ??= containsSources(host, root);
    if (!path.startsWith(`${PLANNING}/`) && !await hasSources) return true;
    if (await host.stat(joinPath(root, path)).catch(() => undefined) !== undefined) return true;
    isIgnored ??= findRepositoryRoot(host, root).then((repository) =>
      ignoredIn(host, repository ?? root, root)
    );
    return await (await isIgnored)(path);
  };
}

async function containsSources(host: Host, root: string): Promise<boolean> {
  const info = await host.stat(root);
  const entries = info?.kind === "directory" ? await host.readDirectory(root) : [];
  return entries.some(({ name }) => ![PLANNING, ".git"].includes(name));
}
