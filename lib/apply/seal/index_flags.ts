import { mapAll } from "../../collections/map_all.ts";
import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The paths with flags that hide changes from git, and those flags, as `git ls-files -v` shows them. */
type Flags = ReadonlyMap<string, string>;

/** The state of a working tree that a task has no part in. */
interface Before {
  readonly flags: Flags;
  /** True in a sparse checkout, where git itself flags the files that it leaves out. */
  readonly isSparse: boolean;
}

/** The state of the project's own working tree before the first task, by what all working trees share. */
const BEFORE = new WeakMap<Git["journal"], Promise<Before>>();

/**
 * Clears flags of the index that a task has set (`--assume-unchanged`, `--skip-worktree`), as commits and checks would
 * miss the changes that they hide. Git is asked only if the index has changed: it is a copy in the sandbox.
 */
export class IndexFlags {
  private constructor(readonly workspace: Workspace, readonly mark: string) {}

  /** Records the state before a turn. */
  static async take(workspace: Workspace): Promise<IndexFlags> {
    const { repository: { git } } = workspace;
    if (!workspace.isOwn) {
      const before = BEFORE.get(git.journal) ?? readBefore(git);
      BEFORE.set(git.journal, before);
      await before;
    }
    return new IndexFlags(workspace, await markOf(git));
  }

  /**
   * Clears the flags that were set since, and restores the files that a sparse checkout of the task left out.
   *
   * @returns Their paths, relative to the root of the repository.
   */
  async clear(): Promise<readonly string[]> {
    const { repository: { git }, isOwn } = this.workspace;
    if (await markOf(git) === this.mark) return [];
    const known = isOwn ? undefined : await BEFORE.get(git.journal);
    const isSparse = known?.isSparse ?? await isSparseCheckout(git);
    const paths: string[] = [];
    const skipped: string[] = [];
    for (const [path, tag] of await readFlags(git)) {
      if (isSparse && tag === "S" || known?.flags.get(path) === tag) continue;
      paths.push(path);
      if (tag === "S") skipped.push(path);
    }
    if (paths.length === 0) return [];
    const list = (paths: readonly string[]) => paths.map((path) => `${path}\0`).join("");
    for (const option of ["--no-assume-unchanged", ...isSparse ? [] : ["--no-skip-worktree"]]) {
      await git.output(["update-index", option, "-z", "--stdin"], list(paths));
    }
    const isAbsent = async (path: string) => await git.host.kindOf(joinPath(git.root, path)) === undefined;
    const absent = (await mapAll(skipped, async (path) => await isAbsent(path) ? [path] : [])).flat();
    if (absent.length > 0) await git.output(["checkout-index", "-z", "--stdin"], list(absent));
    return paths;
  }
}

/** Returns the mark of the index, which git replaces whenever it writes it. */
async function markOf(git: Git): Promise<string> {
  const info = await git.host.stat(joinPath(await gitFolder(git), "index"));
  return `${info?.identity} ${info?.modified} ${info?.size}`;
}

async function readBefore(git: Git): Promise<Before> {
  return { flags: await readFlags(git), isSparse: await isSparseCheckout(git) };
}

async function isSparseCheckout(git: Git): Promise<boolean> {
  return (await git.run(["config", "--type=bool", "--get", "core.sparseCheckout"])).stdout === "true\n";
}

async function readFlags(git: Git): Promise<Flags> {
  const lines = (await git.output(["ls-files", "-v", "-z", "--full-name"])).split("\0");
  return new Map(lines.flatMap((line) => {
    // Other capital letters are states of the entry.
    return /^(?:[a-z]|S) /.test(line) ? [[line.slice(2), line[0]!] as const] : [];
  }));
}
