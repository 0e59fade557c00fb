/** Folder of all planning files, relative to the project root. */
export const PLANNING = ".planning";
/** Folder of the phases, relative to the project root. */
export const PHASES = ".planning/phases";
