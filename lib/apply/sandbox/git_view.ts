import { ignoreHostError } from "../../host/failure.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import type { Mount } from "../../plan/sandbox/mounts.ts";

/** The places in the sandbox that show git's own folders. */
const [OWN_FOLDER, OWN_OBJECTS] = ["/run/wf/git", "/run/wf/objects"];
/** The files that are copied. Git does not accept a link as HEAD, and replaces the index. */
const COPIED: readonly string[] = ["HEAD", "index"];

const SUBMODULES = "modules";

/** The maximum number of submodules with views of their own, as each program in the sandbox needs all of them. */
const MAX_VIEWS = 30;

/** The folders of a view, absolute. */
export interface GitFolders {
  /** The real folder of git for the working tree. */
  readonly directory: string;
  /** The common folder of the repository. */
  readonly common: string;
  /** The folder that contains the view. */
  readonly scratch: string;
  /** False on a system without mounts, where a program would write to the real folders of submodules. */
  readonly hasMounts: boolean;
}

/** The view of one repository: the given one, or that of a submodule. */
interface Part {
  /** The real folder of git. */
  readonly directory: string;
  /** The folder that contains the view. */
  readonly scratch: string;
  /** The place in the sandbox that shows the real folder. */
  readonly own: string;
  /** The real folder of objects, and the place in the sandbox that shows it. */
  readonly objects: string;
  readonly ownObjects: string;
  /** True if the folder contains those of submodules. */
  readonly hasSubmodules: boolean;
  /** The states of entries that are in the view. */
  readonly known: Map<string, string>;
}

/**
 * The view of a repository in the sandbox, and of its submodules: a folder of git with links to the real one, which is
 * read-only, but its own index and its own folder for new objects. So `git add` and `git mv` work and change nothing
 * outside, and `git commit` fails.
 */
export class GitView {
  private constructor(readonly host: Host, readonly folders: GitFolders, readonly parts: readonly Part[]) {}

  /** Makes the view in its folder, which is new. */
  static async make(host: Host, folders: GitFolders): Promise<GitView> {
    const { directory, common, scratch, hasMounts } = folders;
    const objects = joinPath(common, "objects");
    const places = { directory, scratch, objects, own: OWN_FOLDER, ownObjects: OWN_OBJECTS };
    const modules = await findSubmodules(host, directory);
    const submodules = !hasMounts || modules.length > MAX_VIEWS ? [] : modules.map((path, index) => ({
      directory: joinPath(directory, path),
      scratch: joinPath(scratch, `submodule-${index + 1}`),
      objects: joinPath(directory, path, "objects"),
      own: joinPath(OWN_FOLDER, path),
      ownObjects: joinPath(OWN_FOLDER, path, "objects"),
    }));
    const parts = await Promise.all([places, ...submodules].map((part) => makePart(host, part)));
    const view = new GitView(host, folders, parts);
    await view.refresh();
    return view;
  }

  /** The places of git, of which only wf writes the real ones. */
  get reserved(): readonly string[] {
    return [this.folders.directory, this.folders.common];
  }

  /** The mounts. On systems without mounts only their paths count. */
  get mounts(): readonly Mount[] {
    const { directory, common } = this.folders;
    const folder = { kind: "directory" } as const;
    return [
      { ...folder, path: common, view: "read-only" },
      { ...folder, path: OWN_FOLDER, view: "shown", source: directory },
      { ...folder, path: OWN_OBJECTS, view: "shown", source: joinPath(common, "objects") },
      ...this.parts.flatMap(({ directory, scratch, objects, hasSubmodules }): readonly Mount[] => [
        { ...folder, path: directory, view: "replaced", source: joinPath(scratch, "git") },
        { ...folder, path: objects, view: "copied", source: joinPath(scratch, "objects") },
        // They name their working trees by relative paths, so that no link may lead to them.
        ...hasSubmodules
          ? [{ ...folder, path: joinPath(directory, SUBMODULES), view: "read-only" } as const]
          : [],
      ]),
    ];
  }

  /** Copies the index and HEAD if they have changed since the last time, and links new entries. */
  async refresh(): Promise<void> {
    await Promise.all(this.parts.map((part) => refreshPart(this.host, part)));
  }
}

/** Returns the folders of git of all submodules below one, relative to it. */
async function findSubmodules(host: Host, directory: string, path = "."): Promise<readonly string[]> {
  const folder = joinPath(directory, path);
  const entries = await host.stat(folder) === undefined ? [] : await host.readDirectory(folder);
  const names = new Map(entries.map(({ name, kind }) => [name, kind]));
  const isRepository = names.get("HEAD") === "file" && names.get("objects") === "directory";
  const below = isRepository || path === "."
    ? names.get(SUBMODULES) === "directory" ? [SUBMODULES] : []
    : [...names].flatMap(([name, kind]) => kind === "directory" ? [name] : []);
  const found = await Promise.all(below.map((name) => findSubmodules(host, directory, joinPath(path, name))));
  return [...isRepository && path !== "." ? [path] : [], ...found.flat()];
}

async function makePart(host: Host, part: Omit<Part, "hasSubmodules" | "known">): Promise<Part> {
  const { directory, scratch, ownObjects } = part;
  await host.makeDirectory(joinPath(scratch, "git", "objects"));
  const hasSubmodules = (await host.stat(joinPath(directory, SUBMODULES)))?.kind === "directory";
  if (hasSubmodules) await host.makeDirectory(joinPath(scratch, "git", SUBMODULES));
  await host.makeDirectory(joinPath(scratch, "objects", "info"));
  await host.createText(joinPath(scratch, "objects", "info", "alternates"), `${ownObjects}\n`);
  return { ...part, hasSubmodules, known: new Map() };
}

async function refreshPart(host: Host, part: Part): Promise<void> {
  const { directory, hasSubmodules, known } = part;
  const names = (await host.readDirectory(directory)).map(({ name }) => name);
  for (const name of names) {
    const info = COPIED.includes(name) ? await host.stat(joinPath(directory, name)) : undefined;
    const state = info === undefined ? "linked" : `${info.identity} ${info.modified} ${info.size}`;
    if (
      name === "objects" || (name === SUBMODULES && hasSubmodules) || name.endsWith(".lock") ||
      known.get(name) === state
    ) continue;
    known.set(name, state);
    // A program has made another entry, or the disk is read-only.
    await put(host, part, name, info !== undefined).catch(ignoreHostError);
  }
}

/** Puts an entry into the view. The program may have put a link there, which is never followed. */
async function put(
  host: Host,
  { directory, scratch, own }: Part,
  name: string,
  isCopy: boolean,
): Promise<void> {
  const to = joinPath(scratch, "git", name);
  if (!isCopy) return await host.link(joinPath(own, name), to);
  const copy = joinPath(scratch, name);
  await host.copyFile(joinPath(directory, name), copy);
  await host.removeFile(to);
  await host.move(copy, to);
}
