import { defined } from "../../collections/defined.ts";
import { groupBy } from "../../collections/group_by.ts";
import { mapAll } from "../../collections/map_all.ts";
import { HostError } from "../../host/host.ts";
import { joinPath, normalize, pathWithin } from "../../path/paths.ts";
import { foldedName } from "../../permissions/effects/protected_paths.ts";
import { isSettings, SEALED_FOLDERS } from "../../plan/execution/sealed_documents.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { GitError } from "../git/process.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import { projectPath, repositoryPath, upFrom } from "../git/repository.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { type Found, kindOf, marksOf, placeOf } from "./file_marks.ts";
import { hooksFolder } from "./hooks_folder.ts";

/**
 * The state of the rules in a working tree: `.planning/`, the settings of agents, the hooks in the tree, and git's
 * settings for this tree; in the user's own working tree also git's configuration and hooks.
 */
export interface PlanningSeal {
  /**
   * Marks by path relative to the project root: `blob:` or, for an executable file, `exec:`, and the hash of its
   * content, which is in git's object store; `link:` and its target; `config:` and the settings of git; `text:`
   * and the content.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Entries of the index: mode and hash. */
  readonly index: Readonly<Record<string, string>>;
  /** See {@link hooksFolder}. */
  readonly hooks?: string;
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
  const hooks = await hooksFolder(workspace);
  const [files, index] = await Promise.all([
    sealedFiles(workspace, { hooks }),
    indexOf(workspace, { hooks }),
  ]);
  return { files, index, ...defined({ hooks }) };
}

/** Maximum number of attempts to read files while concurrent tasks remove some. */
const MAX_ATTEMPTS = 5;

/** The files to inspect. */
interface Inspected {
  /** The folder of hooks in the working tree. */
  readonly hooks?: string | undefined;
  /** The documents to inspect; by default all. */
  readonly among?: readonly string[] | undefined;
  /** False if no settings are inspected. */
  readonly settings?: boolean;
}

/**
 * Returns the marks of sealed files, reading again if one was removed between listing and reading.
 *
 * @param before The marks of the seal, if there is one.
 */
