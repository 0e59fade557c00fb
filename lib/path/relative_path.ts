/**
 * Joins parts into a path relative to the project root and resolves `.` and `..` as text. A path that leads
 * out of the project still begins with `..`, an absolute path with `/`.
 */
export function relativePath(...parts: readonly string[]): string {
  const whole = parts.join("/");
  const names: string[] = [];
  for (const name of whole.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else names.push(name);
  }
  return `${whole.startsWith("/") ? "/" : ""}${names.join("/")}` || ".";
}

/** Returns the folder that contains a relative path; `.` for the root. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? "." : path.slice(0, end);
}
