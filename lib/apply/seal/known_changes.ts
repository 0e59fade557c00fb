import type { Git } from "../git/git.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { SealedChange } from "./planning_seal.ts";

/**
 * The changes to settings that a run has restored. A command such as `npm ci` makes the same ones in each task, and a
 * hook may write to a file next to it with each commit.
 */
export class KnownChanges {
  readonly #kept = new Set<string>();
  readonly #reported = new Set<string>();

  /** True if there are none. */
  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Reports whether there is a copy of what was written. */
  isKept(change: SealedChange): boolean {
    return this.#kept.has(exactKey(change));
  }

  /** Reports whether the user knows of a change, or for new data of another change to the same file. */
  isReported(change: SealedChange): boolean {
    return this.#reported.has(reportKey(change));
  }

  /** Adds changes that were restored, kept and reported. */
  add(changes: readonly SealedChange[]): void {
    for (const change of changes) {
      this.#kept.add(exactKey(change));
      this.#reported.add(reportKey(change));
    }
  }
}

const KNOWN = new WeakMap<Git["journal"], KnownChanges>();

/** Returns the changes that all working trees of an opened repository have in common. */
export function knownChanges({ repository: { git } }: Workspace): KnownChanges {
  const known = KNOWN.get(git.journal) ?? new KnownChanges();
  KNOWN.set(git.journal, known);
  return known;
}

/** Reports whether a change adds a file that git neither reads nor, as it is not executable, runs as a hook. */
export function isNewData({ path, before, after }: SealedChange): boolean {
  const isRead = path.startsWith(".git/") && !path.startsWith(".git/hooks/");
  return !isRead && before === undefined && after?.startsWith("blob:") === true;
}

function exactKey({ path, after }: SealedChange): string {
  return `${path}\0${after}`;
}

function reportKey(change: SealedChange): string {
  return isNewData(change) ? change.path : exactKey(change);
}
