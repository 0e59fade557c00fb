/**
 * Differences between operating systems, as values, so that both can be tested on either.
 *
 * - Paths have forward slashes everywhere inside the program; {@link portablePath} converts them.
 * - Line endings are read and written unchanged, CRLF included.
 * - Signals: the user interrupts with SIGINT. Other programs send SIGTERM, or SIGBREAK on Windows, which has
 *   no SIGTERM.
 * - Process groups: on POSIX a program leads its own group, and a signal to the negative process ID reaches
 *   all of it; a program that shares this program's group is signalled by its own ID. Windows has no such
 *   groups: `taskkill /T` ends a program with its descendants, and cannot ask a program without a window to
 *   end.
 * @module
 */
import type { FileInfo, ProcessGrouping } from "./host.ts";
import { baseName, normalize } from "../path/paths.ts";
import { cutBytes } from "../text/bytes.ts";

export type System = "posix" | "windows";

export type Ending =
  | { readonly kind: "signal"; readonly pid: number; readonly signal: "SIGTERM" | "SIGKILL" }
  | { readonly kind: "program"; readonly argv: readonly [string, ...string[]] };

/** Converts an absolute path of the system to the form used inside the program, with forward slashes. */
export function portablePath(path: string, system: System): string {
  if (system === "posix") return path;
  const plain = path.replace(/^\\\\\?\\UNC\\/i, "\\\\").replace(/^\\\\\?\\/, "");
  return normalize(plain.replaceAll("\\", "/"));
}

/** Returns the name of the temporary file with which a file is written: its own, shortened if necessary, and a mark. */
export function temporaryName(path: string, mark: string): string {
  return `.${cutBytes(baseName(path), 200)}.${mark.slice(0, 8)}.tmp`;
}

/** Returns the folders of a PATH variable, in order. */
export function searchPath(variable: string, system: System): readonly string[] {
  const folders = variable.split(system === "windows" ? ";" : ":").filter((folder) => folder !== "");
  return folders.map((folder) => portablePath(folder, system));
}

/** The variable that holds the path of the user's home folder. */
export function homeVariable(system: System): string {
  return system === "windows" ? "USERPROFILE" : "HOME";
}

/**
 * The signals with which the user or the system stops the program.
 *
 * @param atTerminal True if its input and its messages are at a terminal, whose end is a signal. Others, such as those
 * started by `nohup`, outlive it.
 */
export function interruptSignals(
  system: System,
  atTerminal: boolean,
): readonly ("SIGINT" | "SIGTERM" | "SIGHUP" | "SIGBREAK")[] {
  if (system === "windows") return ["SIGINT", "SIGBREAK"];
  return atTerminal ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM"];
}

export interface RunningProgram {
  readonly pid: number;
  readonly group: ProcessGrouping;
}

/**
 * Returns the way to end a program and the descendants in its own process group.
 *
 * @param signal SIGTERM to ask, SIGKILL to force.
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

/** The coarsest resolution of a file system's times, in milliseconds: that of FAT. */
const TIME_RESOLUTION = 2000;

/** Reports whether a file has changed so recently that another change could have the same time. */
export function isRecent(modified: number, changed: number, now: number): boolean {
  return Math.max(modified, changed) > now - TIME_RESOLUTION;
}

/** The status of a file as a runtime returns it; null where the system has none. */
export interface RawStatus {
  readonly size: number;
  readonly mtime: Date | null;
  readonly ctime: Date | null;
  readonly dev: number;
  readonly ino: number | null;
}

/**
 * Converts the status of a file.
 *
 * @param options The time before the status was read, and the permissions.
 */
export function fileInfo(
  kind: FileInfo["kind"],
  { size, mtime, ctime, dev, ino }: RawStatus,
  { now, mode }: { readonly now: number; readonly mode: number | null },
): FileInfo {
  // Spreading optional properties takes as long as reading the status, and some projects have 10,000 files.
  const info: { -readonly [K in keyof FileInfo]: FileInfo[K] } = {
    kind,
    size,
    modified: mtime?.getTime() ?? 0,
  };
  if (ino !== null) info.identity = `${dev}:${ino}`;
  if (ctime !== null) info.changed = ctime.getTime();
  if (isRecent(info.modified, info.changed ?? 0, now)) info.recent = true;
  if (mode !== null && (mode & 0o222) === 0) info.readOnly = true;
  if (mode !== null && (mode & 0o111) !== 0) info.executable = true;
  return info;
}
