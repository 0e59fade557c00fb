import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The paths with flags that hide changes from git, and those flags, as `git ls-files -v` shows them. */
type Flags = ReadonlyMap<string, string>;

/** The flags in the project's own working tree before the first task, by what all working trees share. */
const BEFORE = new WeakMap<Git["journal"], Promise<Flags>>();

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
      const before = BEFORE.get(git.journal) ?? readFlags(git);
      BEFORE.set(git.journal, before);
      await before;
    }
    return new IndexFlags(workspace, await markOf(git));
  }

  /** Clears the flags that were set since; returns their paths, relative to the root of the repository. */
  async clear(): Promise<readonly string[]> {
    const { repository: { git }, isOwn } = this.workspace;
    if (await markOf(git) === this.mark) return [];
    const before = await BEFORE.get(git.journal);
    const isSparse = isOwn && (await git.run(["config", "--get", "core.sparseCheckout"])).stdout === "true\n";
    const paths: string[] = [];
    for (const [path, tag] of await readFlags(git)) {
      if (isOwn ? isSparse && tag === "S" : before?.get(path) === tag) continue;
      paths.push(path);
    }
    if (paths.length === 0) return [];
    const list = paths.map((path) => `${path}\0`).join("");
    for (const option of ["--no-assume-unchanged", ...isSparse ? [] : ["--no-skip-worktree"]]) {
      await git.output(["update-index", option, "-z", "--stdin"], list);
    }
    return paths;
  }
}

/** Returns the mark of the index, which git replaces whenever it writes it. */
async function markOf(git: Git): Promise<string> {
  const info = await git.host.stat(joinPath(await gitFolder(git), "index"));
  return `${info?.identity} ${info?.modified} ${info?.size}`;
}

async function readFlags(git: Git): Promise<Flags> {
  const lines = (await git.output(["ls-files", "-v", "-z", "--full-name"])).split("\0");
  return new Map(lines.flatMap((line) => {
    // Other capital letters are states of the entry.
    return /^(?:[a-z]|S) /.test(line) ? [[line.slice(2), line[0]!] as const] : [];
  }));
}
