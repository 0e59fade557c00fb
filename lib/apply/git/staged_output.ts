/**
 * Reads what git printed about its index. Pure, so that it is tested on saved output.
 * @module
 */

/** A file that the next commit would change. */
export interface StagedChange {
  /** Path from the root of the repository. */
  readonly path: string;
  /** Object before; undefined for a new file, or what was no file. */
  readonly before: string | undefined;
  /** Object after; undefined for a file that goes, or what is no file then. */
  readonly after: string | undefined;
}

/** Reads `git diff --raw -z --no-abbrev --no-renames`. */
export function parseRawDiff(output: string): readonly StagedChange[] {
  const changes: StagedChange[] = [];
  const parts = output.split("\0");
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const match = /^:(\d+) (\d+) ([\da-f]+) ([\da-f]+) /.exec(parts[index]!);
    if (match === null) continue;
    const [, oldMode = "", newMode = "", before, after] = match;
    changes.push({
      path: parts[index + 1]!,
      before: isFile(oldMode) ? before : undefined,
      after: isFile(newMode) ? after : undefined,
    });
  }
  return changes;
}

/** What the index holds, without what a merge has left open. */
export interface Stages {
  /** The objects of the files, by path. */
  readonly objects: ReadonlyMap<string, string>;
  /** Paths of the links. What they lead to is not in the index under their names. */
  readonly links: readonly string[];
}

/** Reads `git ls-files --stage -z`. */
export function parseStages(output: string): Stages {
  const objects = new Map<string, string>();
  const links: string[] = [];
  for (const entry of output.split("\0")) {
    const [, mode, name, path] = /^(\d+) ([\da-f]+) 0\t([^]*)$/.exec(entry) ?? [];
    if (mode === undefined || name === undefined || path === undefined) continue;
    if (isFile(mode)) objects.set(path, name);
    else if (mode === "120000") links.push(path);
  }
  return { objects, links };
}

/**
 * Reads `git cat-file --batch="%(objectname) %(objectsize) %(rest)"`: texts by the objects' names.
 *
 * The sizes count bytes, which a text no longer has: texts are told apart by the lines before them.
 *
 * @param names The objects, each once, in the order they were asked for.
 * @param mark What stands at the end of each of those lines, and in no text.
 */
export function parseBatch(
  output: string,
  names: readonly string[],
  mark: string,
): ReadonlyMap<string, string> {
  const tail = ` ${mark}\n`;
  const headers = new Map<string, { readonly start: number; readonly end: number }>();
  for (let found = output.indexOf(tail); found !== -1; found = output.indexOf(tail, found + 1)) {
    const start = output.lastIndexOf("\n", found) + 1;
    headers.set(output.slice(start, output.indexOf(" ", start)), { start, end: found + tail.length });
  }
  const texts = new Map<string, string>();
  let end = output.length;
  for (const name of names.toReversed()) {
    const header = headers.get(name);
    if (header === undefined) end -= `${name} missing\n`.length;
    else {
      texts.set(name, output.slice(header.end, end - 1));
      end = header.start;
    }
  }
  return texts;
}

/** Whether a mode is that of a file, and not of a link or another repository. */
function isFile(mode: string): boolean {
  return mode.startsWith("100");
}
