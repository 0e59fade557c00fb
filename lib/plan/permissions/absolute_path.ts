/**
 * An absolute path, with `.` and `..` resolved as far as the text allows, and forward slashes.
 *
 * @param path The path; one that is relative lies in the folder.
 * @param folder Absolute.
 */
export function absolutePathOf(path: string, folder: string): string {
  const whole = rootOf(path) === "" ? `${folder}/${path}` : path;
  const root = rootOf(whole).replace("\\", "/");
  const names: string[] = [];
  for (const name of whole.slice(root.length).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
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
