import { COMMIT_DETAILS, type CommitDetails, parseCommits } from "./output.ts";

/** The files below a folder in a commit. */
export interface CommitTree {
  readonly commit: string;
  readonly folder: string;
  readonly paths: ReadonlySet<string>;
}

/** Commits that were read before. A commit never changes. */
export class KnownCommits {
  readonly #commits = new Map<string, CommitDetails>();
  /** The files that were read last. */
  #tree: CommitTree | undefined;

  add(commits: readonly CommitDetails[]): void {
    for (const commit of commits) this.#commits.set(commit.commit, commit);
  }

  get(commit: string): CommitDetails | undefined {
    return this.#commits.get(commit);
  }

  /**
   * Returns the commits that lead from one to another, each on the one before, newest first; undefined if they are
   * not all known, or if there is a merge among them.
   *
   * @param from The commit before them.
   * @param to The last of them.
   */
  line(from: string, to: string): readonly CommitDetails[] | undefined {
    const found: CommitDetails[] = [];
    for (let name = to; name !== from;) {
      const commit = this.#commits.get(name);
      const [parent, ...others] = commit?.parents ?? [];
      if (commit === undefined || parent === undefined || others.length > 0) return undefined;
      found.push(commit);
      name = parent;
    }
    return found;
  }

  /** Returns the paths that differ between two commits; undefined if only git can tell. */
  changedPaths(from: string, to: string): readonly string[] | undefined {
    const paths = this.line(from, to)?.flatMap(({ created, modified }) => [...created, ...modified]);
    // A later commit may have undone the change of an earlier one.
    return paths !== undefined && new Set(paths).size === paths.length ? paths : undefined;
  }

  /** Remembers the files below a folder in a commit, unless it has another name than its hash. */
  addTree(tree: CommitTree): void {
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tree.commit)) this.#tree = tree;
  }

  /** Returns the paths below a folder in a commit; undefined if only git can tell. */
  treeAt(commit: string, folder: string): CommitTree | undefined {
    const tree = this.#tree;
    const line = tree?.folder === folder ? this.line(tree.commit, commit) : undefined;
    if (tree === undefined || line === undefined) return undefined;
    const paths = new Set(tree.paths);
    for (const { created, removed } of line.toReversed()) {
      for (const path of created) if (path.startsWith(`${folder}/`)) paths.add(path);
      for (const path of removed) paths.delete(path);
    }
    return this.#tree = { commit, folder, paths };
  }
}

/** A repository, as commits are read from it. */
interface Git {
  readonly journal: { readonly known: KnownCommits };
  output(args: readonly string[]): Promise<string>;
}

/** Returns the commits that `git log` finds with some arguments, and remembers them. */
export async function readCommits(git: Git, ...args: readonly string[]): Promise<readonly CommitDetails[]> {
  const found = parseCommits(await git.output(["log", "-z", ...COMMIT_DETAILS, ...args]));
  git.journal.known.add(found);
  return found;
}
