/** Folder of all planning files, relative to the project root. */
export const PLANNING = ".planning";
/** Folder of the phases, relative to the project root. */
export const PHASES = ".planning/phases";
/** Folder of the workstreams: projects of their own, each with the documents and phases of a milestone. */
export const WORKSTREAMS = ".planning/workstreams";
