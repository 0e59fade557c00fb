import type { JournalCommit } from "./journal.ts";

/** A project among the projects of a repository. */
export interface ProjectPlace {
  /** Path of the project within the repository; empty when they are the same. */
  readonly prefix: string;
  /** Paths of folders that are projects too. */
  readonly others: readonly string[];
}

/** The commits of a journal by which projects of a repository are told apart, and the paths they touch. */
export interface TouchedPaths {
  /** Paths relative to the root of the repository, by commit; one that touches none may be missing. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

/** A folder in which a project keeps its documents, with a slash before it and behind. */
const PLANNING = "/.planning/";

/**
 * The commits of a repository's journal that are a project's own, in their order.
 *
 * A commit that names its project is that project's. One that names none is told by the paths it touches:
 * it is another's where none of them lies in the own project and one in that of another. Nothing tells
 * one that touches nothing, or what belongs to neither: it counts. So does one of a project that is not
 * there any more, as a project may have been moved.
 */
export function ownCommits(
  commits: readonly JournalCommit[],
  { prefix, others }: ProjectPlace,
  { paths }: TouchedPaths,
): readonly JournalCommit[] {
  const touched = (commit: string) => paths.get(commit) ?? [];
  const known = new Set(others.filter((other) => other !== prefix));
  // A folder with documents in it may be a sample: it is a project where a commit has completed a plan there.
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

/** The folder that holds the `.planning` that a path lies in; undefined outside of any. */
export function planningFolder(path: string): string | undefined {
  const end = `/${path}`.indexOf(PLANNING);
  return end === -1 ? undefined : path.slice(0, Math.max(0, end - 1));
}

/** The innermost of some projects that a path lies in. */
function projectOf(path: string, projects: readonly string[]): string | undefined {
  return projects.filter((project) => project === "" || path.startsWith(`${project}/`))
    .sort((a, b) => b.length - a.length)[0];
}
