/**
 * The files of this repository, and their texts.
 * @module
 */
import { fromRoot } from "../support/root.ts";

/** What `.gitignore` names, and git's own folder. */
const PASSED_OVER = new Set([".git", ".cache", "dist", "node_modules"]);

/** A place in a file, for the message of a failed test. */
export interface Place {
  /** Path and line number. */
  readonly place: string;
  /** The line, or the part of it that is meant. */
  readonly text: string;
}

/** Paths of all files, relative to the repository's root, in order. */
export async function sourceFiles(folder = ""): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(fromRoot(folder))) {
    if (folder === "" && PASSED_OVER.has(name)) continue;
    if (isDirectory) files.push(...await sourceFiles(`${folder}${name}/`));
    else files.push(`${folder}${name}`);
  }
  return files.sort();
}

/** Paths of the TypeScript and JavaScript modules below the folders or files named. */
export async function modulesIn(...starts: readonly string[]): Promise<readonly string[]> {
  return (await sourceFiles()).filter((path) =>
    /\.m?[tj]s$/.test(path) && starts.some((start) => path.startsWith(start))
  );
}

/** The places where a pattern matches in the code of modules; whole lines of comment do not count. */
export async function findInCode(paths: readonly string[], pattern: RegExp): Promise<readonly Place[]> {
  return await find(paths, (line) => /^\s*(?:\*|\/\*|\/\/)/.test(line) ? null : pattern.exec(line));
}

/** The places where a pattern matches in files. */
export async function findInText(paths: readonly string[], pattern: RegExp): Promise<readonly Place[]> {
  return await find(paths, (line) => pattern.exec(line));
}

async function find(
  paths: readonly string[],
  search: (line: string) => RegExpExecArray | null,
): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const path of paths) {
    const lines = (await Deno.readTextFile(fromRoot(path))).split("\n");
    for (const [index, line] of lines.entries()) {
      const match = search(line);
      if (match !== null) found.push({ place: `${path}:${index + 1}`, text: match[0] });
    }
  }
  return found;
}