async function sealedFiles(
  workspace: Workspace,
  { hooks, among, settings = true }: Inspected,
  before?: PlanningSeal["files"],
): Promise<Record<string, string>> {
  for (let attempt = 1;; attempt++) {
    try {
      const documents = among === undefined
        ? await allDocuments(workspace, before)
        : await documentsAmong(among, workspace);
      const others = settings ? await findSettings(workspace, hooks) : [];
      return await marksOf([...documents, ...others], workspace);
    } catch (error) {
      if (!(error instanceof GitError || error instanceof HostError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Returns a seal in which some paths are as they are now; the same one if they have not changed. */
export async function resealed(
  seal: PlanningSeal,
  workspace: Workspace,
  paths: readonly string[],
): Promise<PlanningSeal> {
  const { hooks } = seal;
  const settings = paths.some((path) => isSettings(path, hooks));
  const [files, index] = await Promise.all([
    sealedFiles(workspace, { hooks, among: paths, settings }),
    indexOf(workspace, { hooks, among: paths }),
  ]);
  const isSame = paths.every((path) => {
    return seal.files[path] === files[path] && seal.index[path] === index[path];
  });
  return isSame
    ? seal
    : { ...seal, files: withMarks(seal.files, paths, files), index: withMarks(seal.index, paths, index) };
}

/** Returns marks in which those of some paths are replaced by others. */
function withMarks(
  marks: Readonly<Record<string, string>>,
  paths: readonly string[],
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const changed = { ...marks };
  for (const path of paths) {
    if (others[path] === undefined) delete changed[path];
    else changed[path] = others[path];
  }
  return changed;
}

/** The paths in git's folder that decide which programs git runs, which files it sees, and what is history. */
const GIT_SETTINGS = "config config.worktree hooks info/attributes info/exclude info/grafts refs/replace"
  .split(" ").map((path) => `.git/${path}`);

/** Returns the existing documents among some paths. */
async function documentsAmong(paths: readonly string[], workspace: Workspace): Promise<readonly Found[]> {
  // A plan may declare any text as a path.
  const documents = [...new Set(paths)].filter((path) => {
    return path.startsWith(`${PLANNING}/`) && !/\n|\/\.\.(?:\/|$)/.test(path);
  });
  const kinds = await mapAll(documents, (path) => kindOf(path, workspace));
  return documents.flatMap((path, index) => kinds[index] === undefined ? [] : [[path, kinds[index]]]);
}

/** Returns all documents. A link in place of their folder is followed only if it was there before. */
async function allDocuments(
  workspace: Workspace,
  before: PlanningSeal["files"] = {},
): Promise<readonly Found[]> {
  const { root, repository: { git: { host } } } = workspace;
  const isLink = await host.kindOf(joinPath(root, PLANNING)) === "link";
  const found: Found[] = isLink ? [[PLANNING, "link"]] : [];
  const isNew = isLink && before[PLANNING] === undefined && Object.keys(before).some(isDocument);
  if (!isNew && (await host.stat(joinPath(root, PLANNING)))?.kind === "directory") {
    await addFiles([PLANNING, "directory"], workspace, found);
  }
  return found;
}

/** The settings at the root of a project, by the first name of their path. */
const SETTINGS: ReadonlyMap<string, readonly string[]> = groupBy(
  [".git", ...SEALED_FOLDERS.filter((path) => path !== PLANNING)],
  (path) => path.split("/", 1)[0]!,
);

async function findSettings(workspace: Workspace, hooks: string | undefined): Promise<readonly Found[]> {
  const { repository: { git: { host }, prefix }, root } = workspace;
  const found: Found[] = [];
  for (const base of prefix === "" ? [""] : ["", upFrom(workspace.repository)]) {
    for (const { name, kind } of await host.readDirectory(joinPath(root, base))) {
      // Each name is folded only once: a root may have hundreds, and is read several times for each task.
      for (const path of name === ".git" ? [] : SETTINGS.get(foldedName(name)) ?? []) {
        // A folder that also contains other files is not read.
        const isNested = path.includes("/");
        const place = base + (isNested ? path : name);
        const its = isNested ? await kindOf(place, workspace) : kind;
        if (its !== undefined) await addFiles([place, its], workspace, found);
      }
    }
  }
  const hooksHere = hooks === undefined || isSettings(hooks) && !hooks.startsWith(".git/") ? [] : [hooks];
  const own = await ownSettings(workspace);
  for (const path of [...hooksHere, ...workspace.isOwn ? [] : GIT_SETTINGS, ...own]) {
    const kind = await kindOf(path, workspace);
    if (kind !== undefined) await addFiles([path, kind], workspace, found);
  }
  return found;
}

/** Returns the path of git's settings for a linked worktree alone; none for the main working tree. */
async function ownSettings({ repository: { git } }: Workspace): Promise<readonly string[]> {
  const folder = pathWithin(git.commonDirectory, await gitFolder(git)) ?? ".";
  return folder === "." ? [] : [`.git/${folder}/config.worktree`];
}

/** Adds the sealed files at a path and below it. */
async function addFiles([path, kind]: Found, workspace: Workspace, found: Found[]): Promise<void> {
  if (isLeftOut(path)) return;
  if (kind !== "directory") return void found.push([path, kind]);
  const entries = await workspace.repository.git.host.readDirectory(placeOf(path, workspace));
  if (isWorktreeOfAgent(path) && entries.some(({ name }) => name === ".git")) return;
  for (const { name, kind } of entries) {
    if (name === ".git") continue;
    const inside = `${path}/${name}`;
    // A call for each file would take long for thousands of documents.
    if (kind === "directory") await addFiles([inside, kind], workspace, found);
    else if (!isLeftOut(inside)) found.push([inside, kind]);
  }
}

/** Reports whether a path is not compared: git does not run samples, and is given paths line by line. */
function isLeftOut(path: string): boolean {
  return path.includes("\n") || (path.startsWith(".git/") && path.endsWith(".sample"));
}

/** Reports whether a folder can be a worktree that an agent keeps next to its settings. */
function isWorktreeOfAgent(path: string): boolean {
  return isSettings(path) && /\/worktrees?\//.test(path);
}

/**
 * Returns the changes since a seal was taken, sorted by path, and the current marks.
 *
 * @param among The documents to inspect; by default all. Settings are inspected in any case.
 */
export async function changedDocuments(
  { files: before, hooks }: Pick<PlanningSeal, "files" | "hooks">,
  workspace: Workspace,
  among?: readonly string[],
): Promise<{ readonly changes: readonly SealedChange[]; readonly files: PlanningSeal["files"] }> {
  const after = await sealedFiles(workspace, { hooks, among }, before);
  const isInspected = (path: string) => among === undefined || !isDocument(path) || among.includes(path);
  const paths = [
    ...Object.keys(before).filter((path) => before[path] !== after[path] && isInspected(path)),
    ...Object.keys(after).filter((path) => before[path] === undefined),
  ].sort();
  if (paths.length === 0) return { changes: [], files: before };
  const changes = paths.map((path) => ({
    path,
    ...defined({ before: before[path], after: after[path] }),
  }));
  const others = Object.entries(before).filter(([path]) => !isInspected(path));
  return { changes, files: { ...Object.fromEntries(others), ...after } };
}

/** Returns the mark for the content of a document; undefined when it does not exist. */
export async function markOf(path: string, workspace: Workspace): Promise<string | undefined> {
  const kind = await kindOf(path, workspace);
  if (kind === undefined) return undefined;
  // A concurrent task may have removed it since.
  return (await marksOf([[path, kind]], workspace).catch((): Record<string, string> => ({})))[path];
}

/** Returns the index entries of the sealed files. */
export async function indexOf(
  workspace: Workspace,
  { hooks, among }: Inspected,
): Promise<Record<string, string>> {
  const { repository } = workspace;
  const { git, prefix } = repository;
  const folders = [...new Set(["", prefix && `${prefix}/`])].flatMap((base) => {
    return SEALED_FOLDERS.map((name) => base + name);
  });
  if (hooks !== undefined && !hooks.startsWith(".git/")) {
    folders.push(normalize(repositoryPath(repository, hooks)));
  }
  const found: Record<string, string> = {};
  // Git refuses a path that leads outside of the repository.
  const isPlain = among?.every((path) => !path.split("/").includes(".."));
  const paths = isPlain
    ? among!.filter((path) => isSealedPath(path, hooks)).map((path) => repositoryPath(repository, path))
    : folders;
  if (paths.length === 0) return found;
  const args = ["--literal-pathspecs", "ls-files", "--stage", "-z", "--full-name", "--", ...paths];
  for (const line of (await git.output(args)).split("\0")) {
    const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
    if (path === undefined || stage !== "0") continue;
    const inside = projectPath(repository, path) ?? upFrom(workspace.repository) + path;
    found[inside] = `${mode} ${hash}`;
  }
  return found;
}

function isSealedPath(path: string, hooks: string | undefined): boolean {
  return path.startsWith(`${PLANNING}/`) || isSettings(path, hooks);
}

function isDocument(path: string): boolean {
  return path === PLANNING || path.startsWith(`${PLANNING}/`);
}
