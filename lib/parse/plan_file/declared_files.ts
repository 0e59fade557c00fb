/**
 * The files a plan declares, and which paths they cover.
 *
 * What is declared owns itself and all that lies below it: where a path lies below another, that other
 * one is a folder, with or without a slash at its end. `*` stands for anything within a name, `**` for
 * any folders.
 * @module
 */
import type { PlanFile } from "../../../schemas/plan_file.ts";
import type { PlanDocument } from "./plan_file.ts";

/** A path that a plan declares. */
export interface DeclaredFile {
  /** The path without `./` and doubled slashes; a folder that was written with a slash keeps it. */
  readonly path: string;
  /** Its place in `files_modified`; undefined when only a task names it. */
  readonly index: number | undefined;
}

/**
 * Characters of the longest path that counts. No system has files with longer ones, and as each folder of a
 * path is looked at, one that is longer than any could keep a reader busy for minutes.
 */
const MAX_LENGTH = 4_096;

/** The paths of `files_modified` and then of the tasks, each once, as the plan's text has them. */
export function declaredFiles(plan: PlanDocument): readonly DeclaredFile[] {
  const listed = plan.fields["files_modified"];
  return collect(Array.isArray(listed) ? listed : [], plan.tasks.flatMap(({ task }) => task.files));
}

/** The paths of `files_modified` and then of the tasks, each once. */
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

/** What only a path can hold that is not plain already. */
const UNUSUAL = /^\/?$|^\s|\s$|\\|\/\/|(?:^|\/)\.(?:\/|$)/;

/** A path without `./` and doubled slashes, with `/` for `\`; the project's root is `./`. */
export function plainPath(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const path = text.trim().replaceAll("\\", "/");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return "./";
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}${path.endsWith("/") ? "/" : ""}`;
}

/** What two ways to write the same path have in common: the root is the empty text. */
export function pathKey(path: string): string {
  return path === "./" ? "" : path.endsWith("/") ? path.slice(0, -1) : path;
}

/** The path itself and the folders it lies in, up to the root, which is the empty text. */
export function withFolders(key: string): readonly string[] {
  const found = [key];
  for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1)) {
    found.push(key.slice(0, end));
  }
  return key === "" ? found : [...found, ""];
}

/** The folder in which all that a pattern matches lies; of a path without `*` the path itself. */
export function fixedPart(key: string): string {
  const star = key.indexOf("*");
  return star === -1 ? key : key.slice(0, Math.max(0, key.lastIndexOf("/", star)));
}

/** Tells of paths whether they are declared. */
export type Claim = (path: string) => boolean;

/** Makes what tells whether a path is one of the declared ones, or lies below one or matches a pattern. */
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

/** Whether items fit a pattern in which `star` stands for any number of them. Never goes back further than one star. */
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
