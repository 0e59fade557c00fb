/** Folder of all planning files, relative to the project root. */
export const PLANNING = ".planning";
/** Folder of the phases, relative to the project root. */
export const PHASES = ".planning/phases";
/** Folder of the workstreams: projects of their own, each with the documents and phases of a milestone. */
export const WORKSTREAMS = ".planning/workstreams";

/** Folder of the quick tasks: a project of its own, with one folder of plans for each day and no documents. */
export const QUICK = ".planning/quick";

/** Returns the folder of the phases of a project, a workstream, or the quick tasks. */
export function phasesIn(base: string): string {
  return base === QUICK ? QUICK : `${base}/phases`;
}

/** Returns the folder of the project or the workstream that contains a path: `.planning/workstreams/a`. */
export function baseOf(path: string): string {
  return /^\.planning\/workstreams\/[^/]+(?=\/)/.exec(path)?.[0] ?? PLANNING;
}

/** Returns the path of a document of a project or a workstream, from its path in a project without workstreams. */
export function documentIn(base: string, path: string): string {
  return path.replace(PLANNING, base);
}

/** Returns the name of the workstream with a folder; undefined for other folders. */
export function workstreamOf(base: string): string | undefined {
  return base.startsWith(`${WORKSTREAMS}/`) ? base.slice(WORKSTREAMS.length + 1) : undefined;
}

/**
 * Returns a path in a workstream as it was before there were workstreams: directly in `.planning/`. Plans that
 * were moved into one may still name their files like that.
 */
export function withoutWorkstream(path: string): string {
  const base = baseOf(path);
  return base === PLANNING ? path : PLANNING + path.slice(base.length);
}
