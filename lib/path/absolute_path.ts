/**
 * An absolute path with forward slashes. `..` stays: a name before it may be a link.
 *
 * @param path The path; one that is relative lies in the folder.
 * @param folder Absolute.
 */
export function absolutePathOf(path: string, folder: string): string {
  const whole = rootOf(path) === "" ? `${folder}/${path}` : path;
  const root = rootOf(whole).replace("\\", "/");
  return root + whole.slice(root.length).split("/").filter((name) => name !== "" && name !== ".").join("/");
}

/** An absolute path with `..` resolved as far as the text allows. */
export function foldedPath(path: string): string {
  const root = rootOf(path);
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "") names.push(name);
  }
  return root + names.join("/");
}

/** A path as seen from a folder it lies in, `.` for the folder itself; undefined when it lies elsewhere. */
export function pathInside(folder: string, path: string): string | undefined {
  if (path === folder) return ".";
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function rootOf(path: string): string {
  return /^(?:[A-Za-z]:[/\\]|\/)/.exec(path)?.[0] ?? "";
}
