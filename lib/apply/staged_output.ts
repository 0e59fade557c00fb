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
 * @param names The objects, in the order they were asked for.
 * @param mark What stands at the end of each of those lines.
 */
export function parseBatch(
  output: string,
  names: readonly string[],
  mark: string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let last: { readonly name: string; readonly start: number } | undefined;
  let at = 0;
  const end = (index: number) => {
    if (last !== undefined) texts.set(last.name, output.slice(last.start, index));
  };
  for (const name of names) {
    const missing = output.startsWith(`${name} missing\n`, at);
    // It begins with what is looked for, not with a line break: so the engine leaps over the text before it.
    const header = new RegExp(`${name} \\d+ ${mark}\n`, "g");
    header.lastIndex = at;
    const match = missing ? null : header.exec(output);
    if (match === null) continue;
    end(match.index - 1);
    at = match.index + match[0].length;
    last = { name, start: at };
  }
  end(output.length - 1);
  return texts;
}

/** Whether a mode is that of a file, and not of a link or another repository. */
function isFile(mode: string): boolean {
  return mode.startsWith("100");
}
