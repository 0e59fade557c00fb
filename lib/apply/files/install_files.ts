/**
 * Finds, writes and removes files in folders that also contain other files.
 * @module
 */
import type { DirectoryEntry, Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import type { FileChange, FoundFiles } from "../../plan/integrations/install_plan.ts";
import { ConfinedFiles } from "./confined_files.ts";
import { resolveLinks } from "./resolve_links.ts";

export interface FilePlace {
  /** A folder, relative to the root. */
  readonly folder: string;
  /** Matches the names of entries in the folder that wf may own. */
  readonly entry: RegExp;
  /** The file in the entry; undefined if the entry itself is the file. */
  readonly file?: string;
}

/** Reads the files at some places and at further paths. */
export async function findFiles(
  host: Host,
  root: string,
  { places, paths }: { readonly places: readonly FilePlace[]; readonly paths: readonly string[] },
): Promise<FoundFiles> {
  const wanted = new Set(paths);
  for (const { folder, entry, file } of places) {
    for (const { name } of await entriesOf(host, joinPath(root, folder))) {
      if (entry.test(name)) wanted.add([folder, name, ...(file === undefined ? [] : [file])].join("/"));
    }
  }
  const found = new Map<string, string | { readonly kind: "link" }>();
  for (const path of wanted) {
    const whole = joinPath(root, path);
    const kind = await kindOf(host, whole);
    if (kind === "file") found.set(path, await host.readText(whole));
    else if (kind !== undefined) found.set(path, { kind: "link" });
  }
  return found;
}

/**
 * Returns the first path that a link takes outside the root; undefined if there is none.
 *
 * @param root Absolute, links resolved.
 */
export async function findOutside(
  host: Host,
  root: string,
  paths: readonly string[],
): Promise<string | undefined> {
  const folders = new Set(paths.map((path) => parentPath(path)));
  for (const folder of folders) {
    const leads = await resolveLinks(host, joinPath(root, folder));
    if (pathWithin(root, leads) === undefined) return folder;
  }
  return undefined;
}

/**
 * Writes and removes files according to the changes, and then removes folders that are empty.
 *
 * @param place A folder, and whether its links may point outside it.
 */
export async function applyChanges(
  host: Host,
  { root, open }: { readonly root: string; readonly open: boolean },
  changes: readonly FileChange[],
): Promise<void> {
  if (!open && changes.some(({ action }) => action === "create")) await host.makeDirectory(root);
  const files = new ConfinedFiles(host, root);
  for (const { path, action, after } of changes) {
    const whole = joinPath(root, path);
    if (action === "create" || action === "update") {
      await (open ? host.writeText(whole, after!) : files.write(path, after!));
    }
    if (action === "remove") await (open ? host.removeFile(whole) : files.remove(path));
  }
  for (const { path, action } of changes) {
    if (action !== "remove") continue;
    for (let folder = parentPath(path); folder !== "."; folder = parentPath(folder)) {
      await host.removeEmptyDirectory(joinPath(root, folder));
    }
  }
}

/** Returns the kind of an entry, without following links. */
async function kindOf(host: Host, path: string): Promise<DirectoryEntry["kind"] | undefined> {
  const entries = await entriesOf(host, parentPath(path));
  return entries.find(({ name }) => name === baseName(path))?.kind;
}

async function entriesOf(host: Host, folder: string): Promise<readonly DirectoryEntry[]> {
  return (await host.stat(folder))?.kind === "directory" ? await host.readDirectory(folder) : [];
}
