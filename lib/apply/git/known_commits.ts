import { COMMIT_DETAILS, type CommitDetails, parseCommits } from "./output.ts";

/** Commits that were read before. A commit never changes. */
export class KnownCommits {
  readonly #commits = new Map<string, CommitDetails>();

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
