/**
 * Files to create and to change, as one step: either all of them are written or none.
 * @module
 */

/** A text that is inserted into a file. */
export interface Insertion {
  /** The file, from the root. */
  readonly path: string;
  /** The text, with its line break. */
  readonly text: string;
  /** Returns the offset at which it is inserted; below 0 if the place is not there. */
  readonly at: (content: string) => number;
}

/** The files of something new. */
export interface Scaffold {
  /** The new files by path, from the root. */
  readonly created: Readonly<Record<string, string>>;
  /** The registrations in files that exist. */
  readonly inserted: readonly Insertion[];
  /** The commands and edits that remain, in order. */
  readonly next: readonly string[];
}

/** The word that marks what has to be filled in. No commit may have it, so that nothing is forgotten. */
export const OPEN = "TO" + "DO";

/**
 * Writes a scaffold and formats its files.
 *
 * @param root The repository, with a slash at the end.
 * @throws {Error} When a file is there already, or a place of an insertion is not; nothing is written then.
 */
export async function writeScaffold({ created, inserted }: Scaffold, root: string): Promise<void> {
  for (const path of Object.keys(created)) {
    if (await exists(root + path)) throw new Error(`Cannot create "${path}": it already exists`);
  }
  const changed = new Map<string, string>();
  for (const { path, text, at } of inserted) {
    const before = changed.get(path) ?? await Deno.readTextFile(root + path);
    const offset = at(before);
    if (offset < 0) throw new Error(`Cannot change "${path}": the place for this is not there:\n${text}`);
    changed.set(path, before.slice(0, offset) + text + before.slice(offset));
  }
  for (const [path, text] of [...Object.entries(created), ...changed]) {
    await Deno.mkdir(root + path.slice(0, path.lastIndexOf("/") + 1), { recursive: true });
    await Deno.writeTextFile(root + path, text);
  }
  const sources = [...Object.keys(created), ...changed.keys()].filter((path) => /\.(?:ts|json)$/.test(path));
  const args = ["fmt", "--quiet", ...sources];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root || "." }).output();
  if (!success) throw new Error(`Cannot format the files: ${new TextDecoder().decode(stderr)}`);
}

/** Returns a place before the first match of a pattern. */
export function before(pattern: RegExp): Insertion["at"] {
  return (content) => content.search(pattern);
}

/** Returns a report of what was made and what remains. */
export function scaffoldText({ created, inserted, next }: Scaffold): string {
  const lines = [
    ...Object.keys(created).map((path) => `  created  ${path}`),
    ...new Set(inserted.map(({ path }) => `  changed  ${path}`)),
    "",
    `Next, where the files say ${OPEN}:`,
    ...next.map((step, index) => `  ${index + 1}. ${step}`),
  ];
  return `${lines.join("\n")}\n`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
