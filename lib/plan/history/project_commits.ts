import { baseOf, PLANNING } from "../../parse/ids/locations.ts";
import type { JournalCommit } from "./journal.ts";

export interface ProjectPlace {
  /** Its name in commits: its path within the repository, or that of a workstream; empty for the whole repository. */
  readonly name: string;
  /** The paths of other folders that may be projects. */
  readonly others: readonly string[];
}

/** The paths that commits touch, to distinguish the projects of a repository. */
export interface TouchedPaths {
  /** The paths relative to the root of the repository, by commit. A commit without paths may be missing. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the commits of a project from the journal of its repository, in order.
 *
 * A commit that names a project belongs to it. Otherwise its paths decide: it belongs to another project if
 * none of them is in this project and one is in the other. Commits without paths, or with paths in neither,
 * count for this project. So do commits that name a project that no longer exists, because a project may have
 * been moved. The commits of a workstream name it, and those of another one never count; titles in a squash without the
 * name count if their tasks declare a path that it touches.
 */
export function ownCommits(
  commits: readonly JournalCommit[],
  { name, others }: ProjectPlace,
  { paths }: TouchedPaths,
): readonly JournalCommit[] {
  const touched = (commit: string) => paths.get(commit) ?? [];
  const known = new Set(others.filter((other) => other !== name));
  // A folder with documents may be a sample. It is a project if a commit completed a plan there.
  const run = [...known].filter((other) => {
    return commits.some((found) => {
      if ("project" in found && found.project === other) return true;
      const completes = "milestone" in found || ("plan" in found && found.task === undefined);
      if (!completes) return false;
      const folders = touched(found.commit).map(projectOfDocument);
      return folders.includes(other) && !folders.includes(name);
    });
  });
  const workstream = workstreamIn(name);
  return commits.flatMap((found) => {
    if ("titled" in found && found.project === undefined && workstream !== undefined) {
      const root = name.slice(0, -workstream.length);
      const paths = touched(found.commit).filter((path) => path.startsWith(root));
      return { ...found, touched: paths.map((path) => path.slice(root.length)) };
    }
    return isOwn(found) ? found : [];
  });

  function isOwn(found: JournalCommit): boolean {
    if ("reverts" in found) return true;
    if (workstreamIn(found.project ?? "") !== workstream) return false;
    if (found.project !== undefined) return !known.has(found.project);
    const areas = touched(found.commit).map((path) => projectOf(path, [name, ...run]));
    return areas.length === 0 || areas.includes(name) || areas.every((area) => area === undefined);
  }
}

/** Returns the name of the project or the workstream with a document; undefined for other paths. */
export function projectOfDocument(path: string): string | undefined {
  const end = `/${path}`.indexOf(`/${PLANNING}/`);
  if (end === -1) return undefined;
  const base = baseOf(path.slice(end));
  return base === PLANNING ? path.slice(0, Math.max(0, end - 1)) : path.slice(0, end) + base;
}

/** Returns the folder of the workstream with a name, relative to its project; undefined for a project. */
export function workstreamIn(name: string): string | undefined {
  const at = `/${name}`.indexOf(`/${PLANNING}/`);
  return at === -1 ? undefined : name.slice(at);
}

/** Returns the innermost project that contains a path. */
function projectOf(path: string, projects: readonly string[]): string | undefined {
  return projects.filter((project) => project === "" || path.startsWith(`${project}/`))
    .sort((a, b) => b.length - a.length)[0];
}
