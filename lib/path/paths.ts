/**
 * Paths as strings with forward slashes on every system, without access to the machine.
 *
 * @module
 */

/**
 * Joins parts with single slashes and resolves `.` and `..`. An absolute part replaces what comes before it.
 */
export function joinPath(...parts: readonly string[]): string {
  let joined = "";
  for (const part of parts) joined = isAbsolute(part) || joined === "" ? part : `${joined}/${part}`;
  return normalize(joined);
}

/** Reports whether a path begins at a root: `/…`, `C:/…`, `//server/share/…`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

/** Returns the folder that contains a path; a root contains itself. */
export function parentPath(path: string): string {
  const root = rootOf(path);
  const end = path.lastIndexOf("/");
  return end < root.length ? (root === "" ? "." : root) : path.slice(0, end);
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Returns a path relative to a folder that contains it, or undefined for a path elsewhere.
 *
 * @param folder Absolute.
 * @param path Absolute. The folder itself gives ".".
 */
export function pathWithin(folder: string, path: string): string | undefined {
  if (path === folder) return ".";
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** Matches a name that is empty, `.` or `..`, in an absolute path. */
const UNRESOLVED = /\/\.{0,2}(?:\/|$)/;

/** Normalizes a path: forward slashes, and `.` and `..` resolved as text, without following links. */
export function normalize(path: string): string {
  // Most paths are in that form, and a run joins hundreds of them for each task.
  if (path.startsWith("/") && !UNRESOLVED.test(path)) return path;
  const slashed = path.replace(/^([A-Za-z]):\\/, "$1:/");
  const root = rootOf(slashed);
  const parts: string[] = [];
  for (const part of slashed.slice(root.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || root === "") parts.push(part);
  }
  return root + parts.join("/") || ".";
}

function rootOf(path: string): string {
  return /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+(?:\/|$)|\/)/.exec(path)?.[0] ?? "";
}
