/**
 * A path relative to the project root, without `.` and `..` as far as the text allows: one that leads
 * out of the project still begins with `..`, an absolute one with `/`.
 *
 * @param parts Parts that are joined with slashes.
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

/** The folder that a relative path lies in; `.` for the root. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? "." : path.slice(0, end);
}
