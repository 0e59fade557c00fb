import { defined } from "../../collections/defined.ts";
import { mapAll } from "../../collections/map_all.ts";
import { type DirectoryEntry, type Host, HostError } from "../../host/host.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { isSettings, SEALED_FOLDERS } from "../../plan/execution/sealed_documents.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { linkTarget } from "../git/baseline.ts";
import { blobHash } from "../files/blob_hash.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { changeMark } from "../files/text_cache.ts";
import type { Git } from "../git/git.ts";
import { GitError } from "../git/process.ts";
import { projectPath } from "../git/repository.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { isConfiguration, readConfiguration, writeConfiguration } from "./git_configuration.ts";

/**
 * The state of the rules in a working tree: `.planning/`, the settings of agents, and the hooks of husky; in the
 * user's own working tree also git's configuration and hooks.
 */
export interface PlanningSeal {
  /**
   * Marks by path relative to the project root: `blob:` or, for an executable file, `exec:`, and the hash of its
   * content, which is in git's object store; `link:` and its target; `config:` and the settings of git.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Entries of the index: mode and hash. */
  readonly index: Readonly<Record<string, string>>;
}

export interface SealedChange {
  /** Path relative to the project root. */
  readonly path: string;
  /** The content before; absent when it did not exist. */
  readonly before?: string;
  /** The content after; absent when it was removed. */
  readonly after?: string;
}

/** Records the content of the rules, byte for byte. */
export async function takeSeal(workspace: Workspace): Promise<PlanningSeal> {
  const [files, index] = await Promise.all([documentsOf(workspace), indexOf(workspace)]);
  return { files, index };
}

/** Maximum number of attempts to read files while concurrent tasks remove some. */
const MAX_ATTEMPTS = 5;

