import { isPlanFileName } from "./plan_names.ts";
import { PHASES } from "./locations.ts";

/** Returns the last part of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns true for the path of a summary. */
export function isSummaryPath(path: string): boolean {
  return /SUMMARY\.md$/i.test(path);
}

/** Returns true for the path of a verification: `01-VERIFICATION.md`. */
export function isVerificationPath(path: string): boolean {
  return /VERIFICATION\.md$/i.test(path);
}

/** Returns the phase folder that directly contains a path, or undefined. */
export function phaseFolder(path: string): string | undefined {
  if (!path.startsWith(`${PHASES}/`)) return undefined;
  const end = path.indexOf("/", PHASES.length + 1);
  return end === -1 || path.includes("/", end + 1) ? undefined : path.slice(0, end);
}

/** Returns true for the path of a plan in a phase's folder. */
export function isPlanPath(path: string): boolean {
  const folder = phaseFolder(path);
  return folder !== undefined && isPlanFileName(path.slice(folder.length + 1));
}
