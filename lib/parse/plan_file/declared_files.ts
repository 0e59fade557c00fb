/**
 * The files that a plan declares, and the paths that they cover.
 *
 * A declared path covers itself and everything below it: it is a folder if another path is below it, with or
 * without a trailing slash. `*` matches any characters within a name, `**` any folders.
 * @module
 */
import type { PlanFile } from "../../../schemas/plan_file.ts";
import type { TaskNode } from "./tasks.ts";

/** A file that a plan declares. */
export interface DeclaredFile {
  /** The path without `./` and double slashes. A trailing slash is kept. */
  readonly path: string;
  /** Its index in `files_modified`; undefined when only a task names it. */
  readonly index: number | undefined;
}

/**
 * Maximum length of a path, in UTF-16 units. No system supports longer paths, and as each parent folder is
 * processed, a very long one could take minutes.
 */
const MAX_LENGTH = 4_096;

/** Returns the paths of `files_modified` and then of the tasks, each once, as written in the plan. */
export function declaredFiles(listed: unknown, tasks: readonly TaskNode[]): readonly DeclaredFile[] {
  return collect(Array.isArray(listed) ? listed : [], tasks.flatMap(({ files }) => files));
}

/** Returns the paths of `files_modified` and then of the tasks, each once. */
export function declaredPaths({ frontmatter, body }: PlanFile): readonly string[] {
  return collect(frontmatter.files_modified, body.tasks.flatMap(({ files }) => files))
    .map(({ path }) => path);
}

function collect(listed: readonly unknown[], named: readonly string[]): readonly DeclaredFile[] {
  const found = new Map<string, DeclaredFile>();
  const add = (text: unknown, index: number | undefined) => {
    if (typeof text !== "string" || text.length > MAX_LENGTH || text.trim() === "") return;
    const path = plainPath(text);
    const key = pathKey(path);
    if (!found.has(key)) found.set(key, { path, index });
  };
  listed.forEach(add);
  for (const text of named) add(text, undefined);
  return [...found.values()];
}

/** Matches paths that may need normalization. */
const UNUSUAL = /^\/?$|^\s|\s$|\\|\/\/|(?:^|\/)\.(?:\/|$)/;

/** Returns a path without `./` and double slashes, with `/` for `\`; the project's root is `./`. */
export function plainPath(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const path = text.trim().replaceAll("\\", "/");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return "./";
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}${path.endsWith("/") ? "/" : ""}`;
}

/**
 * Returns the key of a path, which is the same with and without a trailing slash. The root's key is empty.
 */
export function pathKey(path: string): string {
  return path === "./" ? "" : path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Returns the key of a path and of its parent folders, up to the root, whose key is empty. */
export function withFolders(key: string): readonly string[] {
  const found = [key];
  for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1)) {
    found.push(key.slice(0, end));
  }
  return key === "" ? found : [...found, ""];
}

/** Returns the folder that contains all matches of a pattern; for a path without `*`, the path itself. */
export function fixedPart(key: string): string {
  const star = key.indexOf("*");
  return star === -1 ? key : key.slice(0, Math.max(0, key.lastIndexOf("/", star)));
}

/** Returns true for a declared path. */
export type Claim = (path: string) => boolean;

/**
 * Creates a function that returns true for declared paths, for paths below them, and for matches of patterns.
 */
export function claimOf(declared: readonly string[]): Claim {
  const keys = declared.map((path) => pathKey(plainPath(path)));
  const plain = new Set(keys.filter((key) => !key.includes("*")));
  const patterns = keys.filter((key) => key.includes("*")).map((key) => [...key.split("/"), "**"]);
  return (path) => {
    const key = pathKey(plainPath(path));
    return withFolders(key).some((folder) => plain.has(folder)) ||
      patterns.some((pattern) => matches(pattern, key.split("/"), "**", matchesName));
  };
}

function matchesName(pattern: string, name: string): boolean {
  return pattern.includes("*") ? matches([...pattern], [...name], "*", (a, b) => a === b) : pattern === name;
}

/**
 * Returns true when items match a pattern in which `star` matches any number of them. Backtracks to the last
 * star only.
 */
function matches(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  fits: (pattern: string, item: string) => boolean,
): boolean {
  let place = 0;
  let [lastStar, retry] = [-1, 0];
  for (let index = 0; index < items.length;) {
    if (pattern[place] === star) {
      [lastStar, retry] = [place++, index];
    } else if (place < pattern.length && fits(pattern[place]!, items[index]!)) {
      place++;
      index++;
    } else if (lastStar !== -1) {
      place = lastStar + 1;
      index = ++retry;
    } else return false;
  }
  return pattern.slice(place).every((part) => part === star);
}
