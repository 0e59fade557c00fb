import { phasesIn } from "./locations.ts";
import { isPlanFileName } from "./plan_names.ts";

export function isSummaryPath(path: string): boolean {
  return /SUMMARY\.md$/i.test(path);
}

/** Returns true for the path of a verification: `01-VERIFICATION.md`. */
export function isVerificationPath(path: string): boolean {
  return /VERIFICATION\.md$/i.test(path);
}

/** The folder of the phases, of the project or of a workstream, at the beginning of a path. */
const IN_PHASES = /^\.planning\/(?:workstreams\/[^/]+\/)?phases\//;

/** Returns the part of a path below the folder of the phases, or undefined. */
export function belowPhases(path: string): string | undefined {
  const start = IN_PHASES.exec(path)?.[0].length;
  return start === undefined ? undefined : path.slice(start);
}

/** Returns the phase folder that directly contains a path, or undefined. */
export function phaseFolder(path: string): string | undefined {
  const below = belowPhases(path);
  return below?.split("/").length === 2 ? path.slice(0, path.lastIndexOf("/")) : undefined;
}

/** Returns the phase folder of a project that directly contains a path, or undefined. */
export function phaseFolderIn(base: string, path: string): string | undefined {
  const phases = `${phasesIn(base)}/`;
  if (!path.startsWith(phases)) return undefined;
  const end = path.lastIndexOf("/");
  return path.indexOf("/", phases.length) === end ? path.slice(0, end) : undefined;
}

/** Returns true for the path of a plan in a phase's folder. */
export function isPlanPath(path: string): boolean {
  const folder = phaseFolder(path);
  return folder !== undefined && isPlanFileName(path.slice(folder.length + 1));
}
