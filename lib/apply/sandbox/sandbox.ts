import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { type Command, type Host, HostError, type Installation, type SpawnCommand } from "../../host/host.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { bubblewrapArguments } from "../../plan/sandbox/bubblewrap.ts";
import { type Found, type Mount, mountsOf, type Place, place } from "../../plan/sandbox/mounts.ts";
import { CHANNELS, type Machine, outsidePlaces } from "../../plan/sandbox/places.ts";
import { seatbeltProfile } from "../../plan/sandbox/seatbelt.ts";
import type { FailedIn } from "../../plan/sandbox/causes.ts";
import { withFolders } from "../../parse/plan_file/declared_files.ts";
import type { Repository } from "../git/repository.ts";
import { includedFiles } from "../git/included_files.ts";
import { submodulePaths } from "../git/submodules.ts";
import { bundleParts } from "../../release/release.ts";
import { copyPath } from "../worktrees/copy.ts";
import { makeScratch, removeScratch } from "./scratch_folder.ts";
import { hostedFolder } from "../worktrees/work_folder.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";
import type { FoundSandbox } from "./find_sandbox.ts";
import { GitView } from "./git_view.ts";
import { ignoreHostError } from "../../host/failure.ts";

export interface SandboxOptions {
  readonly host: Host;
  readonly program: Exclude<FoundSandbox, { readonly kind: "none" }>;
  /** Absolute path of the project root, links resolved. */
  readonly root: string;
  /** The repository; undefined outside of any. */
  readonly repository: Repository | undefined;
  /** Further places that may be written: absolute, relative to the project, or with `~/`. */
  readonly writable: readonly string[];
  /** True if all programs may use the network. */
  readonly network: boolean;
}

/** A confined command, and what is needed to explain its failure. */
export interface Confined<C> {
  readonly command: C;
  readonly failure: FailedIn;
  /** Brings the view of the repository up to date. */
  readonly refresh: () => Promise<void>;
}

/** A working tree in the sandbox. */
interface Tree {
  readonly root: string;
  /** The folder of git for this working tree; undefined outside of any repository. */
  readonly git?: string;
  /** The places of files that lead git to settings. */
  readonly guarded: readonly Place[];
}

/** The sandbox of one invocation, with temporary files of its own. */
export class Sandbox {
  readonly #trees = new Map<string, Promise<Tree>>();
  readonly #outside = new Map<string, Promise<readonly Found[]>>();
  /** The real paths of read-only places before a program ran; undefined for one that did not exist. */
  readonly #settings = new Map<string, string | undefined>();
  /** The paths that agents probably could not write. */
  readonly refused = new Set<string>();
  #copies = 0;
  #scratch: Promise<string> | undefined;

  constructor(readonly options: SandboxOptions) {}