/** Returns the sealed files, reading again if one was removed between listing and reading. */
async function documentsOf(workspace: Workspace): Promise<Record<string, string>> {
  for (let attempt = 1;; attempt++) {
    try {
      return await readDocuments(workspace);
    } catch (error) {
      if (!(error instanceof GitError || error instanceof HostError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Returns a seal with some paths updated from a newer one. */
export function resealed(seal: PlanningSeal, now: PlanningSeal, paths: readonly string[]): PlanningSeal {
  const renewed = new Set(paths);
  const mix = (old: Readonly<Record<string, string>>, newer: Readonly<Record<string, string>>) =>
    Object.fromEntries([
      ...Object.entries(old).filter(([path]) => !renewed.has(path)),
      ...Object.entries(newer).filter(([path]) => renewed.has(path)),
    ]);
  return { files: mix(seal.files, now.files), index: mix(seal.index, now.index) };
}

/** The paths in git's folder that decide which programs git runs. */
const GIT_SETTINGS = ["config", "config.worktree", "hooks", "info/attributes"].map((path) => `.git/${path}`);

/** Returns the marks of the sealed files. */
async function readDocuments(workspace: Workspace): Promise<Record<string, string>> {
  const { repository: { git }, root } = workspace;
  const { host } = git;
  const found: (readonly [path: string, kind: DirectoryEntry["kind"]])[] = [];
  const visit = async (path: string, kind: DirectoryEntry["kind"]): Promise<void> => {
    if (path.includes("\n") || (path.startsWith(".git/") && path.endsWith(".sample"))) return;
    if (kind !== "directory") return void found.push([path, kind]);
    const entries = await host.readDirectory(placeOf(path, workspace));
    // An agent may keep whole worktrees next to its settings.
    if (isSettings(path) && entries.some(({ name }) => name === ".git")) return;
    for (const { name, kind } of entries) if (name !== ".git") await visit(`${path}/${name}`, kind);
  };
  if ((await host.stat(joinPath(root, PLANNING)))?.kind === "directory") await visit(PLANNING, "directory");
  for (const base of workspace.repository.prefix === "" ? [""] : ["", upFrom(workspace)]) {
    for (const { name, kind } of await host.readDirectory(joinPath(root, base))) {
      if (name !== ".git" && isSettings(name)) await visit(base + name, kind);
    }
  }
  for (const path of workspace.isOwn ? [] : GIT_SETTINGS) {
    const place = placeOf(path, workspace);
    const kind = await linkTarget(host, place) === undefined ? (await host.stat(place))?.kind : "link";
    if (kind !== undefined) await visit(path, kind);
  }
  return await marksOf(found, workspace);
}

/** Returns the path from the project root to the root of the repository, with a slash at its end. */
function upFrom({ repository: { prefix } }: Workspace): string {
  return prefix.replace(/[^/]+/g, "..") + "/";
}

/** Returns the absolute path of a sealed file. Git's own files are in the folder that all worktrees share. */
function placeOf(path: string, { repository: { git }, root }: Workspace): string {
  return path.startsWith(".git/")
    ? joinPath(git.commonDirectory, path.slice(".git/".length))
    : joinPath(root, path);
}

/** Returns the access to the sealed file at a path, and its path there. */
function doorTo(path: string, workspace: Workspace): readonly [files: ConfinedFiles, path: string] {
  const { host, commonDirectory, root } = workspace.repository.git;
  const folder = path.startsWith(".git/") ? commonDirectory : root;
  return [
    new ConfinedFiles(host, folder),
    pathWithin(folder, placeOf(path, workspace)) ?? path,
  ];
}

/** What is known about files, so that git is not asked again. */
class KnownMarks {
  /** The marks of files, by their absolute path; see {@link changeMark}. */
  readonly files = new Map<string, { readonly change: string; readonly mark: string }>();
  /** The marks of git's settings, by the absolute path of their file. */
  readonly settings = new Map<string, { readonly text: string; readonly mark: string }>();
  /** The names of the objects that git has stored of files, by their absolute path. */
  readonly stored = new Map<string, string>();
}

const KNOWN = new WeakMap<Host, KnownMarks>();

/** Maximum number of files to hash without git, which is faster for many. */
const MAX_HASHED = 100;

/** Returns marks by path. Only files that changed since their last mark are hashed. */
async function marksOf(
  found: readonly (readonly [path: string, kind: DirectoryEntry["kind"]])[],
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

/** Returns the changes since a seal was taken, sorted by path, and the current marks. */
export async function changedDocuments(
  seal: PlanningSeal,
  workspace: Workspace,
): Promise<{ readonly changes: readonly SealedChange[]; readonly files: PlanningSeal["files"] }> {
  const files = await documentsOf(workspace);
  const paths = [...new Set([...Object.keys(seal.files), ...Object.keys(files)])].sort();
  const changes = paths.flatMap((path) => {
    const [before, after] = [seal.files[path], files[path]];
    return before === after ? [] : [{ path, ...defined({ before, after }) }];
  });
  return { changes, files };
}

/**
 * Copies the current content of changed documents to a folder, so that it is not lost when they are restored.
 */
export async function keepChanges(
  changes: readonly SealedChange[],
  workspace: Workspace,
  folder: string,
): Promise<void> {
  const { host } = workspace.repository.git;
  for (const { path, after } of changes) {
    const copy = joinPath(folder, path.replaceAll("../", ""));
    if (after === undefined) continue;
    await host.makeDirectory(parentPath(copy));
    if (after.startsWith("link:")) await host.link(after.slice("link:".length), copy);
    else await host.copyFile(placeOf(path, workspace), copy);
  }
}

/** Restores documents and their index entries. */
export async function putBack(
  changes: readonly SealedChange[],
  seal: Pick<PlanningSeal, "index">,
  workspace: Workspace,
): Promise<void> {
  for (const { path, before } of changes) await writeMark(path, before, workspace);
  const now = await indexOf(workspace);
  const entries = changes.flatMap(({ path }) => {
    if (seal.index[path] === now[path]) return [];
    const entry = seal.index[path] ?? `0 ${"0".repeat(now[path]!.length - now[path]!.indexOf(" ") - 1)}`;
    return [`${entry}\t${doorTo(path, workspace)[1]}\0`];
  });
  if (entries.length > 0) {
    await workspace.repository.git.output(["update-index", "-z", "--index-info"], entries.join(""));
  }
}

/** Writes the content that a mark names to a document, or removes the document without one. */
export async function writeMark(path: string, mark: string | undefined, workspace: Workspace): Promise<void> {
  const { git } = workspace.repository;
  const { host } = git;
  const [files, inside] = doorTo(path, workspace);
  const place = placeOf(path, workspace);
  if (mark === undefined) return await files.remove(inside);
  if (isConfiguration(path)) return await writeConfiguration(git, place, mark);
  const isReplaced = await linkTarget(host, place) !== undefined ||
    (await host.stat(place))?.kind === "other";
  if (mark.startsWith("link:") || isReplaced) await files.remove(inside);
  if (mark.startsWith("link:")) {
    await host.makeDirectory(parentPath(place));
    return await host.link(mark.slice("link:".length), place);
  }
  const hash = mark.slice("blob:".length);
  const executable = mark.startsWith("exec:");
  await files.write(inside, await git.output(["cat-file", "blob", hash]), executable ? { executable } : {});
  const written = await markOf(path, workspace);
  if (written === undefined || written === mark) return;
  // The content is not text, so git writes its bytes.
  const unpacked = (await git.output(["unpack-file", hash])).trim();
  await files.remove(inside);
  await host.move(joinPath(git.root, unpacked), place);
}

/** Returns the mark for the content of a document; undefined when it does not exist. */
export async function markOf(path: string, workspace: Workspace): Promise<string | undefined> {
  const { host } = workspace.repository.git;
  const place = placeOf(path, workspace);
  const kind = await linkTarget(host, place) === undefined ? (await host.stat(place))?.kind : "link";
  if (kind === undefined) return undefined;
  // A concurrent task may have removed it since.
  return (await marksOf([[path, kind]], workspace).catch((): Record<string, string> => ({})))[path];
}

/** Adds the contents of files to git's object store, and returns the names of the objects. */
async function hashesOf(
  git: Git,
  files: readonly string[],
  stored: Map<string, string>,
): Promise<readonly string[]> {
  if (files.length <= MAX_HASHED && files.every((file) => stored.has(file))) {
    const before = files.map((file) => stored.get(file)!);
    const now = await mapAll(files, (file) => blobHash(git.host, file));
    if (now.every((hash, index) => hash === before[index])) return before;
  }
  const args = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  const hashes = (await git.output(args, `${files.join("\n")}\n`)).trimEnd().split("\n");
  for (const [index, file] of files.entries()) stored.set(file, hashes[index]!);
  return hashes;
}

/** Returns the index entries of the sealed files. */
async function indexOf(workspace: Workspace): Promise<Record<string, string>> {
  const { git, prefix } = workspace.repository;
  const folders = [...new Set(["", prefix && `${prefix}/`])].flatMap((base) => {
    return SEALED_FOLDERS.map((name) => base + name);
  });
  const args = ["--literal-pathspecs", "ls-files", "--stage", "-z", "--full-name", "--", ...folders];
  const found: Record<string, string> = {};
  for (const line of (await git.output(args)).split("\0")) {
    const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
    if (path === undefined || stage !== "0") continue;
    const inside = projectPath(workspace.repository, path) ?? upFrom(workspace) + path;
    found[inside] = `${mode} ${hash}`;
  }
  return found;
}
