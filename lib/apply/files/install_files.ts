/**
 * Files that are put among those of others: found, and written or removed one by one.
 * @module
 */
import type { DirectoryEntry, Host } from "../../host/host.ts";
import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import type { FileChange, FoundFiles } from "../../plan/integrations/install_plan.ts";
import { ConfinedFiles } from "./confined_files.ts";
import { resolveLinks } from "./resolve_links.ts";

/** Where files may be. */
export interface FilePlace {
  /** A folder, relative to the root. */
  readonly folder: string;
  /** What entries of the folder are called that may be ours. */
  readonly entry: RegExp;
  /** The file in an entry that is a folder; undefined where the entry is the file. */
  readonly file?: string;
}

/** What is at the places and at further paths. */
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
 * The first of the paths that leads out of the root through a link, or undefined when none does.
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
 * Writes and removes what the changes say, and then the folders that are left empty.
 *
 * @param place A folder, and whether links may lead out of it.
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

/** Kind of an entry itself: a link is one whatever it leads to. */
async function kindOf(host: Host, path: string): Promise<DirectoryEntry["kind"] | undefined> {
  const entries = await entriesOf(host, parentPath(path));
  return entries.find(({ name }) => name === baseName(path))?.kind;
}

async function entriesOf(host: Host, folder: string): Promise<readonly DirectoryEntry[]> {
  return (await host.stat(folder))?.kind === "directory" ? await host.readDirectory(folder) : [];
}
