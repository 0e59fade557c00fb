import { ignoreHostError } from "../../host/failure.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import type { Mount } from "../../plan/sandbox/mounts.ts";

/** The places in the sandbox that show git's own folders. */
const [OWN_FOLDER, OWN_OBJECTS] = ["/run/wf/git", "/run/wf/objects"];
/** The files that are copied. Git does not accept a link as HEAD, and replaces the index. */
const COPIED: readonly string[] = ["HEAD", "index"];

const SUBMODULES = "modules";

/** The folders of a view, absolute. */
export interface GitFolders {
  /** The real folder of git for the working tree. */
  readonly directory: string;
  /** The common folder of the repository. */
  readonly common: string;
  /** The folder that contains the view. */
  readonly scratch: string;
}

/**
 * The view of a repository in the sandbox: a folder of git with links to the real one, which is read-only, but
 * its own index and its own folder for new objects. So `git add` and `git mv` work and change nothing outside,
 * and `git commit` fails.
 */
export class GitView {
  readonly #known = new Map<string, string>();

  private constructor(
    readonly host: Host,
    readonly folders: GitFolders,
    /** True if the repository contains those of submodules. */
    readonly hasSubmodules: boolean,
  ) {}

  /** Makes the view in its folder, which is new. */
  static async make(host: Host, folders: GitFolders): Promise<GitView> {
    const { directory, scratch } = folders;
    await host.makeDirectory(joinPath(scratch, "git", "objects"));
    const hasSubmodules = (await host.stat(joinPath(directory, SUBMODULES)))?.kind === "directory";
    if (hasSubmodules) await host.makeDirectory(joinPath(scratch, "git", SUBMODULES));
    await host.makeDirectory(joinPath(scratch, "objects", "info"));
    await host.createText(joinPath(scratch, "objects", "info", "alternates"), `${OWN_OBJECTS}\n`);
    const view = new GitView(host, folders, hasSubmodules);
    await view.refresh();
    return view;
  }

  /** The places of git, of which only wf writes the real ones. */
  get reserved(): readonly string[] {
    return [this.folders.directory, this.folders.common];
  }

  /** The mounts. On systems without mounts only their paths count. */
  get mounts(): readonly Mount[] {
    const { directory, common, scratch } = this.folders;
    const objects = joinPath(common, "objects");
    const folder = { kind: "directory" } as const;
    return [
      { ...folder, path: common, view: "read-only" },
      { ...folder, path: OWN_FOLDER, view: "shown", source: directory },
      { ...folder, path: OWN_OBJECTS, view: "shown", source: objects },
      { ...folder, path: directory, view: "replaced", source: joinPath(scratch, "git") },
      { ...folder, path: objects, view: "copied", source: joinPath(scratch, "objects") },
      // They name their working trees by relative paths, so that no link may lead to them.
      ...this.hasSubmodules
        ? [{ ...folder, path: joinPath(directory, SUBMODULES), view: "read-only" } as const]
        : [],
    ];
  }

  /** Copies the index and HEAD if they have changed since the last time, and links new entries. */
  async refresh(): Promise<void> {
    const { host, folders: { directory } } = this;
    const names = (await host.readDirectory(directory)).map(({ name }) => name);
    for (const name of names) {
      const info = COPIED.includes(name) ? await host.stat(joinPath(directory, name)) : undefined;
      const state = info === undefined ? "linked" : `${info.identity} ${info.modified} ${info.size}`;
      if (
        name === "objects" || (name === SUBMODULES && this.hasSubmodules) || name.endsWith(".lock") ||
        this.#known.get(name) === state
      ) continue;
      this.#known.set(name, state);
      // A program has made another entry, or the disk is read-only.
      await this.#put(name, info !== undefined).catch(ignoreHostError);
    }
  }

  /** Puts an entry into the view. The program may have put a link there, which is never followed. */
  async #put(name: string, isCopy: boolean): Promise<void> {
    const { host, folders: { directory, scratch } } = this;
    const to = joinPath(scratch, "git", name);
    if (!isCopy) return await host.link(joinPath(OWN_FOLDER, name), to);
    const copy = joinPath(scratch, name);
    await host.copyFile(joinPath(directory, name), copy);
    await host.removeFile(to);
    await host.move(copy, to);
  }
}