  /** Returns a command that runs a program in the sandbox. */
  async confine<C extends Command | SpawnCommand>(command: C, access: SandboxAccess): Promise<Confined<C>> {
    const { host, program, network, root, repository } = this.options;
    const allowed = { ...access, network: access.network || network };
    const { root: tree, git, guarded } = await cached(
      this.#trees,
      command.cwd,
      () => this.#findTree(command.cwd),
    );
    const view = git === undefined ? undefined : await this.#view(git);
    const planning = joinPath(tree, repository?.prefix || ".", PLANNING);
    const links = guarded.flatMap(({ path, view }) => view === "read-only" ? [path] : []);
    const found = [
      ...await this.#remaining(
        await cached(this.#outside, JSON.stringify(access), () => this.#findOutside(access)),
      ),
      ...await this.#find([
        // Programs may call wf, which may be in the folder for temporary files.
        ...place("read-only", filesOf(host.installation())),
        // A worktree may contain links to the main working tree.
        ...place("read-only", [repository?.git.root ?? root]),
        ...place("writable", [tree, ...this.#opened]),
        ...guarded,
        // The file `.git` of a linked worktree names the folder of git.
        ...place("read-only", [joinPath(tree, ".git"), planning]),
        ...(access.documents
          ? [...place("writable", [planning]), ...place("read-only", [`${planning}/config.json`])]
          : []),
      ]),
    ];
    const mounts = [
      ...(await Promise.all(mountsOf(found).map((mount) => this.#copied(mount)))).flat(),
      ...view?.mounts ?? [],
    ];
    const args = program.kind === "bubblewrap"
      ? bubblewrapArguments(mounts, { cwd: command.cwd, access: allowed })
      : ["-p", seatbeltProfile(mounts, allowed)];
    const channels = Object.fromEntries(CHANNELS.map((name) => [name, undefined]));
    return {
      command: {
        ...command,
        argv: [program.path, ...args, ...command.argv],
        env: { ...command.env, ...channels },
      },
      failure: {
        cwd: command.cwd,
        mounts,
        access: allowed,
        reserved: [planning, ...view?.reserved ?? [], ...links],
      },
      refresh: async () => await view?.refresh(),
    };
  }

  /** Returns the paths of {@link SandboxOptions.writable} that do not exist, so that they cannot be written. */
  async missing(): Promise<readonly string[]> {
    const found = await Promise.all(this.#opened.map((path) => this.#realPath(path)));
    return this.#opened.filter((_, index) => found[index] === undefined);
  }

  /** Returns the settings of agents that now exist and did not before, or that are now another file. */
  async newSettings(): Promise<readonly string[]> {
    const changed = [...this.#settings].map(async ([path, before]) => {
      const now = await this.#realPath(path);
      return now === undefined || now === before ? [] : [path];
    });
    return (await Promise.all(changed)).flat();
  }

  /** Removes the temporary files. */
  async close(): Promise<void> {
    if (this.#scratch !== undefined) await removeScratch(this.options.host, await this.#scratch);
  }

  get #opened(): readonly string[] {
    const { host, root, writable } = this.options;
    const home = host.home() ?? "~";
    return writable.map((path) => joinPath(root, path.replace(/^~(?=\/|$)/, home)));
  }

  /**
   * Returns the working tree that a folder is in: one that the repository lists. A folder within it could only
   * claim to be one.
   */
  async #findTree(cwd: string): Promise<Tree> {
    const { repository, root } = this.options;
    if (repository === undefined) {
      return { root: pathWithin(root, cwd) === undefined ? cwd : root, guarded: [] };
    }
    const roots = (await listWorktrees(repository.git)).map(({ directory }) => directory);
    const containing = roots.filter((tree) => pathWithin(tree, cwd) !== undefined);
    const [tree = repository.git.root] = containing.sort((a, b) => b.length - a.length);
    const git = repository.git.at(tree);
    const folder = (await git.output(["rev-parse", "--absolute-git-dir"])).trim();
    const others = roots.flatMap((other) => other === tree ? [] : pathWithin(tree, other) ?? []);
    const links = [...await submodulePaths(git), ...others].map((path) => joinPath(path, ".git"));
    // Worktrees may be added there later.
    const hosted = pathWithin(tree, hostedFolder(root));
    const files = [...links, ...await includedFiles(git), ...hosted === undefined ? [] : [hosted]];
    return {
      root: tree,
      git: await git.host.realPath(folder),
      guarded: guardedPlaces(tree, files, repository.prefix),
    };
  }

  /** Returns a new view, so that a program finds nothing that another one has left in its view. */
  async #view(git: string): Promise<GitView> {
    const { host, repository, program } = this.options;
    const scratch = joinPath(await this.#folder(), `git-${++this.#copies}`);
    const common = repository!.git.commonDirectory;
    return await GitView.make(host, {
      directory: git,
      common,
      scratch,
      hasMounts: program.kind === "bubblewrap",
    });
  }

  /** Returns the folder of temporary files, with a subfolder for those of the programs. */
  #folder(): Promise<string> {
    const make = async () => {
      const { host } = this.options;
      const folder = await makeScratch(host, "wf-sandbox-");
      await host.makeDirectory(joinPath(folder, "tmp"));
      return folder;
    };
    return this.#scratch ??= make();
  }

  /** Finds the places that do not depend on the project, the same for each kind of program. */
  async #findOutside(access: SandboxAccess): Promise<readonly Found[]> {
    const { host } = this.options;
    const home = host.home();
    const machine: Machine = { home: home ?? "/", env: (name) => host.env(name) };
    const source = joinPath(await this.#folder(), "tmp");
    // In a new home folder programs create it, which they cannot do in the sandbox.
    if (home !== undefined) await host.makeDirectory(joinPath(home, ".cache")).catch(ignoreHostError);
    // Sockets in the folder for temporary files lead to other programs, so that it is a private one.
    const temporary = ["/tmp", "/var/tmp", host.env("TMPDIR") ?? "/tmp"]
      .map((path): Place => ({ path, view: "copied", source }));
    const places = outsidePlaces(machine, access);
    for (const { path } of places.filter(({ view }) => view === "read-only")) {
      if (!this.#settings.has(path)) this.#settings.set(path, await this.#realPath(path));
    }
    return await this.#find([...temporary, ...places]);
  }

  /** Returns the places that exist. */
  async #find(places: readonly Place[]): Promise<readonly Found[]> {
    const { host } = this.options;
    const found = places.map(async (place): Promise<readonly Found[]> => {
      const path = await this.#realPath(place.path);
      if (path === undefined) return [];
      const kind = (await host.stat(path))?.kind === "directory" ? "directory" : "file";
      return [{ place, mount: { ...place, path, kind } }];
    });
    return (await Promise.all(found)).flat();
  }

  /**
   * Makes the copy of a file or folder for one program, so that it finds nothing that another one has left. The
   * folders in a folder are read-only instead.
   */
  async #copied(mount: Mount): Promise<readonly Mount[]> {
    const { path, kind, view } = mount;
    if (view !== "copied" || mount.source !== undefined) return [mount];
    const { host } = this.options;
    const source = joinPath(await this.#folder(), `copy-${++this.#copies}`);
    const mounts: Mount[] = [{ ...mount, source }];
    if (kind === "file") await host.copyFile(path, source);
    else await host.makeDirectory(source);
    for (const entry of kind === "file" ? [] : await host.readDirectory(path)) {
      const from = joinPath(path, entry.name);
      if (entry.kind === "directory") mounts.push({ path: from, kind, view: "read-only" });
      else await copyPath(host, from, joinPath(source, entry.name));
    }
    return mounts;
  }

  /** Returns the places that still exist: programs and other runs remove folders, as of worktrees and caches. */
  async #remaining(found: readonly Found[]): Promise<readonly Found[]> {
    const infos = await Promise.all(found.map(({ mount }) => this.options.host.stat(mount.path)));
    return found.filter((_, index) => infos[index] !== undefined);
  }

  /** Resolves the links of a path; undefined if it does not exist, or only other users can see it. */
  async #realPath(path: string): Promise<string | undefined> {
    try {
      return await this.options.host.realPath(path);
    } catch (error) {
      if (error instanceof HostError) return undefined;
      throw error;
    }
  }
}

/**
 * Returns the places of files that lead git to settings, and so to programs: they are read-only, and as mounts the
 * folders that contain them, and that of the project, cannot be moved or replaced.
 */
function guardedPlaces(tree: string, files: readonly string[], prefix: string): readonly Place[] {
  const folders = [...files.map(parentPath), prefix].flatMap(withFolders).filter((path) => {
    return path !== "" && path !== "." && !path.split("/").includes(PLANNING);
  });
  return [
    ...place("writable", [...new Set(folders)].map((path) => joinPath(tree, path))),
    ...place("read-only", files.map((path) => joinPath(tree, path))),
  ];
}

function cached<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Returns the paths of the program's files: all modules of a package, and of a checkout only the first. */
function filesOf({ kind, location }: Installation): readonly string[] {
  if (kind === "npm") return [parentPath(location)];
  return kind === "bundle" ? [location, ...bundleParts(location)] : [location];
}
