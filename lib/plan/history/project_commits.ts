import type { JournalCommit } from "./journal.ts";

export interface ProjectPlace {
  /** The path of the project within the repository; empty if they are the same. */
  readonly prefix: string;
  /** The paths of other folders that may be projects. */
  readonly others: readonly string[];
}

/** The paths that commits touch, to distinguish the projects of a repository. */
export interface TouchedPaths {
  /** The paths relative to the root of the repository, by commit. A commit without paths may be missing. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

/** The name of the documents folder of a project, between slashes. */
const PLANNING = "/.planning/";

/**
 * Returns the commits of a project from the journal of its repository, in order.
 *
 * A commit that names a project belongs to it. Otherwise its paths decide: it belongs to another project if
 * none of them is in this project and one is in the other. Commits without paths, or with paths in neither,
 * count for this project. So do commits that name a project that no longer exists, because a project may have
 * been moved.
 */
export function ownCommits(
  commits: readonly JournalCommit[],
  { prefix, others }: ProjectPlace,
  { paths }: TouchedPaths,
): readonly JournalCommit[] {
  const touched = (commit: string) => paths.get(commit) ?? [];
  const known = new Set(others.filter((other) => other !== prefix));
  // A folder with documents may be a sample. It is a project if a commit completed a plan there.
  const run = [...known].filter((other) => {
    return commits.some((found) => {
      if ("project" in found && found.project === other) return true;
      const completes = "milestone" in found || ("plan" in found && found.task === undefined);
      if (!completes) return false;
      const folders = touched(found.commit).map(planningFolder);
      return folders.includes(other) && !folders.includes(prefix);
    });
  });
  return commits.filter((found) => {
    if ("reverts" in found) return true;
    if (found.project !== undefined) return !known.has(found.project);
    const areas = touched(found.commit).map((path) => projectOf(path, [prefix, ...run]));
    return areas.length === 0 || areas.includes(prefix) || areas.every((area) => area === undefined);
  });
}

/** Returns the folder that contains the `.planning` of a path; undefined outside of any. */
export function planningFolder(path: string): string | undefined {
  const end = `/${path}`.indexOf(PLANNING);
  return end === -1 ? undefined : path.slice(0, Math.max(0, end - 1));
}

/** Returns the innermost project that contains a path. */
function projectOf(path: string, projects: readonly string[]): string | undefined {
  return projects.filter((project) => project === "" || path.startsWith(`${project}/`))
    .sort((a, b) => b.length - a.length)[0];
}
