/** Shortest hash that a commit is named by. */
const SHORTEST = 7;

/** The commits that a message says it reverts, as `git revert` writes it; nothing is guessed beyond that. */
export function revertedCommits(message: string): readonly string[] {
  return [...message.matchAll(/^This reverts commit ([0-9a-f]{7,64})\b/gm)].map(([, commit]) => commit!);
}

/** What the commits of a history revert that were added so far. */
export class Reverts {
  /** By the beginning of the hash. */
  readonly #found = new Map<string, { readonly commit: string; readonly by: string }[]>();

  /** Adds a commit that reverts others, whose hashes may be shortened. */
  add(by: string, commits: readonly string[]): void {
    for (const commit of commits) {
      const key = commit.slice(0, SHORTEST);
      const there = this.#found.get(key) ?? [];
      this.#found.set(key, there);
      there.push({ commit, by });
    }
  }

  /** Hash of the newest commit that reverts this one. */
  of(commit: string): string | undefined {
    return this.#found.get(commit.slice(0, SHORTEST))?.find((one) => commit.startsWith(one.commit))?.by;
  }
}
