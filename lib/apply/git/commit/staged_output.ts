/**
 * Parses git's output about its index. Pure, so that it can be tested on saved output.
 * @module
 */

/** A file that the next commit would change. */
export interface StagedChange {
  /** Path from the root of the repository. */
  readonly path: string;
  /** The object before; undefined for a new file, or if the path was not a file. */
  readonly before: string | undefined;
  /** The object after; undefined for a removed file, or if the path is not a file any more. */
  readonly after: string | undefined;
}

/** Reads `git diff --raw -z --no-abbrev --no-renames`. */
export function parseRawDiff(output: string): readonly StagedChange[] {
  const changes: StagedChange[] = [];
  const parts = output.split("\0");
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const match = /^:(\d+) (\d+) ([\da-f]+) ([\da-f]+) /.exec(parts[index]!);
    if (match === null) continue;
    const [, oldMode = "", newMode = "", old, now] = match;
    const [before, after] = [isFile(oldMode) ? old : undefined, isFile(newMode) ? now : undefined];
    changes.push({ path: parts[index + 1]!, before, after });
  }
  return changes;
}

/** The entries of the index, without unmerged ones. */
export interface Stages {
  /** The objects of the files, by path. */
  readonly objects: ReadonlyMap<string, string>;
  /** Paths of the symbolic links. The index does not contain their targets under these paths. */
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
 * Reads `git cat-file --batch="%(objectname) %(objectsize) %(rest)"`: the contents by object name.
 *
 * The sizes count bytes, but the output is decoded: the header lines separate the contents instead.
 *
 * @param names The requested objects, each once, in the order of the request.
 * @param mark The end of each header line. It is in none of the contents.
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

/** Reports whether a mode is that of a regular file, not of a link or a submodule. */
function isFile(mode: string): boolean {
  return mode.startsWith("100");
}
