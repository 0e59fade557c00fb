/**
 * What differs between systems, as values: both kinds can be looked at on either.
 *
 * - Paths: inside the program they have forward slashes everywhere; {@link portablePath} makes them so.
 * - Line endings: texts are read and written as they are, CRLF included. Nothing converts them.
 * - Signals: a person interrupts with SIGINT; what ends a program from outside is SIGTERM, and on
 *   Windows, which has none, SIGBREAK.
 * - Process groups: on POSIX a program that is run leads a group of its own, and a signal to the
 *   negative number reaches all of it; one that shares ours is reached by its own number. Windows has
 *   no such groups; there `taskkill /T` ends a program with those it started, and it knows no gentle
 *   way for programs without a window.
 * @module
 */
import type { ProcessGrouping } from "./host.ts";
import { normalize } from "../path/paths.ts";

/** A family of systems. */
export type System = "posix" | "windows";

/** How a program and all it started are ended. */
export type Ending =
  | { readonly kind: "signal"; readonly pid: number; readonly signal: "SIGTERM" | "SIGKILL" }
  | { readonly kind: "program"; readonly argv: readonly [string, ...string[]] };

/** An absolute path of the system as the program writes it: with forward slashes, the same on both. */
export function portablePath(path: string, system: System): string {
  if (system === "posix") return path;
  const plain = path.replace(/^\\\\\?\\UNC\\/i, "\\\\").replace(/^\\\\\?\\/, "");
  return normalize(plain.replaceAll("\\", "/"));
}

/** The folders of a PATH variable, in order. */
export function searchPath(variable: string, system: System): readonly string[] {
  const folders = variable.split(system === "windows" ? ";" : ":").filter((folder) => folder !== "");
  return folders.map((folder) => portablePath(folder, system));
}

/** The variable that holds the path of the user's home folder. */
export function homeVariable(system: System): string {
  return system === "windows" ? "USERPROFILE" : "HOME";
}

/** The signals by which a person or a system asks the program to stop. */
export function interruptSignals(system: System): readonly ("SIGINT" | "SIGTERM" | "SIGBREAK")[] {
  return system === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}

/** A program that is running. */
export interface RunningProgram {
  /** Its number. */
  readonly pid: number;
  /** Whose process group it runs in. */
  readonly group: ProcessGrouping;
}

/**
 * How a program is ended, with all it started as far as that is in its own process group.
 *
 * @param program The program.
 * @param signal SIGTERM asks, SIGKILL makes.
 */
export function treeEnding(
  { pid, group }: RunningProgram,
  signal: "SIGTERM" | "SIGKILL",
  system: System,
): Ending {
  return system === "posix"
    ? { kind: "signal", pid: group === "own" ? -pid : pid, signal }
    : { kind: "program", argv: ["taskkill", "/T", "/F", "/PID", String(pid)] };
}
