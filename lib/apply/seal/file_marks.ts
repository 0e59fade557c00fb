import { mapAll } from "../../collections/map_all.ts";
import type { DirectoryEntry, Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { blobHash } from "../files/blob_hash.ts";
import { changeMark } from "../files/text_cache.ts";
import { linkTarget } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { isConfiguration, readConfiguration } from "./git_configuration.ts";

/** A sealed file: its path, relative to the project root, and its kind. */
export type Found = readonly [path: string, kind: DirectoryEntry["kind"]];

/** Returns the absolute path of a sealed file. Git's own files are in the folder that all worktrees share. */
export function placeOf(path: string, { repository: { git }, root }: Workspace): string {
  if (path.startsWith(".git/")) return joinPath(git.commonDirectory, path.slice(".git/".length));
  // Thousands of documents need no other form of their path.
  return path.includes("..") ? joinPath(root, path) : `${root}/${path}`;
}

/** Returns the kind of what is at the path of a sealed file; undefined if there is nothing. */
export async function kindOf(
  path: string,
  workspace: Workspace,
): Promise<DirectoryEntry["kind"] | undefined> {
  return await workspace.repository.git.host.kindOf(placeOf(path, workspace));
}

/** What is known about files, so that git is not asked again. */
class KnownMarks {
  /** The marks of files, by their absolute path; see {@link changeMark}. */
  readonly files = new Map<string, { readonly change: string; readonly mark: string }>();
  /** The marks of git's settings, by the absolute path of their file. */
  readonly settings = new Map<string, { readonly text: string; readonly mark: string }>();
  /** The names of the objects that git has stored for wf, with the common folder of their repository. */
  readonly stored = new Set<string>();
}

const KNOWN = new WeakMap<Host, KnownMarks>();

/** Maximum number of files to hash without git, which is faster for many. */
const MAX_HASHED = 100;

/** A short file that each repository has. No object is needed to restore it. */
const EXCLUDE = ".git/info/exclude";

/** Returns marks by path. Only files that changed since their last mark are hashed. */
export async function marksOf(
  found: readonly Found[],
  workspace: Workspace,
): Promise<Record<string, string>> {
  const { git } = workspace.repository;
  const { host } = git;
  const known = KNOWN.get(host) ?? new KnownMarks();
  KNOWN.set(host, known);
  const marks = await mapAll(found, async ([path, kind]) => {
    const place = placeOf(path, workspace);
    if (kind === "link") return [path, `link:${await linkTarget(host, place) ?? ""}`] as const;
    if (kind !== "file") return [path, undefined] as const;
    if (isConfiguration(path)) return [path, await settingsMark(git, place, known)] as const;
    if (path === EXCLUDE) return [path, `text:${await host.readText(place)}`] as const;
    const change = await changeMark(host, place);
    const last = known.files.get(place);
    if (change !== undefined && change === last?.change) return [path, last.mark] as const;
    return [path, { place, change, executable: (await host.stat(place))?.executable ?? false }] as const;
  });
  const files: Record<string, string> = {};
  const changed = marks.flatMap(([path, mark]) => {
    if (typeof mark === "object") return [{ path, ...mark }];
    if (mark !== undefined) files[path] = mark;
    return [];
  });
  const hashes = await hashesOf(git, changed.map(({ place }) => place), known.stored);
  for (const [index, { path, place, change, executable }] of changed.entries()) {
    const mark = files[path] = `${executable ? "exec" : "blob"}:${hashes[index]}`;
    if (change !== undefined) known.files.set(place, { change, mark });
  }
  return files;
}

/** Returns the mark of a configuration file of git, which wf changes often, but not its settings. */
async function settingsMark(git: Git, place: string, { settings }: KnownMarks): Promise<string> {
  const read = () => git.host.readText(place).catch(() => undefined);
  const text = await read();
  const known = settings.get(place);
  if (text !== undefined && known?.text === text) return known.mark;
  const mark = await readConfiguration(git, place);
  // It may have changed while git read it.
  if (text !== undefined && await read() === text) settings.set(place, { text, mark });
  return mark;
}

/**
 * Adds the contents of files to git's object store, and returns the names of the objects.
 *
 * @param stored The objects that were added before. That the index names an object does not mean that it exists.
 */
async function hashesOf(
  git: Git,
  files: readonly string[],
  stored: Set<string>,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const nameOf = (hash: string | undefined) => `${git.commonDirectory} ${hash}`;
  if (stored.size > 0 && files.length <= MAX_HASHED) {
    const hashes = await mapAll(files, (file) => blobHash(git.host, file));
    const known = hashes.flatMap((hash) => hash !== undefined && stored.has(nameOf(hash)) ? [hash] : []);
    if (known.length === files.length) return known;
  }
  const args = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  const hashes = (await git.output(args, `${files.join("\n")}\n`)).trimEnd().split("\n");
  for (const hash of hashes) stored.add(nameOf(hash));
  return hashes;
}
