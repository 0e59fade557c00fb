/**
 * Makes a path absolute, with forward slashes. `..` stays, because the name before it may be a link.
 *
 * @param path A relative path is resolved in the folder.
 * @param folder Absolute.
 */
export function absolutePathOf(path: string, folder: string): string {
  const whole = rootOf(path) === "" ? `${folder}/${path}` : path;
  const root = rootOf(whole).replace("\\", "/");
  return root + whole.slice(root.length).split("/").filter((name) => name !== "" && name !== ".").join("/");
}

/** Resolves `..` in an absolute path as text, without following links. */
export function foldedPath(path: string): string {
  const root = rootOf(path);
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "") names.push(name);
  }
  return root + names.join("/");
}

function rootOf(path: string): string {
  return /^(?:[A-Za-z]:[/\\]|\/)/.exec(path)?.[0] ?? "";
}
